import { RouteList } from '../components/route-list.tsx'
import type { MessageKey } from '../language/catalogue.ts'
import { listOf } from '../lists/list-of.ts'

const list = listOf('/admin/payments')

type Props = {
  readonly title: MessageKey
  readonly query: { readonly q: string } | { readonly companyId: string }
}

export function FoundPayments({ title, query }: Props) {
  return (
    <RouteList
      list={list}
      id="found-payments"
      title={title}
      query={query}
      names={{ state: 'find.payment' }}
      none={'q' in query ? 'find.payments.none' : 'find.payments.noneOfCompany'}
      isNoneGood={false}
      isLive={false}
    />
  )
}
