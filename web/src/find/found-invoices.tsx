import { findInvoices } from '../api.ts'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import card from '../operations/operations.module.css'
import { RecordId } from '../records/record-id.tsx'

const columns = [
  { title: 'find.invoices.invoice' },
  { title: 'lists.column.order' },
  { title: 'find.invoices.issued' },
  { title: 'find.orders.total', isNumber: true },
] as const satisfies readonly Column[]

/** Invoices of all companies with this number. */
export function FoundInvoices({ q }: { readonly q: string }) {
  const { t, instant, money } = useWords()
  return (
    <List
      id="found-invoices"
      title="find.invoices.title"
      queryKey={['find-invoices', q]}
      read={(cursor, signal) => findInvoices({ q, cursor }, signal)}
      columns={columns}
      row={({
        invoiceId,
        number,
        kind,
        orderId,
        orderNumber,
        supplier,
        buyer,
        total,
        issuedAt,
      }) => (
        <tr key={invoiceId}>
          <th scope="row">
            {t(`find.invoices.kind.${kind}`, { number, supplier: supplier.name })}
            <RecordId id={invoiceId} />
            <RecordId id={supplier.id} />
          </th>
          <td>
            {buyer.name}
            <RecordId id={orderId} number={orderNumber} />
          </td>
          <td>{issuedAt && instant(issuedAt)}</td>
          <td className={card.number}>{money(total)}</td>
        </tr>
      )}
      none="find.invoices.none"
      isNoneGood={false}
      isLive={false}
    />
  )
}
