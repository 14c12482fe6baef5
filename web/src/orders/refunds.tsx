import { listUnordered, retryUnordered, settleUnordered } from '../api.ts'
import type { UnorderedPayment } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import type { Values } from '../components/form.tsx'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import { choices } from '../lists/choices.ts'
import { Filter } from '../lists/filter.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { useChoice } from '../lists/use-choice.ts'
import { Mark } from '../operations/mark.tsx'
import card from '../operations/operations.module.css'
import { CompanyName } from '../records/people/company-name.tsx'
import { RecordId } from '../records/record-id.tsx'
import { RecordName } from '../records/record-name.tsx'

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
    <List
      id="refunds"
      title="orders.refunds.title"
      queryKey={['refunds', state ?? '']}
      read={(cursor, signal) => listUnordered({ state, cursor }, signal)}
      columns={columns}
      row={(one) => <RefundRow key={one.paymentId} refund={one} now={now} />}
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
}

function RefundRow({ refund, now }: RowProps) {
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
        {origin !== undefined && <RecordName id={origin} />}
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
        {isRefused ? <Decision paymentId={paymentId} /> : t('lists.retriedAutomatically')}
      </td>
    </tr>
  )
}

const isByHand = ({ decided }: Values) => decided === 'settle'

function Decision({ paymentId }: { readonly paymentId: string }) {
  const { t } = useWords()
  return (
    <Action
      ask={t('lists.decide')}
      label={t('lists.decideOn', { id: paymentId })}
      act={(values) => t(isByHand(values) ? 'orders.refunds.settleIt' : 'lists.retry')}
      fields={[
        {
          name: 'decided',
          label: 'lists.decision',
          shown: 'one',
          choices: [
            { value: 'retry', label: t('orders.refunds.retry') },
            { value: 'settle', label: t('orders.refunds.settle') },
          ],
        },
        {
          name: 'note',
          label: 'orders.refunds.how',
          missing: 'orders.refunds.sayHow',
          isShown: isByHand,
        },
      ]}
      run={(values) =>
        isByHand(values) ? settleUnordered(paymentId, values.note ?? '') : retryUnordered(paymentId)
      }
      done={(_result, values) =>
        t(isByHand(values) ? 'orders.refunds.isSettled' : 'orders.refunds.isRetried')
      }
    />
  )
}
