import { findOrders } from '../api.ts'
import type { FoundOrder } from '../api-types.ts'
import { type Column, List } from '../components/list.tsx'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import styles from '../lists/lists.module.css'
import card from '../operations/operations.module.css'
import { CompanyName } from '../records/people/company-name.tsx'
import { RecordId } from '../records/record-id.tsx'

const columns = [
  { title: 'lists.column.order' },
  { title: 'lists.column.state' },
  { title: 'lists.column.payment' },
  { title: 'find.orders.placed' },
  { title: 'find.orders.total', isNumber: true },
] as const satisfies readonly Column[]

type Props = {
  readonly title: MessageKey
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
      none={'q' in query ? 'find.orders.none' : 'find.orders.noneOfCompany'}
      isNoneGood={false}
      isLive={false}
    />
  )
}

function OrderRow({ order }: { readonly order: FoundOrder }) {
  const { t, instant, money } = useWords()
  const { orderId, number, companyId, companyName, poNumber, state, paymentState, paymentId } =
    order
  return (
    <tr>
      <th scope="row">
        <CompanyName id={companyId} name={companyName} />
        <RecordId id={orderId} number={number} />
        {poNumber !== undefined && <span className={styles.quiet}>{poNumber}</span>}
      </th>
      <td>{t(`find.order.${state}`)}</td>
      <td>
        {t(`find.payment.${paymentState}`)}
        {paymentId !== undefined && <RecordId id={paymentId} />}
      </td>
      <td>{instant(order.placedAt)}</td>
      <td className={card.number}>{money(order.total)}</td>
    </tr>
  )
}
