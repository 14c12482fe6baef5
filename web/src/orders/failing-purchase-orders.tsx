import { type Column, List } from '../components/list.tsx'
import { listFailingPurchaseOrders } from '../records/purchasing/invoices-api.ts'
import { RecordId } from '../records/record-id.tsx'
import { RecordName } from '../records/record-name.tsx'
import { FailedCells, failedColumns } from './failed-cells.tsx'

const columns = [
  { title: 'lists.column.order' },
  ...failedColumns,
] as const satisfies readonly Column[]

/** Purchase orders that could not be rendered as PDF. The service tries again. */
export function FailingPurchaseOrders({ now }: { readonly now: number }) {
  return (
    <List
      id="failing-purchase-orders"
      title="orders.purchaseOrders.title"
      queryKey={['failing-purchase-orders']}
      read={(cursor, signal) => listFailingPurchaseOrders(cursor, signal)}
      columns={columns}
      row={({ orderId, supplierId, number, since, attempts, error, retryAt }) => (
        <tr key={`${orderId} ${supplierId}`}>
          <th scope="row">
            <RecordId id={orderId} number={number} />
            <RecordName id={supplierId} />
          </th>
          <FailedCells {...{ since, attempts, error, retryAt, now }} />
        </tr>
      )}
      none="orders.purchaseOrders.none"
    />
  )
}
