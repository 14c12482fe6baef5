import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'
import { RecordId } from '../records/record-id.tsx'

const list = listOf('/admin/requisitions')

/** Requisitions of all companies with this number or order number, or with a part of one. */
export function FoundRequisitions({ q }: { readonly q: string }) {
  return (
    <RouteList
      list={list}
      id="found-requisitions"
      title="requisitions.title"
      query={{ q }}
      names={{ state: 'requisitions.state' }}
      cells={{
        orderNumber: ({ orderId, orderNumber }) =>
          orderId !== undefined && <RecordId id={orderId} number={orderNumber} />,
      }}
      none="find.requisitions.none"
      isNoneGood={false}
      isLive={false}
    />
  )
}
