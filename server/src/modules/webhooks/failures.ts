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
  },
  test_failed: {
    status: 409,
    message:
      'The receiver failed the test, so the webhook stays disabled. Read what it answered in the details, and try again. Send evenIfTestFails=true to enable it nevertheless.',
  },
  paused_by_company: {
    status: 409,
    message:
      'The company has paused this webhook, so it stays paused. Ask the company to resume it.',
  },
  delivery_not_found: {
    status: 404,
    message: 'There is no such delivery. Take the id from the list of deliveries.',
  },
  delivery_ambiguous: {
    status: 409,
    message:
      'Several webhooks received this event. Name one webhook in webhookId, or one of the deliveries in the details.',
  },
  event_not_found: {
    status: 404,
    message:
      'There is no such event, it is no longer stored, or none of your webhooks receives it. Check the id.',
  },
  link_refused: {
    status: 403,
    message:
      'The link is not valid, or is older than a week. Read the event with a credential: GET /api/v1/webhooks/events/{id}.',
  },
  public_key_not_found: {
    status: 404,
    message: 'The webhook has no key pair. Change it with {"ed25519": true} to get one.',
  },
  endpoint_disabled: {
    status: 409,
    message: 'The webhook was disabled after its receiver failed. Enable it instead.',
  },
  endpoint_not_active: {
    status: 409,
    message: 'The webhook is paused or disabled, so nothing is sent to it. Enable it first.',
  },
  delivery_not_finished: {
    status: 409,
    message: 'The delivery is not finished, and the service still sends it. Wait for its outcome.',
  },
  event_not_kept: {
    status: 409,
    message:
      'The content of this delivery is no longer stored, so it cannot be sent again. Read the order or the product instead.',
  },
  replay_not_found: {
    status: 404,
    message: 'There is no such replay. Take the id from the list of replays.',
  },
  replay_running: {
    status: 409,
    message: 'Another replay to this webhook is still running. Wait until it ends, or cancel it.',
  },
  too_many_endpoints: {
    status: 409,
    message: 'The company has reached its maximum number of webhooks. Delete one first.',
  },
})
