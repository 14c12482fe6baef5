import { Type } from 'typebox'
import { instantOf } from '#kernel/time'
import { isOfUnits, listUnitsBelow } from '#modules/structure'
import { type Database, sql } from '#platform/db'
import {
  type Condition,
  type Cut,
  defineList,
  filter,
  type List,
  type ListRequest,
  ofCompany,
  readRows,
} from '#platform/lists'
import {
  hasCostCenter,
  hasPoNumber,
  hasProduct,
  hasSupplier,
  listOrders,
  matchesText,
  type OrderFilters,
  type OrderPlace,
  type OrderSummary,
  type SummaryRow,
  summaryColumns,
  toSummary,
} from './order-list-store.ts'
import { type BuyersMatter, buyersMatters, waitsForBuyer } from './raises/waits-for-buyer.ts'
import { OrderStateName, OrderSummaryView, PaymentStateName, viewOrderSummary } from './schemas.ts'
import { isReached, reachOf } from './whose-orders.ts'

const Instant = Type.String({ format: 'date-time' })

/** A filter of orders by an id. */
export const idOf = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, description })

export const CostCenterFilter = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The cost centre of the order, of one of its lines, or of one of their allocations.',
})

const filters = {
  state: filter(OrderStateName, (state) => sql`t.state = ${state}`),
  paymentState: filter(PaymentStateName, (state) => sql`t.payment_state = ${state}`),
  createdAfter: filter(Instant, (at) => sql`t.placed_at > ${at}::timestamptz`),
  createdBefore: filter(Instant, (at) => sql`t.placed_at < ${at}::timestamptz`),
  poNumber: filter(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The whole PO number of the order, or of one of its lines.',
    }),
    hasPoNumber,
  ),
  supplierId: filter(idOf('The supplier of at least one line.'), hasSupplier),
  productId: filter(idOf('The product of at least one line.'), hasProduct),
  costCenter: filter(CostCenterFilter, hasCostCenter),
  placedBy: filter(
    idOf('The id of the person who placed the order.'),
    (userId) => sql`t.placed_by = ${userId}`,
  ),
  requestedBy: filter(
    idOf('The id of the person whose requisition the order comes from.'),
    (userId) => sql`t.requested_by = ${userId}`,
  ),
  unitId: filter(idOf('The unit of the order, or one above it.')),
  waitsFor: filter(
    Type.Enum([...buyersMatters], {
      description:
        'The orders that wait for your company. DECISION: a supplier proposes a change, and nobody has accepted or refused it. PAYMENT: a change on which both sides agree binds when it is paid.',
    }),
    (matter, { actor }) => waitsForBuyer(actor.companyId, matter),
  ),
  q: filter(
    Type.String({ minLength: 1, maxLength: 200 }),
    (q) => sql`(t.id = ${q} or ${matchesText(q)})`,
  ),
}

export function orderList(database: Database): List {
  const list: List = defineList({
    operationId: 'listOrders',
    url: '/api/v1/orders',
    summary: 'List orders',
    description:
      'Newest first. Requesters see the orders that they placed, and those of their requisitions; who has a role for a unit also those of the unit. `q` is the id of an order, or a text that the service looks for in the lines (name, sku, mpn, PO number), in the number of the order, in the numbers of its returns and in its PO number. With `q`, `supplierId`, `productId` or `costCenter`, and where another filter is combined with `placedBy`, `requestedBy` or `unitId` or with what a requester may see, one request looks through at most 20,000 orders and 50,000 lines. A page can therefore have fewer orders than `limit`, or none, together with a `meta.nextCursor` that continues with older ones.',
    config: { access: 'requester:read' },
    item: OrderSummaryView,
    columns: ['number', 'id', 'state', 'paymentState', 'total', 'poNumber', 'placedBy', 'placedAt'],
    filters,
    from: sql`orders.orders t`,
    select: summaryColumns,
    scope: (request) => readableOrders(database, request),
    identity: { 't.id': 'text' },
    sorts: {
      newest: {
        read: (request: OrderRequest, cut) =>
          request.query.waitsFor === undefined
            ? readNewest(database, request, cut)
            : readWaiting(database, list, request, cut),
      },
    },
    writtenAt: 't.written_at',
    csv: { operationId: 'downloadOrders', summary: 'Download orders as CSV' },
    show: (rows: readonly (OrderSummary | SummaryRow)[]) =>
      rows.map((row) => viewOrderSummary('order' in row ? row : toSummary(row))),
  })
  return list
}

type OrderRequest = ListRequest<
  Omit<OrderFilters, 'createdAfter' | 'createdBefore' | 'reach' | 'unitIds'> & {
    readonly unitId?: string
    readonly waitsFor?: BuyersMatter
    readonly createdAfter?: string
    readonly createdBefore?: string
  }
>

/** The orders of the company that the actor may read; with `unitId` those of this unit and of the units below it. */
export async function readableOrders(
  { pool }: Database,
  { actor, query: { unitId } }: ListRequest<{ readonly unitId?: string | undefined }>,
): Promise<Condition> {
  const reach = await reachOf(pool, actor, 'orders:read')
  const unitIds =
    unitId === undefined ? undefined : await listUnitsBelow(pool, actor.companyId, [unitId])
  const ofUnit = unitIds ? sql`${ofCompany(actor)} and ${isOfUnits(unitIds)}` : ofCompany(actor)
  return reach ? sql`${ofUnit} and ${isReached(reach)}` : ofUnit
}

async function readNewest({ pool }: Database, { actor, query }: OrderRequest, cut: Cut) {
  const { createdAfter, createdBefore, unitId, ...others } = query
  const unitIds =
    unitId === undefined ? undefined : await listUnitsBelow(pool, actor.companyId, [unitId])
  const filters = {
    ...others,
    unitIds,
    reach: await reachOf(pool, actor, 'orders:read'),
    createdAfter: instantOf(createdAfter),
    createdBefore: instantOf(createdBefore),
  }
  const [placedAt, id] = cut.after ?? []
  const before =
    id === undefined ? undefined : { placedAt: new Date(String(placedAt)), id: String(id) }
  const page = { before, limit: cut.limit }
  const { found, scannedUntil } = await listOrders(pool, actor.companyId, filters, page)
  return {
    found: found.map((row) => ({ row, position: positionOf(row.order) })),
    continuesAfter: scannedUntil && positionOf(scannedUntil),
  }
}

/** Few orders wait, so the general statement reads them with any other filter. */
async function readWaiting({ pool }: Database, list: List, request: OrderRequest, cut: Cut) {
  const keys = { 't.placed_at': 'timestamptz', 't.id': 'text' } as const
  const { found } = await readRows(pool, list, request, { keys, direction: 'desc' }, cut)
  return { found: found.map(({ row, position }) => ({ row: row as SummaryRow, position })) }
}

const positionOf = ({ placedAt, id }: OrderPlace) => [placedAt.toISOString(), id]
