import { Type } from 'typebox'
import { answers, type Http, list, ok, PageQuery } from '#platform/http'
import {
  attemptExample,
  DeliveryFilterQuery,
  DeliveryView,
  DeliveryWithAttemptsView,
  deliveryExample,
  viewAttempt,
  viewDelivery,
} from './delivery-schemas.ts'
import type { Webhooks } from './service.ts'

const access = 'webhooks:manage'
const EndpointParams = Type.Object({ webhookId: Type.String({ maxLength: 64 }) })
const DeliveryParams = Type.Object({ deliveryId: Type.String({ maxLength: 64 }) })
const noSuchEndpoint = 'webhooks.endpoint_not_found'
const noSuchDelivery = 'webhooks.delivery_not_found'

export function deliveryRoutes(webhooks: Webhooks, http: Http): void {
  reading(webhooks, http)
  replaying(webhooks, http)
}

function reading(webhooks: Webhooks, http: Http): void {
  http.route({
    method: 'GET',
    url: '/api/v1/webhooks/:webhookId/deliveries',
    config: { access, fails: [noSuchEndpoint] },
    schema: {
      operationId: 'listWebhookDeliveries',
      summary: 'What was and is to be sent, newest first',
      params: EndpointParams,
      querystring: Type.Object({ ...DeliveryFilterQuery.properties, ...PageQuery.properties }),
      response: list(DeliveryView, { examples: [deliveryExample] }),
    },
    handler: async ({ actor, params, page, query: { state, type, since } }) => {
      const before = page.after(Type.String())
      const search = {
        ...(state !== undefined && { state }),
        ...(type !== undefined && { type }),
        ...(since !== undefined && { since: new Date(since) }),
      }
      const found = await webhooks.listDeliveries(actor, params.webhookId, search, {
        ...(before !== undefined && { before }),
        limit: page.probe,
      })
      return page.answer(found, viewDelivery, ({ id }) => id)
    },
  })

  http.route({
    method: 'GET',
    url: '/api/v1/webhooks/deliveries/:deliveryId',
    config: { access, fails: [noSuchDelivery] },
    schema: {
      operationId: 'getWebhookDelivery',
      summary: 'One delivery with its attempts',
      params: DeliveryParams,
      response: answers(DeliveryWithAttemptsView, {
        examples: [{ ...deliveryExample, attemptLog: [attemptExample] }],
      }),
    },
    handler: async ({ actor, params }) => {
      const { delivery, attempts } = await webhooks.getDelivery(actor, params.deliveryId)
      return ok({ ...viewDelivery(delivery), attemptLog: attempts.map(viewAttempt) })
    },
  })
}

function replaying(webhooks: Webhooks, http: Http): void {
  http.route({
    method: 'POST',
    url: '/api/v1/webhooks/deliveries/:deliveryId/replay',
    config: {
      access,
      fails: [
        noSuchDelivery,
        noSuchEndpoint,
        'webhooks.delivery_not_finished',
        'webhooks.event_not_kept',
      ],
    },
    schema: {
      operationId: 'replayWebhookDelivery',
      summary: 'Send the event once more, under the same id',
      params: DeliveryParams,
      response: answers(DeliveryView, {
        status: 202,
        examples: [{ ...deliveryExample, state: 'PENDING', replayOf: deliveryExample.id }],
      }),
    },
    handler: async ({ actor, params }) =>
      ok(viewDelivery(await webhooks.replayDelivery(actor, params.deliveryId))),
  })
}
