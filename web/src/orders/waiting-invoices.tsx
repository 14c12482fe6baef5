import { listWaitingInvoices, waiveCreditNote } from '../api.ts'
import type { WaitingInvoice } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import type { Words } from '../language/words.ts'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import card from '../operations/operations.module.css'
import { RecordId } from '../records/record-id.tsx'

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
    <List
      id="waiting-invoices"
      title="orders.invoices.title"
      queryKey={['waiting-invoices']}
      read={(cursor, signal) => listWaitingInvoices(cursor, signal)}
      columns={columns}
      row={(one) => <InvoiceRow key={one.invoiceId} invoice={one} now={now} />}
      none="orders.invoices.none"
    />
  )
}

type RowProps = {
  readonly invoice: WaitingInvoice
  readonly now: number
}

function InvoiceRow({ invoice, now }: RowProps) {
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
          <Action
            ask={t('lists.decide')}
            label={t('lists.decideOn', { id: invoiceId })}
            act={t('orders.waive.act')}
            fields={[
              {
                name: 'note',
                label: 'orders.waive.why',
                missing: 'lists.sayWhy',
                maxLength: 1_000,
              },
            ]}
            run={({ note = '' }) => waiveCreditNote(invoiceId, note)}
            done={t('orders.waive.done')}
          />
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
