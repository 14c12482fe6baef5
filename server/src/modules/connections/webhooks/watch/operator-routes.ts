import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { answers, type Http, ok, type Routes } from '#platform/http'
import {
  attemptExample,
  DeliveryParams,
  DeliveryView,
  DeliveryWithAttemptsView,
  deliveryExample,
  OneOfSeveralQuery,
  viewAttempt,
  viewDelivery,
} from '../deliveries/delivery-schemas.ts'
import { EnableQuery, EventBodyView, ReceiverTest } from '../endpoints/endpoint-schemas.ts'
import { eventBodyExample } from '../examples.ts'
import { fail } from '../failures.ts'
import type { Webhooks } from '../service.ts'
import { actingFor } from './acting-for.ts'
import { viewWatched, WatchedEndpointView, watchedExample } from './watch-schemas.ts'

const access = 'operator'
const tags = ['Operations']
const OfCompany = { companyId: Type.String({ maxLength: 64 }) }
const EndpointParams = Type.Object({ ...OfCompany, webhookId: Type.String({ maxLength: 64 }) })
const OneDeliveryParams = Type.Object({ ...OfCompany, ...DeliveryParams.properties })
const noSuchEndpoint = 'webhooks.endpoint_not_found'
const findFails = ['webhooks.delivery_not_found', 'webhooks.delivery_ambiguous']

/**
 * Operators see the state of subscriptions and their deliveries. They never see addresses, secrets and signing keys.
 */
export function webhookOperatorRoutes(webhooks: Webhooks): Routes {
  return async (http) => {
    addEndpointRoutes(webhooks, http)
    addGetDelivery(webhooks, http)
    addGetEvent(webhooks, http)
    addReplayRoutes(webhooks, http)
  }
}

function addEndpointRoutes(webhooks: Webhooks, http: Http): void {
  http.route({
    method: 'GET',
    url: '/admin/companies/:companyId/webhooks/:webhookId',
    config: { localized: true, access, fails: [noSuchEndpoint] },
    schema: {
      operationId: 'getWebhookOfCompany',
      summary: 'Get a webhook of a company',
      description: 'Shows its state and what waits. The address and the secret stay hidden.',
      tags,
      params: EndpointParams,
      response: answers(WatchedEndpointView, { examples: [watchedExample] }),
    },
    handler: async ({ params: { companyId, webhookId }, locale }) => {
      const [found] = await webhooks.watch({ companyId, endpointId: webhookId, limit: 1 })
      if (!found) throw fail('endpoint_not_found', { endpointId: webhookId })
      return ok(viewWatched(found, locale))
    },
  })

  http.route({
    method: 'POST',
    url: '/admin/companies/:companyId/webhooks/:webhookId/enable',
    config: {
      access,
      fails: [noSuchEndpoint, 'webhooks.paused_by_company', 'webhooks.test_failed'],
    },
    schema: {
      operationId: 'enableWebhookOfCompany',
      summary: 'Enable a webhook of a company',
      description:
        'Sends the held deliveries of a webhook that the service disabled. Its receiver gets one `webhook.test` first, and the answer says what it answered. If the test fails, the webhook stays disabled, unless `evenIfTestFails=true` is there. The audit log of the company records who enabled it. A webhook that its company paused stays paused.',
      tags,
      params: EndpointParams,
      querystring: EnableQuery,
      response: answers(EnabledByOperatorView, {
        examples: [
          {
            id: watchedExample.id,
            released: 12,
            test: { passed: true, ms: 84, statusCode: 204 },
          },
        ],
      }),
    },
    handler: async ({ actor, params: { companyId, webhookId }, query }) => {
      const acting = actingFor(actor, companyId)
      const { released, test } = await webhooks.enableUnlessPaused(acting, webhookId, query)
      return ok({ id: webhookId, released, ...(test && { test }) })
    },
  })
}

const EnabledByOperatorView = record(
  'WebhookEnabledByOperator',
  'The webhook, the number of held deliveries that are sent now, and what its receiver answered.',
  { id: Type.String(), released: Type.Integer(), test: ReceiverTest },
)

function addGetDelivery(webhooks: Webhooks, http: Http): void {
  http.route({
    method: 'GET',
    url: '/admin/companies/:companyId/webhooks/deliveries/:deliveryId',
    config: { access, fails: findFails },
    schema: {
      operationId: 'getWebhookDeliveryOfCompany',
      summary: 'Get a webhook delivery of a company',
      description:
        'Shows the delivery with its attempts. The audit log of the company records who read it.',
      tags,
      params: OneDeliveryParams,
      querystring: OneOfSeveralQuery,
      response: answers(DeliveryWithAttemptsView, {
        examples: [{ ...deliveryExample, attemptLog: [attemptExample] }],
      }),
    },
    handler: async ({ actor, params: { companyId, deliveryId }, query }) => {
      const acting = actingFor(actor, companyId)
      const read = await webhooks.getDelivery(acting, deliveryId, query.webhookId)
      const { delivery, attempts } = read
      await webhooks.recordReading(actor, companyId, { type: 'webhook_delivery', id: delivery.id })
      return ok({ ...viewDelivery(delivery), attemptLog: attempts.map(viewAttempt) })
    },
  })
}

function addGetEvent(webhooks: Webhooks, http: Http): void {
  http.route({
    method: 'GET',
    url: '/admin/companies/:companyId/webhooks/events/:eventId',
    config: { access, fails: ['webhooks.event_not_found'] },
    schema: {
      operationId: 'getWebhookEventOfCompany',
      summary: 'Get a webhook event of a company',
      description:
        'Returns the whole event, whether or not it was sent. The audit log of the company records who read it.',
      tags,
      params: Type.Object({ ...OfCompany, eventId: Type.String({ maxLength: 64 }) }),
      response: answers(EventBodyView, { examples: [eventBodyExample] }),
    },
    handler: async ({ actor, params: { companyId, eventId } }) => {
      const event = await webhooks.getEvent(actingFor(actor, companyId), eventId)
      await webhooks.recordReading(actor, companyId, { type: 'event', id: eventId })
      return ok(event as Static<typeof EventBodyView>)
    },
  })
}

function addReplayRoutes(webhooks: Webhooks, http: Http): void {
  http.route({
    method: 'POST',
    url: '/admin/companies/:companyId/webhooks/deliveries/:deliveryId/replay',
    config: {
      access,
      fails: [
        ...findFails,
        noSuchEndpoint,
        'webhooks.delivery_not_finished',
        'webhooks.event_not_kept',
      ],
    },
    schema: {
      operationId: 'replayWebhookDeliveryOfCompany',
      summary: 'Replay a webhook delivery of a company',
      description:
        'Sends the event again under the same id. The audit log of the company records who replayed it.',
      tags,
      params: OneDeliveryParams,
      querystring: OneOfSeveralQuery,
      response: answers(DeliveryView, {
        status: 202,
        examples: [{ ...deliveryExample, state: 'PENDING', replayOf: deliveryExample.id }],
      }),
    },
    handler: async ({ actor, params: { companyId, deliveryId }, query }) => {
      const acting = actingFor(actor, companyId)
      return ok(viewDelivery(await webhooks.replayDelivery(acting, deliveryId, query.webhookId)))
    },
  })
}
