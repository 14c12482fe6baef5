import { RouteList } from '../components/route-list.tsx'
import { listOf } from '../lists/list-of.ts'
import { RecordId } from '../records/record-id.tsx'

const list = listOf('/admin/orders/not-placed')

/** Approved orders that could not be placed yet. */
export function NotPlaced() {
  return (
    <RouteList
      list={list}
      id="not-placed"
      title="orders.notPlaced.title"
      cells={{
        orderNumber: ({ orderId, orderNumber }) => <RecordId id={orderId} number={orderNumber} />,
      }}
      none="orders.notPlaced.none"
    />
  )
}
