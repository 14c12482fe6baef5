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
  REFUSED: 'That the provider refuses',
  WAITING: 'That go back by themselves',
}

const columns = [
  { title: 'Payment' },
  { title: 'State' },
  { title: 'For', isNumber: true },
  { title: 'Amount', isNumber: true },
  { title: 'Refusals', isNumber: true },
  { title: 'What becomes of it' },
]

/** Money whose checkout or order had ended before it was paid, until it has gone back. */
export function Refunds({ now }: { readonly now: number }) {
  const [state, setState] = useChoice('refunds', states)
  return (
    <DecisionList
      id="refunds"
      title="Money paid for nothing"
      queryKey={['refunds', state ?? '']}
      read={(cursor, signal) => listUnordered({ state, cursor }, signal)}
      columns={columns}
      row={(one, onSaid) => (
        <RefundRow key={one.paymentId} refund={one} now={now} onSaid={onSaid} />
      )}
      none={state ? 'There is none of these.' : 'All that was paid for nothing has gone back.'}
      filter={
        <Filter
          label="Which of the money paid for nothing"
          value={state}
          all="All that has not gone back"
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
  readonly onSaid: (sentence: string) => void
}

function RefundRow({ refund, now, onSaid }: RowProps) {
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
            {(leave) => <Decision paymentId={paymentId} onSaid={onSaid} onLeave={leave} />}
          </InPlace>
        ) : (
          'It is tried again by itself.'
        )}
      </td>
    </tr>
  )
}

const decisions = {
  retry: 'Ask the provider again: it may pay it back now.',
  settle: 'It was paid back by another way, and the money has left.',
} as const
type Decided = keyof typeof decisions

type DecisionProps = {
  readonly paymentId: string
  readonly onSaid: (sentence: string) => void
  readonly onLeave: () => void
}

function Decision({ paymentId, onSaid, onLeave }: DecisionProps) {
  const queries = useQueryClient()
  const [decided, setDecided] = useState<Decided>('retry')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const isByHand = decided === 'settle'
  const deciding = useMutation({
    mutationFn: () =>
      isByHand ? settleUnordered(paymentId, note.trim()) : retryUnordered(paymentId),
    onSuccess: async () => {
      onSaid(isByHand ? 'It is settled.' : 'The provider is asked again.')
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
      act={isByHand ? 'Settle it' : 'Ask again'}
      deciding={deciding}
      onDecide={decide}
      onLeave={onLeave}
    >
      <Choices choices={decisions} value={decided} onChoose={setDecided} />
      {isByHand && (
        <TextInput
          label="How it went back"
          maxLength={500}
          value={note}
          error={problem}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
    </DecisionForm>
  )
}
