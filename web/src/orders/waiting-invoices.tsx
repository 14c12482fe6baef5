import { listWaitingInvoices } from '../api.ts'
import type { WaitingInvoice } from '../api-types.ts'
import { InPlace } from '../lists/decision.tsx'
import { DecisionList } from '../lists/decision-list.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import card from '../operations/operations.module.css'
import { WaiveCreditNote } from './waive-credit-note.tsx'

const columns = [
  { title: 'Document' },
  { title: 'Supplier' },
  { title: 'Age', isNumber: true },
  { title: 'Total', isNumber: true },
  { title: 'What is missing' },
]

const missingWords: Readonly<Record<string, string>> = {
  'supplier.vatId':
    'The VAT id of the supplier, or its tax number. Its administrators enter it in their company.',
}

/** Shipments and returns that cannot be invoiced yet. */
export function WaitingInvoices({ now }: { readonly now: number }) {
  return (
    <DecisionList
      id="waiting-invoices"
      title="Waiting invoices"
      queryKey={['waiting-invoices']}
      read={(cursor, signal) => listWaitingInvoices(cursor, signal)}
      columns={columns}
      row={(one, onResult) => (
        <InvoiceRow key={one.invoiceId} invoice={one} now={now} onResult={onResult} />
      )}
      none="No invoice waits."
    />
  )
}

type RowProps = {
  readonly invoice: WaitingInvoice
  readonly now: number
  readonly onResult: (sentence: string) => void
}

function InvoiceRow({ invoice, now, onResult }: RowProps) {
  const { invoiceId, kind, buyer, supplier, total, lacksInvoice } = invoice
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
        {wordsOf(invoice)}
        {lacksInvoice && (
          <InPlace ask="Decide" label={`Decide on ${invoiceId}`}>
            {(leave) => (
              <WaiveCreditNote invoiceId={invoiceId} onResult={onResult} onLeave={leave} />
            )}
          </InPlace>
        )}
      </td>
    </tr>
  )
}

function wordsOf({ kind, missing, lacksInvoice }: WaitingInvoice): string {
  if (lacksInvoice)
    return 'The invoice that it credits. If that invoice will never come, waive the credit note.'
  if (missing.length > 0) return missing.map((what) => missingWords[what] ?? what).join(' ')
  if (kind === 'CREDIT_NOTE') return 'The number of its invoice: it is issued after that.'
  return 'It waits for nothing. The service issues it within ten minutes.'
}
