import { listNotPlaced } from '../api.ts'
import type { OrderNotPlaced } from '../api-types.ts'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import card from '../operations/operations.module.css'
import { CompanyName } from '../records/people/company-name.tsx'
import { RecordId } from '../records/record-id.tsx'

const columns = [
  { title: 'lists.column.order' },
  { title: 'lists.column.age', isNumber: true },
  { title: 'lists.column.amount', isNumber: true },
  { title: 'lists.column.attempts', isNumber: true },
  { title: 'lists.column.lastError' },
] as const satisfies readonly Column[]

/** Approved orders that could not be placed yet. */
export function NotPlaced({ now }: { readonly now: number }) {
  return (
    <List
      id="not-placed"
      title="orders.notPlaced.title"
      queryKey={['not-placed']}
      read={(cursor, signal) => listNotPlaced(cursor, signal)}
      columns={columns}
      row={(order) => <OrderRow key={order.orderId} order={order} now={now} />}
      none="orders.notPlaced.none"
    />
  )
}

function OrderRow({ order, now }: { readonly order: OrderNotPlaced; readonly now: number }) {
  const { t, money, number, instant } = useWords()
  const {
    orderId,
    orderNumber,
    companyId,
    companyName,
    total,
    attempts,
    lastError,
    nextAttemptAt,
  } = order
  return (
    <tr>
      <th scope="row">
        <CompanyName id={companyId} name={companyName} />
        <RecordId id={orderId} number={orderNumber} />
      </th>
      <td className={card.number}>
        <Since at={order.requestedAt} now={now} />
      </td>
      <td className={card.number}>{money(total)}</td>
      <td className={card.number}>{number(attempts)}</td>
      <td className={styles.words}>
        {lastError}
        <span className={card.error}>
          {t('orders.notPlaced.next', { time: instant(nextAttemptAt) })}
        </span>
      </td>
    </tr>
  )
}
