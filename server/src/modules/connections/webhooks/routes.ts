import { Type } from 'typebox'
import { record } from '#kernel/record'
import { answers, type Http, IdView, ok, type Routes } from '#platform/http'
import { deliveryRoutes } from './deliveries/delivery-routes.ts'
import {
  ChangeWebhookBody,
  CreateWebhookBody,
  EnableQuery,
  EventBodyView,
  EventKindView,
  PublicKeyView,
  viewEventKind,
  viewWebhook,
  WebhookEnabledView,
  WebhookView,
  WebhookWithHeldView,
  WebhookWithSecretView,
} from './endpoints/endpoint-schemas.ts'
import { eventRoutes } from './event-routes.ts'
import { eventBodyExample, examplePublicKey, exampleSecret, webhookExample } from './examples.ts'
import { fail } from './failures.ts'
import { replayRoutes } from './replays/replay-routes.ts'
import type { Webhooks } from './service.ts'

const access = 'webhooks:manage'
const EndpointParams = Type.Object({ webhookId: Type.String({ maxLength: 64 }) })
const noSuch = 'webhooks.endpoint_not_found'
const badInput = ['webhooks.url_invalid', 'webhooks.url_unsafe', 'webhooks.event_kind_unknown']

export function webhooksRoutes(webhooks: Webhooks): Routes {
  return async (http) => {
    addCreateWebhook(webhooks, http)
    addGetWebhook(webhooks, http)
    addChangeRoutes(webhooks, http)
    addOperationRoutes(webhooks, http)
    addGetPublicKey(webhooks, http)
    addGetLinkedEvent(webhooks, http)
    eventRoutes(webhooks, http)
    deliveryRoutes(webhooks, http)
    replayRoutes(webhooks, http)
  }
}

function addCreateWebhook(webhooks: Webhooks, http: Http): void {
  http.route({
    method: 'POST',
    url: '/api/v1/webhooks',
    config: {
      access,
      stepUp: true,
      idempotency: 'transactional',
      fails: ['webhooks.url_missing', ...badInput, 'webhooks.too_many_endpoints'],
    },
    schema: {
      operationId: 'createWebhook',
      summary: 'Create a webhook',
      description: 'Only this answer contains the secret.',
      body: CreateWebhookBody,
      response: answers(WebhookWithSecretView, {
        examples: [{ ...webhookExample, secret: exampleSecret }],
      }),
    },
    handler: async ({ actor, body, idempotency }) => {
      const { endpoint, secret } = await webhooks.create(actor, { ...body, idempotency })
      return ok({ ...viewWebhook(endpoint), secret })
    },
  })

  http.route({
    method: 'GET',
    url: '/api/v1/webhooks/event-kinds',
    // The same for everybody.
    config: { access, compressed: true },
    schema: {
      operationId: 'listWebhookEventKinds',
      summary: 'List event kinds',
      response: answers(Type.Array(EventKindView), {
        examples: [
          webhooks.kinds.filter(({ type }) => type === 'order.created').map(viewEventKind),
        ],
      }),
    },
    handler: async () => ok(webhooks.kinds.map(viewEventKind)),
  })
}

function addGetWebhook(webhooks: Webhooks, http: Http): void {
  http.route({
    method: 'GET',
    url: '/api/v1/webhooks/:webhookId',
    config: { access, fails: [noSuch] },
    schema: {
      operationId: 'getWebhook',
      summary: 'Get a webhook',
      params: EndpointParams,
      response: answers(WebhookWithHeldView, {
        examples: [{ ...webhookExample, heldDeliveries: 0 }],
      }),
    },
    handler: async ({ actor, params }) => {
      const { endpoint, held } = await webhooks.get(actor, params.webhookId)
      return ok({ ...viewWebhook(endpoint), heldDeliveries: held })
    },
  })
}

function addGetPublicKey(webhooks: Webhooks, http: Http): void {
  http.route({
    method: 'GET',
    url: '/api/v1/webhooks/:webhookId/public-key',
    config: { access, fails: [noSuch, 'webhooks.public_key_not_found'] },
    schema: {
      operationId: 'getWebhookPublicKey',
      summary: 'Get the public key of a webhook',
      description: 'The key verifies the ed25519 signatures (`v1a`).',
      params: EndpointParams,
      response: answers(PublicKeyView, {
        examples: [{ algorithm: 'ed25519', publicKey: examplePublicKey }],
      }),
    },
    handler: async ({ actor, params }) => {
      const { publicKey } = (await webhooks.get(actor, params.webhookId)).endpoint
      if (publicKey === undefined) {
        throw fail('public_key_not_found', { endpointId: params.webhookId })
      }
      return ok({ algorithm: 'ed25519' as const, publicKey })
    },
  })
}

