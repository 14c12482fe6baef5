import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('webhooks', {
  url_missing: {
    status: 400,
    message: 'Say in url where to deliver, such as {"url": "https://example.com/hooks"}.',
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
      'Some of the events are not published. Choose kinds or families from GET /api/v1/webhooks/event-kinds.',
  },
  window_invalid: {
    status: 400,
    message: 'The window does not begin before it ends. Correct since and until.',
  },
  window_not_kept: {
    status: 422,
    message:
      'Everything in the window is older than deliveries are kept. Read the orders or products instead.',
  },
  endpoint_not_found: {
    status: 404,
    message: 'There is no such webhook. Take the id from the list of webhooks.',
  },
  delivery_not_found: {
    status: 404,
    message: 'There is no such delivery. Take the id from the list of deliveries.',
  },
  delivery_ambiguous: {
    status: 409,
    message:
      'Several subscriptions got this event. Name one of them in webhookId, or one of the deliveries in the details.',
  },
  event_not_found: {
    status: 404,
    message:
      'There is no such event, it is no longer kept, or no webhook of yours receives it. Check the id.',
  },
  link_refused: {
    status: 403,
    message:
      'The link is not one that was sent, or it is older than a week. Read the event with a credential: GET /api/v1/webhooks/events/{id}.',
  },
  public_key_not_found: {
    status: 404,
    message: 'The subscription has no key pair. Change it with {"ed25519": true} to get one.',
  },
  endpoint_disabled: {
    status: 409,
    message: 'The subscription was disabled because its receiver failed. Enable it instead.',
  },
  endpoint_not_active: {
    status: 409,
    message: 'The subscription is paused or disabled, so nothing is sent to it. Enable it first.',
  },
  delivery_not_finished: {
    status: 409,
    message: 'The delivery is not finished and will be sent by itself. Wait for its outcome.',
  },
  event_not_kept: {
    status: 409,
    message:
      'What was sent is older than it is kept, so it cannot be sent again. Read the order or product instead.',
  },
  replay_not_found: {
    status: 404,
    message: 'There is no such replay. Take the id from the list of replays.',
  },
  replay_running: {
    status: 409,
    message:
      'Another replay to this subscription still runs. Wait until it has finished, or cancel it.',
  },
  too_many_endpoints: {
    status: 409,
    message: 'The company has as many webhook subscriptions as it may have. Delete one first.',
  },
})
