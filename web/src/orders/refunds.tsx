import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listUnordered, retryUnordered, settleUnordered } from '../api.ts'
import type { UnorderedPayment } from '../api-types.ts'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import { choices } from '../lists/choices.ts'
import { Choices, DecisionForm, InPlace } from '../lists/decision.tsx'
import { DecisionList } from '../lists/decision-list.tsx'
import { Filter } from '../lists/filter.tsx'
import type { Column } from '../lists/list.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { useChoice } from '../lists/use-choice.ts'
import { Mark } from '../operations/mark.tsx'
import card from '../operations/operations.module.css'
import { CompanyName } from '../records/people/company-name.tsx'
import { RecordId } from '../records/record-id.tsx'

const columns = [
  { title: 'lists.column.payment' },
  { title: 'lists.column.state' },
  { title: 'lists.column.age', isNumber: true },
  { title: 'lists.column.amount', isNumber: true },
  { title: 'orders.refunds.refusals', isNumber: true },
  { title: 'lists.column.action' },
] as const satisfies readonly Column[]

/** Payments whose checkout or order had ended before they were paid, until the money has gone back. */
export function Refunds({ now }: { readonly now: number }) {
  const { t } = useWords()
  const [state, setState] = useChoice('refunds')
  return (
    <DecisionList
      id="refunds"
      title="orders.refunds.title"
      queryKey={['refunds', state ?? '']}
      read={(cursor, signal) => listUnordered({ state, cursor }, signal)}
      columns={columns}
      row={(one, onResult) => (
        <RefundRow key={one.paymentId} refund={one} now={now} onResult={onResult} />
      )}
      none={state ? 'lists.noneInState' : 'orders.refunds.none'}
      filter={
        <Filter
          label="orders.refunds.filter"
          value={state}
          all="orders.refunds.all"
          values={choices.refunds}
          nameOf={(each) => t(`orders.refunds.state.${each}`)}
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
  const { t, money, number } = useWords()
  const { paymentId, companyName, companyId, orderId, checkoutId, state, amount } = refund
  const { refusals, lastError, since } = refund
  const isRefused = state === 'REFUSED'
  const origin = orderId ?? checkoutId
  return (
    <tr>
      <th scope="row">
        <CompanyName id={companyId} name={companyName} />
        <RecordId id={paymentId} />
        {origin !== undefined && <RecordId id={origin} />}
      </th>
      <td className={styles.words}>
        <span className={card.state}>
          <Mark tone={isRefused ? 'critical' : 'info'} />
          {t(isRefused ? 'orders.refunds.refused' : 'orders.refunds.waits')}
        </span>
        {lastError !== undefined && <span className={card.error}>{lastError}</span>}
      </td>
      <td className={card.number}>
        <Since at={since} now={now} />
      </td>
      <td className={card.number}>{money(amount)}</td>
      <td className={card.number}>{number(refusals)}</td>
      <td className={styles.words}>
        {isRefused ? (
          <InPlace ask={t('lists.decide')} label={t('lists.decideOn', { id: paymentId })}>
            {(leave) => <Decision paymentId={paymentId} onResult={onResult} onLeave={leave} />}
          </InPlace>
        ) : (
          t('lists.retriedAutomatically')
        )}
      </td>
    </tr>
  )
}

type Decided = 'retry' | 'settle'

type DecisionProps = {
  readonly paymentId: string
  readonly onResult: (sentence: string) => void
  readonly onLeave: () => void
}

function Decision({ paymentId, onResult, onLeave }: DecisionProps) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [decided, setDecided] = useState<Decided>('retry')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<MessageKey>()
  const isByHand = decided === 'settle'
  const deciding = useMutation({
    mutationFn: () =>
      isByHand ? settleUnordered(paymentId, note.trim()) : retryUnordered(paymentId),
    onSuccess: async () => {
      onResult(t(isByHand ? 'orders.refunds.isSettled' : 'orders.refunds.isRetried'))
      await queries.invalidateQueries()
    },
  })
  const decide = () => {
    const isMissing = isByHand && note.trim() === ''
    setProblem(isMissing ? 'orders.refunds.sayHow' : undefined)
    if (!isMissing) deciding.mutate()
  }
  return (
    <DecisionForm
      act={t(isByHand ? 'orders.refunds.settleIt' : 'lists.retry')}
      deciding={deciding}
      onDecide={decide}
      onLeave={onLeave}
    >
      <Choices
        choices={{ retry: t('orders.refunds.retry'), settle: t('orders.refunds.settle') }}
        value={decided}
        onChoose={setDecided}
      />
      {isByHand && (
        <TextInput
          label={t('orders.refunds.how')}
          maxLength={500}
          value={note}
          error={problem && t(problem)}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
    </DecisionForm>
  )
}
