import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listUnordered, retryUnordered, settleUnordered } from '../api.ts'
import type { UnorderedPayment } from '../api-types.ts'
import { Choices, DecisionForm, InPlace } from '../lists/decision.tsx'
import { DecisionList } from '../lists/decision-list.tsx'
import { Filter } from '../lists/filter.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { useChoice } from '../lists/use-choice.ts'
import { Mark } from '../operations/mark.tsx'
import card from '../operations/operations.module.css'
import { numberOf } from '../operations/words.ts'

type State = 'WAITING' | 'REFUSED'

const states: Readonly<Record<State, string>> = {
  REFUSED: 'Refused by the provider',
  WAITING: 'Retried automatically',
}

const columns = [
  { title: 'Payment' },
  { title: 'State' },
  { title: 'Age', isNumber: true },
  { title: 'Amount', isNumber: true },
  { title: 'Refusals', isNumber: true },
  { title: 'Action' },
]

/** Payments whose checkout or order had ended before they were paid, until the money has gone back. */
export function Refunds({ now }: { readonly now: number }) {
  const [state, setState] = useChoice('refunds', states)
  return (
    <DecisionList
      id="refunds"
      title="Payments without an order"
      queryKey={['refunds', state ?? '']}
      read={(cursor, signal) => listUnordered({ state, cursor }, signal)}
      columns={columns}
      row={(one, onResult) => (
        <RefundRow key={one.paymentId} refund={one} now={now} onResult={onResult} />
      )}
      none={state ? 'None is in this state.' : 'Every payment without an order is refunded.'}
      filter={
        <Filter
          label="State of payments without an order"
          value={state}
          all="All that are not refunded"
          choices={states}
          onChange={setState}
        />
      }
    />
  )
}

type RowProps = {
  readonly refund: UnorderedPayment
  readonly now: number
  readonly onResult: (sentence: string) => void
}

function RefundRow({ refund, now, onResult }: RowProps) {
  const { paymentId, companyName, companyId, orderId, checkoutId, state, amount } = refund
  const { refusals, lastError, since } = refund
  const isRefused = state === 'REFUSED'
  return (
    <tr>
      <th scope="row">
        {companyName ?? companyId}
        <span className={styles.id}>{paymentId}</span>
        <span className={styles.id}>{orderId ?? checkoutId}</span>
      </th>
      <td className={styles.words}>
        <span className={card.state}>
          <Mark tone={isRefused ? 'critical' : 'info'} />
          {isRefused ? 'Refused' : 'Waits'}
        </span>
        {lastError !== undefined && <span className={card.error}>{lastError}</span>}
      </td>
      <td className={card.number}>
        <Since at={since} now={now} />
      </td>
      <td className={card.number}>
        {amount.amount} {amount.currency}
      </td>
      <td className={card.number}>{numberOf(refusals)}</td>
      <td className={styles.words}>
        {isRefused ? (
          <InPlace ask="Decide" label={`Decide on ${paymentId}`}>
            {(leave) => <Decision paymentId={paymentId} onResult={onResult} onLeave={leave} />}
          </InPlace>
        ) : (
          'It is retried automatically.'
        )}
      </td>
    </tr>
  )
}

const decisions = {
  retry: 'Retry the refund at the provider.',
  settle: 'It was refunded outside Purveyor: record that.',
} as const
type Decided = keyof typeof decisions

type DecisionProps = {
  readonly paymentId: string
  readonly onResult: (sentence: string) => void
  readonly onLeave: () => void
}

function Decision({ paymentId, onResult, onLeave }: DecisionProps) {
  const queries = useQueryClient()
  const [decided, setDecided] = useState<Decided>('retry')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const isByHand = decided === 'settle'
  const deciding = useMutation({
    mutationFn: () =>
      isByHand ? settleUnordered(paymentId, note.trim()) : retryUnordered(paymentId),
    onSuccess: async () => {
      onResult(isByHand ? 'It is settled.' : 'The refund is retried.')
      await queries.invalidateQueries()
    },
  })
  const decide = () => {
    const isMissing = isByHand && note.trim() === ''
    setProblem(isMissing ? 'Say how: whoever paid reads it.' : undefined)
    if (!isMissing) deciding.mutate()
  }
  return (
    <DecisionForm
      act={isByHand ? 'Settle it' : 'Retry'}
      deciding={deciding}
      onDecide={decide}
      onLeave={onLeave}
    >
      <Choices choices={decisions} value={decided} onChoose={setDecided} />
      {isByHand && (
        <TextInput
          label="How it was refunded"
          maxLength={500}
          value={note}
          error={problem}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
    </DecisionForm>
  )
}
