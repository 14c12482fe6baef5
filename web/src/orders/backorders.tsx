import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'
import { RecordId } from '../records/record-id.tsx'

const list = listOf('/admin/orders/backorders')

/** Lines of orders that wait for stock. */
export function Backorders({ now }: { readonly now: number }) {
  return (
    <RouteList
      list={list}
      id="backorders"
      title="orders.backorders.title"
      keys={['orderId', 'lineNumber']}
      now={now}
      ages={['since']}
      cells={{
        orderNumber: ({ orderId, orderNumber }) => <RecordId id={orderId} number={orderNumber} />,
      }}
      none="orders.backorders.none"
    />
  )
}
