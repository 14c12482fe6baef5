import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'

const list = listOf('/admin/invoices/search')

/** Invoices of all companies with this number. */
export function FoundInvoices({ q }: { readonly q: string }) {
  return (
    <RouteList
      list={list}
      id="found-invoices"
      title="find.invoices.title"
      query={{ number: q }}
      names={{ kind: 'invoice.kind' }}
      none="find.invoices.none"
      isNoneGood={false}
      isLive={false}
    />
  )
}
