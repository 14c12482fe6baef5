import { findPayments } from '../api.ts'
import type { FoundPayment } from '../api-types.ts'
import { List } from '../lists/list.tsx'
import styles from '../lists/lists.module.css'
import card from '../operations/operations.module.css'
import { titleOf } from '../operations/words.ts'

const columns = [
  { title: 'Payment' },
  { title: 'State' },
  { title: 'Id at the provider' },
  { title: 'Created' },
  { title: 'Amount', isNumber: true },
]

type Props = {
  readonly title: string
  readonly query: { readonly q: string } | { readonly companyId: string }
}

export function FoundPayments({ title, query }: Props) {
  return (
    <List
      id="found-payments"
      title={title}
      queryKey={['find-payments', query]}
      read={(cursor, signal) => findPayments({ ...query, cursor }, signal)}
      columns={columns}
      row={(payment) => <PaymentRow key={payment.id} payment={payment} />}
      none={'q' in query ? 'No payment has this id.' : 'The company has no payments.'}
      isNoneGood={false}
      isLive={false}
    />
  )
}

function PaymentRow({ payment }: { readonly payment: FoundPayment }) {
  const { id, companyId, companyName, state, provider, providerReference, failureReason } = payment
  return (
    <tr>
      <th scope="row">
        <a href={`?company=${encodeURIComponent(companyId)}`}>{companyName ?? companyId}</a>
        <span className={styles.id}>{id}</span>
        {payment.orderId !== undefined && <span className={styles.id}>{payment.orderId}</span>}
      </th>
      <td>
        {titleOf(state.toLowerCase())}
        {failureReason !== undefined && <span className={card.error}>{failureReason}</span>}
      </td>
      <td>
        {provider}
        {providerReference !== undefined && <span className={styles.id}>{providerReference}</span>}
      </td>
      <td>{new Date(payment.createdAt).toLocaleString()}</td>
      <td className={card.number}>
        {payment.amount.amount} {payment.amount.currency}
      </td>
    </tr>
  )
}
