import { listOverdue } from '../api.ts'
import type { OverduePayment } from '../api-types.ts'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import styles from '../lists/lists.module.css'
import card from '../operations/operations.module.css'
import { CompanyName } from '../records/people/company-name.tsx'
import { RecordId } from '../records/record-id.tsx'
import { RecordName } from '../records/record-name.tsx'

const columns = [
  { title: 'lists.column.company' },
  { title: 'orders.overdue.dueSince' },
  { title: 'orders.overdue.overdue', isNumber: true },
  { title: 'orders.overdue.open', isNumber: true },
  { title: 'lists.column.nextStep' },
] as const satisfies readonly Column[]

/** Purchases on net terms that are not paid after their due date. */
export function Overdue() {
  return (
    <List
      id="overdue"
      title="orders.overdue.title"
      queryKey={['overdue']}
      read={(cursor, signal) => listOverdue(cursor, signal)}
      columns={columns}
      row={(debt) => <OverdueRow key={debt.paymentId} debt={debt} />}
      none="orders.overdue.none"
    />
  )
}

function OverdueRow({ debt }: { readonly debt: OverduePayment }) {
  const { t, money, day } = useWords()
  const { companyName, companyId, paymentId, orderId, dueOn, overdue, open } = debt
  return (
    <tr>
      <th scope="row">
        <CompanyName id={companyId} name={companyName} />
        <RecordId id={paymentId} />
        {orderId !== undefined && <RecordName id={orderId} />}
      </th>
      <td>
        <time dateTime={dueOn}>{day(dueOn)}</time>
      </td>
      <td className={card.number}>{money(overdue)}</td>
      <td className={card.number}>{money(open)}</td>
      <td className={styles.words}>
        {t('orders.overdue.next', { company: companyName ?? companyId })}
      </td>
    </tr>
  )
}
