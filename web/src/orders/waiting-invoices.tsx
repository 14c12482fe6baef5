import { listWaitingInvoices } from '../api.ts'
import type { WaitingInvoice } from '../api-types.ts'
import { List } from '../lists/list.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import card from '../operations/operations.module.css'

const columns = [
  { title: 'Document' },
  { title: 'Supplier' },
  { title: 'For', isNumber: true },
  { title: 'Total', isNumber: true },
  { title: 'What is missing' },
]

const missingWords: Readonly<Record<string, string>> = {
  'supplier.vatId': 'The VAT id of the supplier. Its administrators enter it in their company.',
}

/** What was shipped or taken back and cannot be invoiced yet. */
export function WaitingInvoices({ now }: { readonly now: number }) {
  return (
    <List
      id="waiting-invoices"
      title="Invoices that wait"
      queryKey={['waiting-invoices']}
      read={(cursor, signal) => listWaitingInvoices(cursor, signal)}
      columns={columns}
      row={(invoice) => <InvoiceRow key={invoice.invoiceId} invoice={invoice} now={now} />}
      none="No invoice waits."
    />
  )
}

function InvoiceRow({ invoice, now }: { readonly invoice: WaitingInvoice; readonly now: number }) {
  const { kind, buyer, supplier, total, missing } = invoice
  return (
    <tr>
      <th scope="row">
        {kind === 'INVOICE' ? 'Invoice' : 'Credit note'} to {buyer.name}
        <span className={styles.id}>{invoice.orderId}</span>
      </th>
      <td>
        {supplier.name}
        <span className={styles.id}>{supplier.id}</span>
      </td>
      <td className={card.number}>
        <Since at={invoice.since} now={now} />
      </td>
      <td className={card.number}>
        {total.amount} {total.currency}
      </td>
      <td className={styles.words}>
        {missing.length === 0
          ? 'Nothing any more: it is issued within ten minutes.'
          : missing.map((what) => missingWords[what] ?? what).join(' ')}
      </td>
    </tr>
  )
}