function addGetLinkedEvent(webhooks: Webhooks, http: Http): void {
  http.route({
    method: 'GET',
    url: '/api/v1/webhooks/event-data',
    config: { access: 'public', fails: ['webhooks.link_refused', 'webhooks.event_not_found'] },
    schema: {
      operationId: 'getLinkedWebhookEvent',
      summary: 'Get a linked webhook event',
      description: 'The link is in the delivery of an event that was too long to send.',
      querystring: Type.Object({
        link: Type.String({
          minLength: 1,
          maxLength: 1_000,
          description:
            'The value from `dataUrl` of the delivery. It works for a week, for this event alone.',
        }),
      }),
      response: answers(EventBodyView, { examples: [eventBodyExample] }),
    },
    handler: async ({ query }) =>
      ok((await webhooks.getLinkedEvent(query.link)) as Type.Static<typeof EventBodyView>),
  })
}

function addChangeRoutes(webhooks: Webhooks, http: Http): void {
  http.route({
    method: 'PATCH',
    url: '/api/v1/webhooks/:webhookId',
    // A new address lets data out of the company just as a new subscription does.
    config: { access, stepUp: true, fails: [noSuch, ...badInput, 'webhooks.endpoint_disabled'] },
    schema: {
      operationId: 'changeWebhook',
      summary: 'Change a webhook',
      description:
        '`state` pauses or resumes the subscription. While it is paused, its deliveries are held. Pausing and resuming emit `webhook.paused` and `webhook.resumed`.',
      params: EndpointParams,
      body: ChangeWebhookBody,
      response: answers(WebhookView, { examples: [webhookExample] }),
    },
    handler: async ({ actor, params, body }) =>
      ok(viewWebhook(await webhooks.change(actor, params.webhookId, body))),
  })

  http.route({
    method: 'DELETE',
    url: '/api/v1/webhooks/:webhookId',
    config: { access, fails: [noSuch] },
    schema: {
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook',
      description: 'Deliveries that wait are cancelled.',
      params: EndpointParams,
      response: answers(IdView, {
        examples: [{ id: webhookExample.id }],
      }),
    },
    handler: async ({ actor, params }) => {
      await webhooks.delete(actor, params.webhookId)
      return ok({ id: params.webhookId })
    },
  })
}

function addOperationRoutes(webhooks: Webhooks, http: Http): void {
  http.route({
    method: 'POST',
    url: '/api/v1/webhooks/:webhookId/rotate-secret',
    config: { access, stepUp: true, fails: [noSuch] },
    schema: {
      operationId: 'rotateWebhookSecret',
      summary: 'Rotate the secret of a webhook',
      description: 'The old secret still signs, beside the new one, for 24 hours.',
      params: EndpointParams,
      response: answers(WebhookWithSecretView, {
        examples: [{ ...webhookExample, secret: exampleSecret }],
      }),
    },
    handler: async ({ actor, params }) => {
      const { endpoint, secret } = await webhooks.rotateSecret(actor, params.webhookId)
      return ok({ ...viewWebhook(endpoint), secret })
    },
  })

  http.route({
    method: 'POST',
    url: '/api/v1/webhooks/:webhookId/test',
    config: { access, fails: [noSuch, 'webhooks.endpoint_not_active'] },
    schema: {
      operationId: 'testWebhook',
      summary: 'Test a webhook',
      description: 'Sends `webhook.test` to this webhook only.',
      params: EndpointParams,
      response: answers(
        record('TestEventSent', 'The test event that was sent.', {
          eventId: Type.String(),
          type: Type.String(),
        }),
        {
          status: 202,
          examples: [{ eventId: 'evt_01m7xb82dw3khw78phh28dvacd', type: 'webhook.test' }],
        },
      ),
    },
    handler: async ({ actor, params }) =>
      ok({ eventId: await webhooks.sendTest(actor, params.webhookId), type: 'webhook.test' }),
  })

  http.route({
    method: 'POST',
    url: '/api/v1/webhooks/:webhookId/enable',
    config: { access, fails: [noSuch, 'webhooks.test_failed'] },
    schema: {
      operationId: 'enableWebhook',
      summary: 'Enable a webhook',
      description:
        'The service sends the held deliveries. A disabled webhook gets one `webhook.test` first, and the answer says what its receiver answered. If the test fails, the webhook stays disabled, unless you add `evenIfTestFails=true`.',
      params: EndpointParams,
      querystring: EnableQuery,
      response: answers(WebhookEnabledView, { examples: [{ ...webhookExample, released: 12 }] }),
    },
    handler: async ({ actor, params, query }) => {
      const { endpoint, released, test } = await webhooks.enable(actor, params.webhookId, query)
      return ok({ ...viewWebhook(endpoint), released, ...(test && { test }) })
    },
  })
}
