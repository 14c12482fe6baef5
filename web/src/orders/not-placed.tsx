import { listNotPlaced } from '../api.ts'
import type { OrderNotPlaced } from '../api-types.ts'
import { List } from '../lists/list.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import card from '../operations/operations.module.css'
import { numberOf } from '../operations/words.ts'

const columns = [
  { title: 'Order' },
  { title: 'Age', isNumber: true },
  { title: 'Amount', isNumber: true },
  { title: 'Attempts', isNumber: true },
  { title: 'Last error' },
]

/** Approved orders that could not be placed yet. */
export function NotPlaced({ now }: { readonly now: number }) {
  return (
    <List
      id="not-placed"
      title="Approved orders not placed"
      queryKey={['not-placed']}
      read={(cursor, signal) => listNotPlaced(cursor, signal)}
      columns={columns}
      row={(order) => <OrderRow key={order.orderId} order={order} now={now} />}
      none="Every approved order is placed."
    />
  )
}

function OrderRow({ order, now }: { readonly order: OrderNotPlaced; readonly now: number }) {
  const { orderId, companyId, companyName, total, attempts, lastError, nextAttemptAt } = order
  return (
    <tr>
      <th scope="row">
        {companyName ?? companyId}
        <span className={styles.id}>{orderId}</span>
      </th>
      <td className={card.number}>
        <Since at={order.requestedAt} now={now} />
      </td>
      <td className={card.number}>
        {total.amount} {total.currency}
      </td>
      <td className={card.number}>{numberOf(attempts)}</td>
      <td className={styles.words}>
        {lastError}
        <span className={card.error}>
          Tried again by itself at {new Date(nextAttemptAt).toLocaleString()}.
        </span>
      </td>
    </tr>
  )
}
