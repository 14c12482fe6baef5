import { type Static, Type } from 'typebox'
import { record, withDescription } from '#kernel/record'
import { list, MoneyView, PageQuery, type Routes, viewMoney } from '#platform/http'
import { OrderStateName } from '../schemas.ts'
import { foundOrderRoute } from './order-search-routes.ts'
import type { NamedStuckOrder, OrderWatch } from './order-watch.ts'
import { stuckReasons } from './stuck-order-store.ts'

/** The cursor: since when the order is stuck, and its id. */
const Position = Type.Tuple([Type.Integer(), Type.String()])

const StuckQuery = Type.Object({
  ...PageQuery.properties,
  reason: Type.Optional(Type.Enum([...stuckReasons])),
  companyId: Type.Optional(
    Type.String({ maxLength: 64, description: 'The id of the buying company.' }),
  ),
})

const StuckOrderView = record(
  'StuckOrder',
  'An order that does not progress, as operators see it.',
  {
    orderId: Type.String(),
    companyId: Type.String(),
    companyName: Type.Optional(Type.String()),
    state: OrderStateName,
    reason: Type.Enum([...stuckReasons], {
      description:
        'UNCONFIRMED: no supplier has confirmed it for ORDERS_UNCONFIRMED_HOURS. UNSHIPPED: it is not completely shipped ORDERS_UNSHIPPED_DAYS after it was placed. CREDIT_UNSETTLED: money of a cancellation or a return was not refunded for 15 minutes. CREDIT_REFUSED: the provider refuses the refund, and an operator decides how to refund.',
    }),
    since: Type.String({
      format: 'date-time',
      description: 'The time when the order was placed, or when the refund became due.',
    }),
    amount: withDescription(
      MoneyView,
      'The total of the order, or the amount to refund for a credit.',
    ),
    poNumber: Type.Optional(Type.String()),
    suppliers: Type.Array(
      record('StuckOrderSupplier', 'A supplier that the order waits for.', {
        id: Type.String(),
        name: Type.Optional(Type.String()),
      }),
      {
        description: 'The suppliers that have not confirmed or shipped yet.',
      },
    ),
    creditId: Type.Optional(
      Type.String({ description: 'The id of the credit whose money was not refunded.' }),
    ),
    lastError: Type.Optional(Type.String({ description: 'The error of the last attempt.' })),
  },
)

const example = {
  orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
  companyId: 'co_01m7xb82dw3khw78phh28dvacd',
  companyName: 'Example GmbH',
  state: 'PLACED' as const,
  reason: 'UNCONFIRMED' as const,
  since: '2026-01-02T03:04:05.000Z',
  amount: { amount: '125.00', currency: 'EUR' },
  suppliers: [{ id: 'co_01m7xb82dw3khw78phh28dvace', name: 'Kabelwerk Direkt' }],
}

export function orderOperatorRoutes(watch: OrderWatch): Routes {
  return async (http) => {
    foundOrderRoute(http, watch)
    http.route({
      method: 'GET',
      url: '/admin/orders/stuck',
      config: { access: 'operator' },
      schema: {
        operationId: 'listStuckOrders',
        tags: ['Operations'],
        summary: 'List stuck orders',
        description: 'Lists the oldest first. An order with two reasons is listed twice.',
        querystring: StuckQuery,
        response: list(StuckOrderView, { examples: [example] }),
      },
      handler: async ({ query: { reason, companyId }, page }) => {
        const place = page.after(Position)
        const after = place && { since: new Date(place[0]), id: place[1] }
        const found = await watch.listStuck({ reason, companyId, after, limit: page.probe })
        return page.answer(found, viewStuck, ({ since, id }) => [since.getTime(), id])
      },
    })
  }
}

function viewStuck(stuck: NamedStuckOrder): Static<typeof StuckOrderView> {
  const { companyName, poNumber, creditId, lastError } = stuck
  return {
    orderId: stuck.orderId,
    companyId: stuck.companyId,
    ...(companyName !== undefined && { companyName }),
    state: stuck.state,
    reason: stuck.reason,
    since: stuck.since.toISOString(),
    amount: viewMoney(stuck.amount),
    ...(poNumber !== undefined && { poNumber }),
    suppliers: stuck.suppliers.map(({ id, name }) => ({ id, ...(name !== undefined && { name }) })),
    ...(creditId !== undefined && { creditId }),
    ...(lastError !== undefined && { lastError }),
  }
}
