import { listOverdue } from '../api.ts'
import type { OverduePayment } from '../api-types.ts'
import { List } from '../lists/list.tsx'
import styles from '../lists/lists.module.css'
import card from '../operations/operations.module.css'

const columns = [
  { title: 'Company' },
  { title: 'Due since' },
  { title: 'Overdue', isNumber: true },
  { title: 'Open', isNumber: true },
  { title: 'Next step' },
]

/** Purchases on net terms that are not paid after their due date. */
export function Overdue() {
  return (
    <List
      id="overdue"
      title="Overdue payments"
      queryKey={['overdue']}
      read={(cursor, signal) => listOverdue(cursor, signal)}
      columns={columns}
      row={(debt) => <OverdueRow key={debt.paymentId} debt={debt} />}
      none="Nothing is overdue."
    />
  )
}

function OverdueRow({ debt }: { readonly debt: OverduePayment }) {
  const { companyName, companyId, paymentId, orderId, dueOn, overdue, open } = debt
  return (
    <tr>
      <th scope="row">
        {companyName ?? companyId}
        <span className={styles.id}>{paymentId}</span>
        {orderId !== undefined && <span className={styles.id}>{orderId}</span>}
      </th>
      <td>
        <time dateTime={dueOn}>{dueOn}</time>
      </td>
      <td className={card.number}>
        {overdue.amount} {overdue.currency}
      </td>
      <td className={card.number}>
        {open.amount} {open.currency}
      </td>
      <td className={styles.words}>
        {companyName ?? companyId} pays. What has come in is noted as a repayment of its credit
        account, and what is due first goes down.
      </td>
    </tr>
  )
}
