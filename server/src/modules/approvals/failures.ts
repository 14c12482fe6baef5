import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('approvals', {
  amount_invalid: {
    status: 400,
    message:
      'The amount is not valid. Use an amount above zero, with no more decimals than its currency has.',
  },
  currency_unknown: {
    status: 400,
    message: 'The currency is unknown. Use a three-letter code of ISO 4217, such as EUR.',
  },
  rule_not_found: {
    status: 404,
    message: 'There is no such approval rule. Take the id from the list of approval rules.',
  },
  rules_limit_reached: {
    status: 422,
    message: 'A company has at most 50 approval rules. Delete or change one of them.',
  },
  notices_too_late: {
    status: 400,
    message:
      'The order expires before these mails are sent. Make remindAfterHours and escalateAfterHours less than timeoutHours.',
  },
  people_unknown: {
    status: 422,
    message: 'details.people are not active members of the company. Name others.',
  },
  step_empty: {
    status: 422,
    message: 'A step has no approver: details.step says which. Name people, or the role approver.',
  },
  no_approver: {
    status: 422,
    message:
      'Nobody can give a required approval: details.rule names only you, or people who have left. Ask an administrator to change the rule.',
  },
  too_many_steps: {
    status: 422,
    message: 'The rules ask for more than 20 steps. Ask an administrator to make them fewer.',
  },
  deputy_not_found: {
    status: 404,
    message: 'You have no such deputy. Take the id from the list of your deputies.',
  },
  deputies_limit_reached: {
    status: 422,
    message: 'A person has at most 10 deputies at a time. Take one of them back.',
  },
  period_invalid: {
    status: 400,
    message:
      'The period is not valid. Make endsAt later than startsAt and later than now, and at most a year ahead.',
  },
  request_not_found: {
    status: 404,
    message: 'There is no such approval request. Take the id from the list of approval requests.',
  },
  own_order: {
    status: 403,
    message:
      'Nobody approves an order of their own, and no deputy does it for them. Ask another approver.',
  },
  content_changed: {
    status: 409,
    message:
      'The order is not the one that you read. Read the request and the order again, and send its contentHash.',
  },
  not_your_turn: {
    status: 409,
    message:
      'Other people decide this step. Wait for a step of yours or, as an administrator, until the request is escalated.',
  },
  already_voted: {
    status: 409,
    message: 'You have already approved this step. Wait for the other approvers.',
  },
  step_over: {
    status: 409,
    message:
      'The request is at another step than the named one: details.step says which. Read the request again.',
  },
  already_decided: {
    status: 409,
    message: 'This request is decided, withdrawn or too old. Read it to see what became of it.',
  },
})
