import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OfferRequest } from '../api-types.ts'
import { useWords } from '../language/use-words.ts'
import { Choices, DecisionForm } from '../lists/decision.tsx'
import { type Confirmation, confirmOffer, declineOffer } from './offers-api.ts'

type Props = {
  readonly request: OfferRequest
  readonly onResult: (sentence: string) => void
  readonly onLeave: () => void
}

type Entered = {
  readonly decision: 'confirm' | 'decline'
  readonly amount: string
  readonly currency: string
  readonly validUntil: string
  readonly leadTimeDays: string
  readonly reason: string
}

/** What the supplier has said: a price for a while, or no offer. */
export function AnswerForm({ request, onResult, onLeave }: Props) {
  const { t } = useWords()
  const [entered, setEntered] = useState<Entered>({
    decision: 'confirm',
    amount: '',
    currency: request.offer.price?.currency ?? 'EUR',
    validUntil: '',
    leadTimeDays: '',
    reason: '',
  })
  const [isWrong, setWrong] = useState(false)
  const answering = useAnswer(request, onResult)
  const isConfirmed = entered.decision === 'confirm'
  const confirmation = confirmationOf(entered)
  const decide = () => {
    setWrong(isConfirmed && !confirmation)
    if (!isConfirmed) answering.mutate({ reason: entered.reason.trim() })
    else if (confirmation) answering.mutate({ confirmation })
  }
  const field = (name: keyof Entered) => ({
    value: entered[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setEntered((before) => ({ ...before, [name]: value }))
    },
  })
  return (
    <DecisionForm act={t('offers.answer')} deciding={answering} onDecide={decide} onLeave={onLeave}>
      <Choices
        choices={{ confirm: t('offers.confirm'), decline: t('offers.decline') }}
        value={entered.decision}
        onChoose={(decision) => setEntered((before) => ({ ...before, decision }))}
      />
      {isConfirmed ? (
        <>
          <TextInput
            label={t('offers.unitPrice')}
            inputMode="decimal"
            error={isWrong && t('offers.incomplete')}
            {...field('amount')}
          />
          <TextInput label={t('offers.currency')} maxLength={3} {...field('currency')} />
          <TextInput label={t('offers.validUntil')} type="date" {...field('validUntil')} />
          <TextInput
            label={t('offers.leadTimeDays')}
            inputMode="numeric"
            {...field('leadTimeDays')}
          />
        </>
      ) : (
        <TextInput label={t('offers.reason')} maxLength={500} {...field('reason')} />
      )}
    </DecisionForm>
  )
}

function useAnswer({ id, offer }: OfferRequest, onResult: (sentence: string) => void) {
  const { t } = useWords()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (answer: { confirmation: Confirmation } | { reason: string }) =>
      'confirmation' in answer
        ? confirmOffer(id, answer.confirmation)
        : declineOffer(id, answer.reason),
    onSuccess: async (_done, answer) => {
      const done = 'confirmation' in answer ? 'offers.confirmed' : 'offers.declined'
      onResult(t(done, { name: offer.name }))
      await queries.invalidateQueries()
    },
  })
}

/** Undefined while something is missing. The price is valid to the end of its last day, in UTC. */
function confirmationOf(entered: Entered): Confirmation | undefined {
  const amount = entered.amount.trim().replace(',', '.')
  const currency = entered.currency.trim().toUpperCase()
  const days = entered.leadTimeDays.trim()
  const isWhole =
    /^\d+(\.\d+)?$/.test(amount) &&
    /^[A-Z]{3}$/.test(currency) &&
    /^\d{1,3}$/.test(days) &&
    /^\d{4}-\d{2}-\d{2}$/.test(entered.validUntil)
  if (!isWhole) return undefined
  const validUntil = `${entered.validUntil}T23:59:59.000Z`
  return { unitPrice: { amount, currency }, validUntil, leadTimeDays: Number(days) }
}
