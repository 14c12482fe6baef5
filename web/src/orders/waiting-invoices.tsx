import { waiveCreditNote } from '../api.ts'
import type { WaitingInvoice } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'
import { useWords } from '../language/use-words.ts'
import type { Words } from '../language/words.ts'
import { RecordId } from '../records/record-id.tsx'

const list = listOf('/admin/invoices/waiting')

/** Shipments and returns that cannot be invoiced yet. */
export function WaitingInvoices({ now }: { readonly now: number }) {
  const words = useWords()
  return (
    <RouteList
      list={list}
      id="waiting-invoices"
      title="orders.invoices.title"
      keys={['invoiceId']}
      now={now}
      ages={['since']}
      names={{ kind: 'invoice.kind' }}
      cells={{
        orderNumber: ({ orderId, orderNumber }) => <RecordId id={orderId} number={orderNumber} />,
        'supplier.name': ({ supplier }) => (
          <>
            {supplier.name}
            <RecordId id={supplier.id} />
          </>
        ),
        missing: (invoice) => missingOf(words, invoice),
      }}
      action={({ invoiceId, lacksInvoice }) => lacksInvoice && <Waive invoiceId={invoiceId} />}
      none="orders.invoices.none"
    />
  )
}

function Waive({ invoiceId }: { readonly invoiceId: string }) {
  const { t } = useWords()
  return (
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
