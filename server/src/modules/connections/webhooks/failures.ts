import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('webhooks', {
  url_missing: {
    status: 400,
    message:
      'The request has no url. Send the address to deliver to, such as {"url": "https://example.com/hooks"}.',
  },
  url_invalid: {
    status: 400,
    message:
      'The url is not valid. Send a complete web address without a user name, such as https://example.com/hooks.',
  },
  url_unsafe: {
    status: 400,
    message:
      'The url does not use https, or leads to a private address. Use https and a public address.',
  },
  event_kind_unknown: {
    status: 400,
    message:
      'Some of the kinds of events do not exist. Choose the nearest ones in details.didYouMean, or others from GET /api/v1/webhooks/event-kinds.',
    details: { unknown: Type.Array(Type.String()), didYouMean: Type.Array(Type.String()) },
  },
  window_invalid: {
    status: 400,
    message: 'The period ends before it begins. Correct since and until.',
  },
  window_not_kept: {
    status: 422,
    message:
      'The deliveries of this period are no longer stored. Read the orders or the products instead.',
  },
  endpoint_not_found: {
    status: 404,
    message: 'There is no such webhook. Take the id from the list of webhooks.',
    details: { endpointId: Type.String() },
  },
  test_failed: {
    status: 409,
    message:
      'The receiver failed the test, so the webhook stays disabled. The details contain its answer. Fix the error and try again, or send evenIfTestFails=true to enable the webhook nevertheless.',
    details: {
      endpointId: Type.String(),
      passed: Type.Boolean(),
      ms: Type.Integer(),
      statusCode: Type.Optional(Type.Integer()),
      errorClass: Type.Optional(
        Type.Enum(['unreachable', 'timeout', 'tls', 'broken_answer', 'redirect', 'status']),
      ),
      answer: Type.Optional(Type.String()),
    },
  },
  paused_by_company: {
    status: 409,
    message:
      'The company has paused this webhook, so it stays paused. Ask the company to resume it.',
    details: { endpointId: Type.String() },
  },
  delivery_not_found: {
    status: 404,
    message: 'There is no such delivery. Take the id from the list of deliveries.',
    details: { deliveryId: Type.String() },
  },
  delivery_ambiguous: {
    status: 409,
    message:
      'Several webhooks received this event. Name one webhook in webhookId, or one of the deliveries in the details.',
    details: {
      eventId: Type.String(),
      deliveries: Type.Array(Type.Object({ id: Type.String(), webhookId: Type.String() })),
    },
  },
  event_not_found: {
    status: 404,
    message:
      'There is no such event, it is no longer stored, or none of your webhooks receives it. Check the id.',
    details: { eventId: Type.String() },
  },
  link_refused: {
    status: 403,
    message:
      'The link is not valid, or is older than a week. Read the event with a credential: GET /api/v1/webhooks/events/{id}.',
  },
  public_key_not_found: {
    status: 404,
    message: 'The webhook has no key pair. Change it with {"ed25519": true} to get one.',
    details: { endpointId: Type.String() },
  },
  endpoint_disabled: {
    status: 409,
    message:
      'The service disabled this webhook because its receiver failed, so you cannot change its state. Enable it first.',
    details: { endpointId: Type.String() },
  },
  endpoint_not_active: {
    status: 409,
    message: 'The webhook is paused or disabled, so the service sends it nothing. Enable it first.',
    details: { endpointId: Type.String(), state: Type.Enum(['DISABLED', 'PAUSED']) },
  },
  delivery_not_finished: {
    status: 409,
    message: 'The service is still sending this delivery. Wait for its outcome.',
    details: {
      deliveryId: Type.String(),
      state: Type.Enum(['PENDING', 'LEASED', 'RETRYING', 'HELD']),
    },
  },
  event_not_kept: {
    status: 409,
    message:
      'The content of this delivery is no longer stored, so the service cannot send it again. Read the order or the product instead.',
    details: { deliveryId: Type.String() },
  },
  replay_not_found: {
    status: 404,
    message: 'There is no such replay. Take the id from the list of replays.',
    details: { replayId: Type.String() },
  },
  replay_running: {
    status: 409,
    message: 'Another replay to this webhook is still running. Wait until it ends, or cancel it.',
    details: { endpointId: Type.String(), replayId: Type.Union([Type.Null(), Type.String()]) },
  },
  too_many_endpoints: {
    status: 409,
    message: 'The company has reached its maximum number of webhooks. Delete one first.',
    details: { max: Type.Integer() },
  },
})
