import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('automations', {
  switch_not_found: {
    status: 404,
    message: 'No automations of this scope are stopped. Take the scope from the list of switches.',
  },
  switch_company_unknown: {
    status: 404,
    message:
      'There is no such company, so nothing was stopped. Give the id of one, which begins with co_, or "all".',
  },
  event_unknown: {
    status: 400,
    message:
      'This kind of event starts no automation. Choose a kind from GET /api/v1/webhooks/event-kinds other than webhook.test.',
  },
  condition_invalid: {
    status: 422,
    message:
      'The condition does not parse, does not fit the event, would always fail, or is too large. Correct the place that the details name.',
  },
  form_invalid: {
    status: 422,
    message:
      'A row of the condition has a value that its operator cannot use. Change the value or the operator.',
  },
  form_number: {
    status: 422,
    message:
      'A row of the condition compares a field that is text, as amounts are, with a number. Put the number in quotation marks: details.value.',
  },
  action_unfit: {
    status: 422,
    message:
      'The events of this automation do not have what the action needs. Use one of the events in details.events.',
  },
  products_unknown: {
    status: 422,
    message: 'details.productIds are no products that your company can buy. Name others.',
  },
  acts_for_another: {
    status: 409,
    message:
      'It acts in the name of the person who published it, and only they can resume it. Change it and publish it yourself: then it acts for you.',
  },
  automation_not_found: {
    status: 404,
    message: 'There is no such automation. Take the id from the list of automations.',
  },
  notice_not_found: {
    status: 404,
    message: 'You have no such notification. Take the id from the list of notifications.',
  },
  run_not_found: {
    status: 404,
    message: 'There is no such run, or it is no longer kept. Take the id from the list of runs.',
  },
  not_published: {
    status: 409,
    message: 'No version of the automation was published. Publish it first.',
  },
  nothing_to_publish: {
    status: 409,
    message: 'There is no draft: what was published last is what runs. Change it first.',
  },
  outcome_recorded: {
    status: 409,
    message: 'Another outcome was recorded for this dead letter. Read it again.',
  },
  rule_not_active: {
    status: 409,
    message:
      'The automation is paused or deleted: a replay would do nothing. Have its company resume it first, or record handled_manually.',
  },
  event_gone: {
    status: 409,
    message:
      'The event of this run is no longer kept, so it cannot be done again. Do it by hand, and record handled_manually.',
  },
  too_many_automations: {
    status: 409,
    message: 'The company has as many automations as it may have. Delete one first.',
  },
  evaluation_busy: {
    status: 503,
    message: 'Conditions cannot be checked or tried at this moment. Try again in a moment.',
    retryAfterSeconds: 2,
  },
})
