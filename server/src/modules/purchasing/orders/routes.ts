import { Type } from 'typebox'
import { answers, list, ok, type Routes } from '#platform/http'
import type { OrderPlace } from './order-list-store.ts'
import {
  ListOrdersQuery,
  OrderSummaryView,
  OrderView,
  viewOrder,
  viewOrderSummary,
} from './schemas.ts'
import type { Orders } from './service.ts'

/** The cursor: the sort key of the last order of the page. */
const Position = Type.Tuple([Type.Integer(), Type.String()])

export function ordersRoutes(orders: Orders): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/api/v1/orders',
      config: { access: 'orders:read' },
      schema: {
        operationId: 'listOrders',
        summary: 'List orders',
        description:
          'Newest first. `q` is the id of an order, or a text that the service looks for in the lines (name, sku, mpn, PO number) and in the PO number of the order. One request looks through at most 20,000 orders and 50,000 lines. A page can therefore have fewer orders than `limit`, or none, together with a `meta.nextCursor` that continues with older ones.',
        querystring: ListOrdersQuery,
        response: list(OrderSummaryView),
      },
      handler: async ({ actor, query, page }) => {
        const after = page.after(Position)
        const before = after && { placedAt: new Date(after[0]), id: after[1] }
        const { state, paymentState, poNumber, q } = query
        const filters = {
          state,
          paymentState,
          poNumber,
          q,
          createdAfter: instantOf(query.createdAfter),
          createdBefore: instantOf(query.createdBefore),
        }
        const { found, scannedUntil } = await orders.list(actor, filters, {
          before,
          limit: page.probe,
        })
        return page.answer(found, viewOrderSummary, ({ order }) => placeOf(order), {
          continuesAfter: scannedUntil && placeOf(scannedUntil),
        })
      },
    })

    http.route({
      method: 'GET',
      url: '/api/v1/orders/:orderId',
      config: { access: 'orders:read', fails: ['orders.order_not_found'] },
      schema: {
        operationId: 'getOrder',
        summary: 'Get an order',
        description: 'Operators can read the orders of every company.',
        params: Type.Object({ orderId: Type.String({ maxLength: 64 }) }),
        response: answers(OrderView),
      },
      handler: async ({ actor, params }) => ok(viewOrder(await orders.get(actor, params.orderId))),
    })
  }
}

const placeOf = ({ placedAt, id }: OrderPlace) => [placedAt.getTime(), id]

function instantOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text)
}
