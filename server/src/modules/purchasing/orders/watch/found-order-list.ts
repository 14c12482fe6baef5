import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { instantOf } from '#kernel/time'
import { MoneyView, viewMoney } from '#platform/http'
import { type Cut, defineList, filter, type ListRequest, type QueryOf } from '#platform/lists'
import { CostCenterFilter, idOf } from '../order-list.ts'
import { OrderStateName, PaymentStateName } from '../schemas.ts'
import type { NamedOrder, OrderWatch } from './order-watch.ts'

const filters = {
  companyId: filter(idOf('The id of the buying company.')),
  q: filter(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'The id of an order, its number, its PO number, the PO number of one of its lines, or the number of a return. A part of a number, in any case, finds if no order has exactly this number.',
    }),
  ),
  state: filter(OrderStateName),
  paymentState: filter(PaymentStateName),
  supplierId: filter(idOf('The supplier of at least one line.')),
  productId: filter(idOf('The product of at least one line.')),
  costCenter: filter(CostCenterFilter),
  unitId: filter(idOf('The unit of the order. Units below it are left out.')),
  placedBy: filter(idOf('The id of the person who placed the order.')),
  requestedBy: filter(idOf('The id of the person whose requisition the order comes from.')),
  createdAfter: filter(Type.String({ format: 'date-time' })),
  createdBefore: filter(Type.String({ format: 'date-time' })),
}

const example = {
  orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
  number: 'PO-2026-000123',
  companyId: 'co_01m7xb82dw3khw78phh28dvacd',
  companyName: 'Example GmbH',
  state: 'PLACED' as const,
  paymentState: 'PAID' as const,
  total: { amount: '125.00', currency: 'EUR' },
  poNumber: 'PO-4711',
  paymentId: 'pay_01m7xb80j6g1r3x9n5w7d0sveb',
  placedBy: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
  costCenter: '4711',
  supplierIds: ['co_01m7x9t0a3w4n5q6r7s8t9v0w1'],
  placedAt: '2026-01-02T03:04:05.000Z',
}

const FoundOrderView = record('FoundOrder', 'An order of any company, as operators find it.', {
  orderId: Type.String(),
  number: Type.String(),
  companyId: Type.String(),
  companyName: Type.Optional(Type.String()),
  state: OrderStateName,
  paymentState: PaymentStateName,
  total: MoneyView,
  poNumber: Type.Optional(Type.String()),
  paymentId: Type.Optional(Type.String()),
  checkoutId: Type.Optional(Type.String()),
  placedBy: Type.String({ description: 'The id of the person or API key.' }),
  requestedBy: Type.Optional(
    Type.String({ description: 'The person whose requisition the order comes from.' }),
  ),
  unitId: Type.Optional(Type.String({ description: 'The unit of the one who needs the goods.' })),
  costCenter: Type.Optional(Type.String()),
  supplierIds: Type.Array(Type.String()),
  placedAt: Type.String({ format: 'date-time' }),
})

export const foundOrderList = (watch: OrderWatch) =>
  defineList({
    operationId: 'searchOrders',
    url: '/admin/orders/search',
    summary: 'Search orders of all companies',
    description:
      'Newest first, or with `sort=oldest` the oldest. To see the content of an order, read it by its id. For a part of a number, and for every filter but `companyId` and the times, one request looks through at most 20,000 orders. A page can therefore have fewer than `limit`, or none, together with a `meta.nextCursor` that continues beyond them.',
    tags: ['Operations'],
    config: { access: 'operator' },
    item: FoundOrderView,
    examples: [example],
    columns: [
      'number',
      'companyId',
      'companyName',
      'state',
      'paymentState',
      'total',
      'poNumber',
      'unitId',
      'placedBy',
      'requestedBy',
      'placedAt',
    ],
    csv: { operationId: 'downloadOrdersOfAll', summary: 'Download orders of all companies as CSV' },
    filters,
    sorts: {
      newest: { read: (request: Request, cut) => readIn('newest', watch, request, cut) },
      oldest: { read: (request: Request, cut) => readIn('oldest', watch, request, cut) },
    },
    show: (orders: readonly NamedOrder[]) => orders.map(viewFound),
  })

type Request = ListRequest<QueryOf<typeof filters>>

async function readIn(
  sort: 'newest' | 'oldest',
  watch: OrderWatch,
  { query }: Request,
  { after, limit }: Cut,
) {
  const { q, createdAfter, createdBefore, ...others } = query
  const { found, scannedUntil } = await watch.search({
    ...others,
    q: q?.trim(),
    createdAfter: instantOf(createdAfter),
    createdBefore: instantOf(createdBefore),
    sort,
    from: after && String(after[0]),
    limit,
  })
  return {
    found: found.map((row) => ({ row, position: [row.id] })),
    continuesAfter: scannedUntil === undefined ? undefined : [scannedUntil],
  }
}

function viewFound(order: NamedOrder): Static<typeof FoundOrderView> {
  const { companyName, poNumber, paymentId, checkoutId } = order
  const { requestedBy, unitId, costCenter } = order
  return {
    orderId: order.id,
    number: order.number,
    companyId: order.companyId,
    ...(companyName !== undefined && { companyName }),
    state: order.state,
    paymentState: order.paymentState,
    total: viewMoney(order.total),
    ...(poNumber !== undefined && { poNumber }),
    ...(paymentId !== undefined && { paymentId }),
    ...(checkoutId !== undefined && { checkoutId }),
    placedBy: order.placedBy,
    ...(requestedBy !== undefined && { requestedBy }),
    ...(unitId !== undefined && { unitId }),
    ...(costCenter !== undefined && { costCenter }),
    supplierIds: [...order.supplierIds],
    placedAt: order.placedAt.toISOString(),
  }
}
