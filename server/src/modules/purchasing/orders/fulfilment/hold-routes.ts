import { answers, type Http, ok } from '#platform/http'
import { OrderView, viewOrder } from '../schemas.ts'
import type { Fulfilment } from './fulfilment.ts'
import { HoldBody, OrderParams, ReleaseBody } from './fulfilment-schemas.ts'

/** Only an administrator who is signed in holds an order and releases it: no API key and no partner app. */
export function holdRoutes(http: Http, fulfilment: Fulfilment): void {
  http.route({
    method: 'POST',
    url: '/api/v1/orders/:orderId/hold',
    config: {
      access: 'company_admin',
      idempotency: 'transactional',
      fails: [
        'orders.order_not_found',
        'orders.not_the_buyer',
        'orders.order_not_open',
        'orders.order_held',
      ],
    },
    schema: {
      operationId: 'holdOrder',
      summary: 'Hold an order',
      description:
        'Until the order is released, nobody can approve it, and no supplier can confirm or ship it. It can be cancelled meanwhile, and the time limit of its approval continues.',
      params: OrderParams,
      body: HoldBody,
      response: answers(OrderView),
    },
    handler: async ({ actor, params: { orderId }, body, idempotency }) =>
      ok(viewOrder(await fulfilment.holdOrder(actor, { ...body, orderId, idempotency }))),
  })

  http.route({
    method: 'POST',
    url: '/api/v1/orders/:orderId/release',
    config: {
      access: 'company_admin',
      idempotency: 'transactional',
      fails: ['orders.order_not_found', 'orders.not_the_buyer', 'orders.order_not_held'],
    },
    schema: {
      operationId: 'releaseOrder',
      summary: 'Release an order',
      params: OrderParams,
      body: ReleaseBody,
      response: answers(OrderView),
    },
    handler: async ({ actor, params: { orderId }, body, idempotency }) =>
      ok(viewOrder(await fulfilment.release(actor, { ...body, orderId, idempotency }))),
  })
}
