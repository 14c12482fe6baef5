import { answers, type Http, ok } from '#platform/http'
import type { Webhooks } from '../service.ts'
import {
  attemptExample,
  DeliveryParams,
  DeliveryView,
  DeliveryWithAttemptsView,
  deliveryExample,
  OneOfSeveralQuery,
  viewAttempt,
  viewDelivery,
} from './delivery-schemas.ts'

const access = 'webhooks:manage'
const noSuchEndpoint = 'webhooks.endpoint_not_found'
const noSuchDelivery = 'webhooks.delivery_not_found'
const ambiguous = 'webhooks.delivery_ambiguous'

export function deliveryRoutes(webhooks: Webhooks, http: Http): void {
  addGetDelivery(webhooks, http)
  addReplayDelivery(webhooks, http)
}

function addGetDelivery(webhooks: Webhooks, http: Http): void {
  http.route({
    method: 'GET',
    url: '/api/v1/webhooks/deliveries/:deliveryId',
    config: { access, fails: [noSuchDelivery, ambiguous] },
    schema: {
      operationId: 'getWebhookDelivery',
      summary: 'Get a webhook delivery',
      description:
        'Shows the delivery with its attempts. The id of an event selects its latest delivery. If several subscriptions got the event, `webhookId` selects one.',
      params: DeliveryParams,
      querystring: OneOfSeveralQuery,
      response: answers(DeliveryWithAttemptsView, {
        examples: [{ ...deliveryExample, attemptLog: [attemptExample] }],
      }),
    },
    handler: async ({ actor, params, query }) => {
      const { deliveryId } = params
      const found = await webhooks.getDelivery(actor, deliveryId, query.webhookId)
      const { delivery, attempts } = found
      return ok({ ...viewDelivery(delivery), attemptLog: attempts.map(viewAttempt) })
    },
  })
}

function addReplayDelivery(webhooks: Webhooks, http: Http): void {
  http.route({
    method: 'POST',
    url: '/api/v1/webhooks/deliveries/:deliveryId/replay',
    config: {
      access,
      fails: [
        noSuchDelivery,
        ambiguous,
        noSuchEndpoint,
        'webhooks.delivery_not_finished',
        'webhooks.event_not_kept',
      ],
    },
    schema: {
      operationId: 'replayWebhookDelivery',
      summary: 'Replay a webhook delivery',
      description: 'Sends the event again under the same id.',
      params: DeliveryParams,
      querystring: OneOfSeveralQuery,
      response: answers(DeliveryView, {
        status: 202,
        examples: [{ ...deliveryExample, state: 'PENDING', replayOf: deliveryExample.id }],
      }),
    },
    handler: async ({ actor, params, query }) => {
      const { deliveryId } = params
      return ok(viewDelivery(await webhooks.replayDelivery(actor, deliveryId, query.webhookId)))
    },
  })
}
