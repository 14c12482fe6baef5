import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('automations', {
  switch_not_found: {
    status: 404,
    message: 'There is no kill switch for this scope. Take the scope from the list of switches.',
    details: { scope: Type.String() },
  },
  switch_company_unknown: {
    status: 404,
    message:
      'There is no such company, so nothing was stopped. Send the id of a company, which begins with co_, or "all".',
    details: { scope: Type.String() },
  },
  event_unknown: {
    status: 400,
    message:
      'Events of this kind cannot start an automation. Choose the nearest kind, details.didYouMean, or another one from GET /api/v1/webhooks/event-kinds except webhook.*.',
    details: { didYouMean: Type.Optional(Type.String()), event: Type.String() },
  },
  condition_invalid: {
    status: 422,
    message:
      'The condition has a syntax error, does not fit the event, always fails, or is too large. Correct the place that the details name.',
    details: {
      reason: Type.String(),
      message: Type.String(),
      start: Type.Integer(),
      end: Type.Integer(),
    },
  },
  schema_invalid: {
    status: 422,
    message:
      'The service cannot check answers against the schema of an action. Correct the place in details.at, as details.reason says.',
    details: { at: Type.String(), reason: Type.String() },
  },
  form_invalid: {
    status: 422,
    message:
      'A row of the condition has a value that its operator cannot use. Change the value or the operator.',
  },
  form_number: {
    status: 422,
    message:
      'A row of the condition compares a text field, such as an amount, with a number. Put the number in details.value in quotation marks.',
    details: { field: Type.String(), operator: Type.String(), value: Type.String() },
  },
  action_unfit: {
    status: 422,
    message:
      'The action needs data that the events of this automation do not contain. Use one of the events in details.events.',
    details: {
      action: Type.Enum([
        'call_url',
        'notify',
        'approve_order',
        'hold_order',
        'accept_proposal',
        'add_to_cart',
        'ask_model',
        'create_ticket',
        'reply_to_ticket',
      ]),
      event: Type.String(),
      events: Type.Array(Type.String()),
    },
  },
  products_unknown: {
    status: 422,
    message: 'Your company cannot buy the products in details.productIds. Name others.',
    details: { productIds: Type.Array(Type.String()) },
  },
  model_unknown: {
    status: 422,
    message:
      'No approved language model has the name in details.model. Choose one from GET /api/v1/llm/models.',
    details: { model: Type.String() },
  },
  acts_for_another: {
    status: 409,
    message:
      'The automation acts in the name of the person who published it, and only that person can resume it. Change it and publish it yourself, and it acts in your name.',
    details: { publishedBy: Type.Optional(Type.String()) },
  },
  automation_not_found: {
    status: 404,
    message: 'There is no such automation. Take the id from the list of automations.',
    details: { automationId: Type.String() },
  },
  notice_not_found: {
    status: 404,
    message:
      'You have not received this notification. Take the id from the list of your notifications.',
    details: { notificationId: Type.String() },
  },
  run_not_found: {
    status: 404,
    message: 'There is no such run, or it is no longer stored. Take the id from the list of runs.',
    details: { runId: Type.String() },
  },
  not_published: {
    status: 409,
    message: 'The automation has no published version. Publish it first.',
    details: { automationId: Type.String() },
  },
  nothing_to_publish: {
    status: 409,
    message: 'The automation has no draft: the published version is the newest. Change it first.',
    details: { automationId: Type.String() },
  },
  outcome_recorded: {
    status: 409,
    message: 'This dead letter already has another outcome. Read it again.',
    details: {
      outcome: Type.Optional(Type.Enum(['replayed', 'handled_manually', 'intentionally_deferred'])),
    },
  },
  rule_not_active: {
    status: 409,
    message:
      'The automation is paused or deleted, so a replay would do nothing. Ask its company to resume it, or record handled_manually.',
    details: { automationId: Type.String() },
  },
  event_gone: {
    status: 409,
    message:
      'The event of this run is no longer stored, so the run cannot be repeated. Do the work by hand, and record handled_manually.',
    details: { eventId: Type.String() },
  },
  too_many_automations: {
    status: 409,
    message: 'The company has reached its maximum number of automations. Delete one first.',
    details: { max: Type.Integer() },
  },
  evaluation_busy: {
    status: 503,
    message: 'The service cannot check conditions and schemas at the moment. Try again shortly.',
    retryAfterSeconds: 2,
  },
})
