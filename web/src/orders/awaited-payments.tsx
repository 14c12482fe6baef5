import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'
import { RecordId } from '../records/record-id.tsx'

const list = listOf('/admin/orders/awaited-payments')

/** Further card payments of buyers, on which changes of orders wait. */
export function AwaitedPayments({ now }: { readonly now: number }) {
  return (
    <RouteList
      list={list}
      id="awaited-payments"
      title="orders.awaitedPayments.title"
      keys={['paymentId']}
      now={now}
      ages={['since']}
      names={{ paymentState: 'find.payment' }}
      cells={{
        orderNumber: ({ orderId, orderNumber }) => <RecordId id={orderId} number={orderNumber} />,
        paymentId: ({ paymentId }) => <RecordId id={paymentId} />,
      }}
      none="orders.awaitedPayments.none"
    />
  )
}
