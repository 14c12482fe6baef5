import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { type Http, list, MoneyView, PageQuery, viewMoney } from '#platform/http'
import { OrderStateName, PaymentStateName } from '../schemas.ts'
import type { NamedOrder, OrderWatch } from './order-watch.ts'

const SearchQuery = Type.Object({
  ...PageQuery.properties,
  companyId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'The id of the buying company.' }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'The id of an order, its PO number, or the PO number of one of its lines. A part of a number, in any case, finds if no order has exactly this number.',
    }),
  ),
  state: Type.Optional(OrderStateName),
  paymentState: Type.Optional(PaymentStateName),
})

const example = {
  orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
  companyId: 'co_01m7xb82dw3khw78phh28dvacd',
  companyName: 'Example GmbH',
  state: 'PLACED' as const,
  paymentState: 'PAID' as const,
  total: { amount: '125.00', currency: 'EUR' },
  poNumber: 'PO-4711',
  paymentId: 'pay_01m7xb80j6g1r3x9n5w7d0sveb',
  placedAt: '2026-01-02T03:04:05.000Z',
}

const FoundOrderView = record('FoundOrder', 'An order of any company, as operators find it.', {
  orderId: Type.String(),
  companyId: Type.String(),
  companyName: Type.Optional(Type.String()),
  state: OrderStateName,
  paymentState: PaymentStateName,
  total: MoneyView,
  poNumber: Type.Optional(Type.String()),
  paymentId: Type.Optional(Type.String()),
  checkoutId: Type.Optional(Type.String()),
  placedAt: Type.String({ format: 'date-time' }),
})

export function foundOrderRoute(http: Http, watch: OrderWatch): void {
  http.route({
    method: 'GET',
    url: '/admin/orders/search',
    config: { access: 'operator' },
    schema: {
      operationId: 'searchOrders',
      tags: ['Operations'],
      summary: 'Search orders of all companies',
      description:
        'Newest first. To see the content of an order, read it by its id. For a state, or a part of a number, one request looks through at most 20,000 orders. A page can therefore have fewer than `limit`, or none, together with a `meta.nextCursor` that continues with older ones.',
      querystring: SearchQuery,
      response: list(FoundOrderView, { examples: [example] }),
    },
    handler: async ({ query: { companyId, q, state, paymentState }, page }) => {
      const filters = { companyId, q: q?.trim(), state, paymentState }
      const cut = { before: page.after(Type.String()), limit: page.probe }
      const { found, scannedUntil } = await watch.search({ ...filters, ...cut })
      return page.answer(found, viewFound, ({ id }) => id, { continuesAfter: scannedUntil })
    },
  })
}

function viewFound(order: NamedOrder): Static<typeof FoundOrderView> {
  const { companyName, poNumber, paymentId, checkoutId } = order
  return {
    orderId: order.id,
    companyId: order.companyId,
    ...(companyName !== undefined && { companyName }),
    state: order.state,
    paymentState: order.paymentState,
    total: viewMoney(order.total),
    ...(poNumber !== undefined && { poNumber }),
    ...(paymentId !== undefined && { paymentId }),
    ...(checkoutId !== undefined && { checkoutId }),
    placedAt: order.placedAt.toISOString(),
  }
}
