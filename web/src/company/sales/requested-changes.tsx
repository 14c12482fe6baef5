import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import { nameOfLine } from '../orders/name-of-line.ts'
import { wishesOf } from '../orders/wishes-of.ts'
import parts from '../parts.module.css'
import {
  type ChangeRequest,
  type Decision,
  decideRequest,
  listOpenRequests,
  type Sale,
} from './sales-api.ts'
import { saleKey, useStep } from './use-step.ts'

/** What the buyer would rather have: the supplier accepts or refuses it as a whole. */
export function RequestedChanges({ sale }: { readonly sale: Sale }) {
  const { t } = useWords()
  const isRequested = sale.lines.some(({ changeRequestId }) => changeRequestId !== undefined)
  const { data: requests = [], error } = useQuery({
    queryKey: [...saleKey(sale.id), 'requests'],
    queryFn: ({ signal }) => listOpenRequests(sale.id, signal),
    enabled: isRequested,
  })
  if (!isRequested) return null
  return (
    <Section title={t('sales.requests')}>
      <Refusal error={error} />
      {requests.map((request) => (
        <RequestedChange key={request.id} sale={sale} request={request} />
      ))}
    </Section>
  )
}

type Props = { readonly sale: Sale; readonly request: ChangeRequest }

function RequestedChange({ sale, request }: Props) {
  const words = useWords()
  const { t, instant, money } = words
  const [note, setNote] = useState('')
  const deciding = useStep<Decision>(sale.id, (step, decision) =>
    decideRequest(step, decision, request.id, note.trim()),
  )
  const { awaitsPayment } = request
  const time = instant(request.lapsesAt)
  return (
    <div className={parts.box}>
      <p>
        {awaitsPayment
          ? t('sales.awaitsPayment', { amount: money(awaitsPayment), time })
          : t('sales.decideUntil', { time })}
      </p>
      <p>{t('sales.buyerWrites', { note: request.reason })}</p>
      <ul>
        {request.lines.map((line) => (
          <li key={line.lineNumber}>
            <strong>{nameOfLine(sale.lines, line.lineNumber)}</strong>:{' '}
            {words.list(wishesOf(words, line))}
          </li>
        ))}
      </ul>
      <div className={parts.form}>
        <label>
          {t('sales.noteToBuyer')}
          <input
            maxLength={1_000}
            value={note}
            onChange={({ currentTarget: { value } }) => setNote(value)}
          />
        </label>
        <div className={parts.actions}>
          {!awaitsPayment && (
            <Button loading={deciding.isPending} onClick={() => deciding.mutate('accept')}>
              {t('orderPage.accept')}
            </Button>
          )}
          <Button
            variant="default"
            disabled={deciding.isPending}
            onClick={() => deciding.mutate('refuse')}
          >
            {t('orderPage.refuse')}
          </Button>
        </div>
        <Refusal error={deciding.error} />
      </div>
    </div>
  )
}
