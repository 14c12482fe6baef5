import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'
import { Since } from '../components/since.tsx'
import { RecordId } from '../records/record-id.tsx'

const list = listOf('/admin/orders/not-placed')

/** Approved orders that could not be placed yet. */
export function NotPlaced({ now }: { readonly now: number }) {
  return (
    <RouteList
      list={list}
      id="not-placed"
      title="orders.notPlaced.title"
      cells={{
        orderNumber: ({ orderId, orderNumber }) => <RecordId id={orderId} number={orderNumber} />,
        requestedAt: ({ requestedAt }) => <Since at={requestedAt} now={now} />,
      }}
      none="orders.notPlaced.none"
    />
  )
}
