import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'
import { Since } from '../components/since.tsx'
import { RecordId } from '../records/record-id.tsx'

const list = listOf('/admin/orders/failing-pdfs')

/** Purchase orders that could not be rendered as PDF. The service tries again. */
export function FailingPurchaseOrders({ now }: { readonly now: number }) {
  return (
    <RouteList
      list={list}
      id="failing-purchase-orders"
      title="orders.purchaseOrders.title"
      keys={['orderId', 'supplierId']}
      cells={{
        number: ({ orderId, number }) => <RecordId id={orderId} number={number} />,
        since: ({ since }) => <Since at={since} now={now} />,
      }}
      without={['orderId']}
      none="orders.purchaseOrders.none"
    />
  )
}
