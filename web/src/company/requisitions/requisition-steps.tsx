import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import { AskFirst } from '../ask-first.tsx'
import parts from '../parts.module.css'
import {
  deleteDraft,
  type Requisition,
  refuse,
  submit,
  useChange,
  withdraw,
} from './requisition-api.ts'

type Props = { readonly requisition: Requisition }

/** What its requester does with a requisition as a whole. */
export function RequesterSteps({ requisition: { id, state, lines } }: Props) {
  const { t } = useWords()
  const submitting = useChange(id, () => submit(id))
  const withdrawing = useChange(id, () => withdraw(id))
  const isDraft = state === 'DRAFT' || state === 'RETURNED'
  const mayWithdraw = ['SUBMITTED', 'IN_SOURCING', 'RETURNED'].includes(state)
  if (!isDraft && !mayWithdraw) return null
  return (
    <div className={parts.action}>
      <div className={parts.actions}>
        {isDraft && (
          <Button
            disabled={lines.length === 0}
            loading={submitting.isPending}
            onClick={() => submitting.mutate()}
          >
            {t('requisitionPage.submit')}
          </Button>
        )}
        {mayWithdraw && (
          <Button
            variant="default"
            loading={withdrawing.isPending}
            onClick={() => withdrawing.mutate()}
          >
            {t('requisitionPage.withdraw')}
          </Button>
        )}
        {state === 'DRAFT' && <Delete id={id} />}
      </div>
      <Refusal error={submitting.error ?? withdrawing.error} />
    </div>
  )
}

function Delete({ id }: { readonly id: string }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const deleting = useMutation({
    mutationFn: () => deleteDraft(id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['requisitions'] })
      await navigate({ to: '/requisitions' })
    },
  })
  return (
    <>
      <AskFirst
        act={t('requisitionPage.delete')}
        effect={t('requisitionPage.deleteEffect')}
        isPending={deleting.isPending}
        onAct={deleting.mutate}
      />
      <Refusal error={deleting.error} />
    </>
  )
}

/** A buyer does not order it as it is: the requester changes it, or it ends. */
export function BuyerSteps({ requisition: { id } }: Props) {
  const { t } = useWords()
  const [step, setStep] = useState<'return' | 'reject'>()
  const [comment, setComment] = useState('')
  const refusing = useChange(id, (chosen: 'return' | 'reject') =>
    refuse(chosen, id, comment.trim()),
  )
  if (step === undefined) {
    return (
      <div className={parts.actions}>
        <Button variant="default" onClick={() => setStep('return')}>
          {t('requisitionPage.refuse.return')}
        </Button>
        <Button variant="default" onClick={() => setStep('reject')}>
          {t('requisitionPage.refuse.reject')}
        </Button>
      </div>
    )
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    refusing.mutate(step)
  }
  return (
    <form className={parts.form} onSubmit={send}>
      <p>{t(`requisitionPage.effect.${step}`)}</p>
      <label>
        {t(`requisitionPage.comment.${step}`)}
        <textarea
          // biome-ignore lint/a11y/noAutofocus: the person has just opened this form.
          autoFocus
          required
          maxLength={2_000}
          value={comment}
          onChange={({ currentTarget: { value } }) => setComment(value)}
        />
      </label>
      <div className={parts.actions}>
        <Button
          type="submit"
          {...(step === 'reject' && { color: 'red' })}
          loading={refusing.isPending}
        >
          {t(`requisitionPage.refuse.${step}`)}
        </Button>
        <Button variant="default" onClick={() => setStep(undefined)}>
          {t('orderPage.leave')}
        </Button>
      </div>
      <Refusal error={refusing.error} />
    </form>
  )
}
