import { listWaitingInvoices } from '../api.ts'
import type { WaitingInvoice } from '../api-types.ts'
import { useWords } from '../language/use-words.ts'
import type { Words } from '../language/words.ts'
import { InPlace } from '../lists/decision.tsx'
import { DecisionList } from '../lists/decision-list.tsx'
import type { Column } from '../lists/list.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import card from '../operations/operations.module.css'
import { RecordId } from '../records/record-id.tsx'
import { WaiveCreditNote } from './waive-credit-note.tsx'

const columns = [
  { title: 'orders.invoices.document' },
  { title: 'orders.invoices.supplier' },
  { title: 'lists.column.age', isNumber: true },
  { title: 'orders.invoices.total', isNumber: true },
  { title: 'orders.invoices.missing' },
] as const satisfies readonly Column[]

/** Shipments and returns that cannot be invoiced yet. */
export function WaitingInvoices({ now }: { readonly now: number }) {
  return (
    <DecisionList
      id="waiting-invoices"
      title="orders.invoices.title"
      queryKey={['waiting-invoices']}
      read={(cursor, signal) => listWaitingInvoices(cursor, signal)}
      columns={columns}
      row={(one, onResult) => (
        <InvoiceRow key={one.invoiceId} invoice={one} now={now} onResult={onResult} />
      )}
      none="orders.invoices.none"
    />
  )
}

type RowProps = {
  readonly invoice: WaitingInvoice
  readonly now: number
  readonly onResult: (sentence: string) => void
}

function InvoiceRow({ invoice, now, onResult }: RowProps) {
  const words = useWords()
  const { t, money } = words
  const { invoiceId, kind, buyer, supplier, total, lacksInvoice } = invoice
  return (
    <tr>
      <th scope="row">
        {t(kind === 'INVOICE' ? 'orders.invoices.invoiceTo' : 'orders.invoices.creditNoteTo', {
          buyer: buyer.name,
        })}
        <RecordId id={invoiceId} />
        <RecordId id={invoice.orderId} number={invoice.orderNumber} />
      </th>
      <td>
        {supplier.name}
        <RecordId id={supplier.id} />
      </td>
      <td className={card.number}>
        <Since at={invoice.since} now={now} />
      </td>
      <td className={card.number}>{money(total)}</td>
      <td className={styles.words}>
        {missingOf(words, invoice)}
        {lacksInvoice && (
          <InPlace ask={t('lists.decide')} label={t('lists.decideOn', { id: invoiceId })}>
            {(leave) => (
              <WaiveCreditNote invoiceId={invoiceId} onResult={onResult} onLeave={leave} />
            )}
          </InPlace>
        )}
      </td>
    </tr>
  )
}

function missingOf({ t }: Words, { kind, missing, lacksInvoice }: WaitingInvoice): string {
  if (lacksInvoice) return t('orders.invoices.lacksInvoice')
  if (missing.length > 0) {
    return missing
      .map((what) => (what === 'supplier.vatId' ? t('orders.invoices.vatId') : what))
      .join(' ')
  }
  return t(kind === 'CREDIT_NOTE' ? 'orders.invoices.number' : 'orders.invoices.nothing')
}
