import { Type } from 'typebox'
import { record } from '#kernel/record'
import { type Database, sql } from '#platform/db'
import { defineList, filter } from '#platform/lists'
import { allocatedLines, allocationColumns } from './allocated-lines.ts'
import { isAllocatedTo, ofCostCenter } from './of-cost-center.ts'
import { readableOrders } from './order-list.ts'
import { patternOf } from './order-list-store.ts'
import { toLine } from './rows.ts'
import { OrderLineView, OrderStateName, PaymentStateName, viewLine } from './schemas.ts'
import type { LineRow } from './tables.ts'

const Instant = Type.String({ format: 'date-time' })
const Id = Type.String({ minLength: 1, maxLength: 64 })
const Code = Type.String({ minLength: 1, maxLength: 100 })

const ListedOrderLineView = record(
  'ListedOrderLine',
  'A line of an order, with what a report needs of the order.',
  {
    orderId: Type.String(),
    orderNumber: Type.String(),
    orderState: OrderStateName,
    paymentState: PaymentStateName,
    orderPoNumber: Type.Optional(Type.String()),
    orderCostCenter: Type.Optional(Type.String()),
    placedBy: Type.String(),
    requestedBy: Type.Optional(Type.String()),
    unitId: Type.Optional(Type.String()),
    placedAt: Instant,
    ...OrderLineView.properties,
  },
)

/** A line of the file. */
const AllocatedLineView = Type.Object({ ...ListedOrderLineView.properties, ...allocationColumns })

type Row = LineRow & {
  order_number: string
  order_state: string
  payment_state: string
  order_po_number: string | null
  order_cost_center: string | null
  placed_by: string
  requested_by: string | null
  unit_id: string | null
  placed_at: Date
  currency: string
}

const filters = {
  state: filter(OrderStateName, (state) => sql`t.state = ${state}`),
  paymentState: filter(PaymentStateName, (state) => sql`t.payment_state = ${state}`),
  createdAfter: filter(Instant, (at) => sql`t.placed_at > ${at}::timestamptz`),
  createdBefore: filter(Instant, (at) => sql`t.placed_at < ${at}::timestamptz`),
  orderId: filter(Id, (orderId) => sql`t.id = ${orderId}`),
  supplierId: filter(Id, (supplierId) => sql`l.supplier_company_id = ${supplierId}`),
  productId: filter(Id, (productId) => sql`l.product_id = ${productId}`),
  q: filter(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'A part of the number of the order, or of the PO number of the line or its order.',
    }),
    (q) => sql`(lower(t.number) like ${patternOf(q)} or lower(t.po_number) like ${patternOf(q)}
      or lower(l.po_number) like ${patternOf(q)})`,
  ),
  poNumber: filter(
    Type.String({ minLength: 1, maxLength: 100, description: 'Of the line, or of its order.' }),
    (poNumber) => sql`(l.po_number = ${poNumber} or t.po_number = ${poNumber})`,
  ),
  costCenter: filter(
    Type.String({ minLength: 1, maxLength: 100, description: 'Of the line, or of its order.' }),
    ofCostCenter,
  ),
  glAccount: filter(
    Code,
    (code) => sql`(l.gl_account = ${code} or ${isAllocatedTo('glAccount', code)})`,
  ),
  project: filter(Code, (code) => sql`(l.project = ${code} or ${isAllocatedTo('project', code)})`),
  placedBy: filter(Id, (userId) => sql`t.placed_by = ${userId}`),
  requestedBy: filter(Id, (userId) => sql`t.requested_by = ${userId}`),
  unitId: filter(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'The unit of the order, or one above it.',
    }),
  ),
}

/** Each change of a line changes its order, too. So a line is read as changed whenever its order was. */
export const orderLineList = (database: Database) =>
  defineList({
    operationId: 'listOrderLines',
    url: '/api/v1/order-lines',
    summary: 'List lines of orders',
    description:
      'The lines of all orders of your company, those of the newest order first. With `updatedAfter` it lists all lines of each order that changed.',
    tags: ['Orders'],
    config: { access: 'orders:read', unitsToo: true },
    item: ListedOrderLineView,
    columns: [
      'orderNumber',
      'orderId',
      'sku',
      'name',
      'supplierId',
      'quantity',
      'lineTotal',
      'placedAt',
    ],
    filters,
    from: sql`orders.orders t join orders.lines l on l.company_id = t.company_id and l.order_id = t.id`,
    select: sql`l.*, t.number as order_number, t.state as order_state, t.payment_state, t.po_number as order_po_number,
    t.cost_center as order_cost_center, t.placed_by, t.requested_by, t.unit_id, t.placed_at, t.currency`,
    scope: (request) => readableOrders(database, request),
    identity: { 't.id': 'text', 'l.line_number': 'integer' },
    sorts: {
      newest: {
        // The lines of an order keep their order.
        keys: { 't.placed_at': 'timestamptz', 't.id': 'text', '-l.line_number': 'integer' },
        direction: 'desc',
      },
    },
    writtenAt: 't.written_at',
    csv: {
      operationId: 'downloadOrderLines',
      summary: 'Download lines of orders as CSV',
      lines: {
        of: AllocatedLineView,
        description:
          'with one line for each allocation of a line, or one for a line without allocations. Add up `allocation.amount` and `allocation.tax`: every allocation repeats the other amounts',
        from: allocatedLines,
      },
    },
    show: (rows: readonly Row[]) => rows.map(viewListedLine),
  })

function viewListedLine(row: Row): Type.Static<typeof ListedOrderLineView> {
  return {
    orderId: row.order_id,
    orderNumber: row.order_number,
    orderState: row.order_state as Type.Static<typeof OrderStateName>,
    paymentState: row.payment_state as Type.Static<typeof PaymentStateName>,
    ...(row.order_po_number !== null && { orderPoNumber: row.order_po_number }),
    ...(row.order_cost_center !== null && { orderCostCenter: row.order_cost_center }),
    placedBy: row.placed_by,
    ...(row.requested_by !== null && { requestedBy: row.requested_by }),
    ...(row.unit_id !== null && { unitId: row.unit_id }),
    placedAt: row.placed_at.toISOString(),
    ...viewLine(toLine(row, row.currency)),
  }
}
