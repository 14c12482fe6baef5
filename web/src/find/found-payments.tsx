import { findPayments } from '../api.ts'
import type { FoundPayment } from '../api-types.ts'
import { type Column, List } from '../components/list.tsx'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import styles from '../lists/lists.module.css'
import card from '../operations/operations.module.css'
import { CompanyName } from '../records/people/company-name.tsx'
import { RecordId } from '../records/record-id.tsx'
import { RecordName } from '../records/record-name.tsx'

const columns = [
  { title: 'lists.column.payment' },
  { title: 'lists.column.state' },
  { title: 'find.payments.providerId' },
  { title: 'find.payments.created' },
  { title: 'lists.column.amount', isNumber: true },
] as const satisfies readonly Column[]

type Props = {
  readonly title: MessageKey
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
      none={'q' in query ? 'find.payments.none' : 'find.payments.noneOfCompany'}
      isNoneGood={false}
      isLive={false}
    />
  )
}

function PaymentRow({ payment }: { readonly payment: FoundPayment }) {
  const { t, instant, money } = useWords()
  const { id, companyId, companyName, state, provider, providerReference, failureReason } = payment
  return (
    <tr>
      <th scope="row">
        <CompanyName id={companyId} name={companyName} />
        <RecordId id={id} />
        {payment.orderId !== undefined && <RecordName id={payment.orderId} />}
      </th>
      <td>
        {t(`find.payment.${state}`)}
        {failureReason !== undefined && <span className={card.error}>{failureReason}</span>}
      </td>
      <td>
        {provider}
        {providerReference !== undefined && <span className={styles.id}>{providerReference}</span>}
      </td>
      <td>{instant(payment.createdAt)}</td>
      <td className={card.number}>{money(payment.amount)}</td>
    </tr>
  )
}
