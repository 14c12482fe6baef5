import { Type } from 'typebox'
import { answers, ok, type Routes } from '#platform/http'
import { OrderView, viewOrder } from './schemas.ts'
import type { Orders } from './service.ts'

export function ordersRoutes(orders: Orders): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/api/v1/orders/:orderId',
      config: { access: 'requester:read', fails: ['orders.order_not_found'] },
      schema: {
        operationId: 'getOrder',
        summary: 'Get an order',
        description:
          'Operators can read the orders of every company. Requesters read the orders that they placed, and those of their requisitions.',
        params: Type.Object({ orderId: Type.String({ maxLength: 64 }) }),
        response: answers(OrderView),
      },
      handler: async ({ actor, params }) => ok(viewOrder(await orders.get(actor, params.orderId))),
    })
  }
}
