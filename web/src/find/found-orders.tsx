import { findOrders } from '../api.ts'
import type { FoundOrder } from '../api-types.ts'
import { List } from '../lists/list.tsx'
import styles from '../lists/lists.module.css'
import card from '../operations/operations.module.css'
import { titleOf } from '../operations/words.ts'

const columns = [
  { title: 'Order' },
  { title: 'State' },
  { title: 'Payment' },
  { title: 'Placed' },
  { title: 'Total', isNumber: true },
]

type Props = {
  readonly title: string
  readonly query: { readonly q: string } | { readonly companyId: string }
}

export function FoundOrders({ title, query }: Props) {
  return (
    <List
      id="found-orders"
      title={title}
      queryKey={['find-orders', query]}
      read={(cursor, signal) => findOrders({ ...query, cursor }, signal)}
      columns={columns}
      row={(order) => <OrderRow key={order.orderId} order={order} />}
      none={'q' in query ? 'No order has this id or PO number.' : 'The company has no orders.'}
      isNoneGood={false}
      isLive={false}
    />
  )
}

function OrderRow({ order }: { readonly order: FoundOrder }) {
  const { orderId, companyId, companyName, poNumber, state, paymentState, paymentId } = order
  return (
    <tr>
      <th scope="row">
        <a href={`?company=${encodeURIComponent(companyId)}`}>{companyName ?? companyId}</a>
        <span className={styles.id}>{orderId}</span>
        {poNumber !== undefined && <span className={styles.quiet}>{poNumber}</span>}
      </th>
      <td>{titleOf(state.toLowerCase())}</td>
      <td>
        {titleOf(paymentState.toLowerCase())}
        {paymentId !== undefined && <span className={styles.id}>{paymentId}</span>}
      </td>
      <td>{new Date(order.placedAt).toLocaleString()}</td>
      <td className={card.number}>
        {order.total.amount} {order.total.currency}
      </td>
    </tr>
  )
}
