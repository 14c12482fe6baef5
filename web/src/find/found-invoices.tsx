import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'
import { RecordId } from '../records/record-id.tsx'

const list = listOf('/admin/invoices/search')

/** Invoices of all companies with this number, order number or PO number, or a part of one. */
export function FoundInvoices({ q }: { readonly q: string }) {
  return (
    <RouteList
      list={list}
      id="found-invoices"
      title="find.invoices.title"
      query={{ number: q }}
      names={{ kind: 'invoice.kind' }}
      cells={{
        orderNumber: ({ orderId, orderNumber }) => <RecordId id={orderId} number={orderNumber} />,
      }}
      none="find.invoices.none"
      isNoneGood={false}
      isLive={false}
    />
  )
}
