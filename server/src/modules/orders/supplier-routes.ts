import { Type } from 'typebox'
import { answers, type Http, list, ok } from '#platform/http'
import type { Fulfilment } from './fulfilment.ts'
import { OrderParams } from './fulfilment-schemas.ts'
import {
  ListSuppliedQuery,
  SuppliedOrderView,
  SuppliedSummaryView,
  viewSuppliedOrder,
  viewSuppliedSummary,
} from './supplier-schemas.ts'

/** Where a page ended: ids sort by time. */
const Position = Type.Tuple([Type.String()])

export function supplierRoutes(http: Http, fulfilment: Fulfilment): void {
  http.route({
    method: 'GET',
    url: '/api/v1/supplier/orders',
    config: { access: 'orders:read' },
    schema: {
      operationId: 'listSuppliedOrders',
      tags: ['orders'],
      summary: 'Orders with lines that your company supplies, newest first',
      description:
        'Of each order your lines alone. A company that supplies nothing has none. For a `state` one request looks through 20,000 of your lines at most: a page may have fewer orders than `limit`, or none, and a `meta.nextCursor` behind which it goes on with older ones.',
      querystring: ListSuppliedQuery,
      response: list(SuppliedSummaryView),
    },
    handler: async ({ actor, query: { state }, page }) => {
      const before = page.after(Position)?.[0]
      const cut = { before, limit: page.probe }
      const { found, lookedUntil } = await fulfilment.listSupplied(actor, { state }, cut)
      return page.answer(found, viewSuppliedSummary, ({ order }) => [order.id], {
        goesOnBehind: lookedUntil && [lookedUntil],
      })
    },
  })

  http.route({
    method: 'GET',
    url: '/api/v1/supplier/orders/:orderId',
    config: { access: 'orders:read', fails: ['orders.order_not_found'] },
    schema: {
      operationId: 'getSuppliedOrder',
      tags: ['orders'],
      summary: 'One order with the lines that your company supplies',
      params: OrderParams,
      response: answers(SuppliedOrderView),
    },
    handler: async ({ actor, params }) =>
      ok(viewSuppliedOrder(await fulfilment.getSupplied(actor, params.orderId))),
  })
}
