import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('approvals', {
  amount_invalid: {
    status: 400,
    message: 'The amount must be above zero, with no more decimals than its currency has.',
  },
  currency_unknown: { status: 400, message: 'The currency is not a code of ISO 4217.' },
  rule_not_found: { status: 404, message: 'There is no such approval rule.' },
  rules_limit_reached: {
    status: 422,
    message: 'A company has at most 50 approval rules. Delete or change one of them.',
  },
  notices_too_late: {
    status: 400,
    message:
      'remindAfterHours and escalateAfterHours must be less than timeoutHours: later the order is given up.',
  },
  people_unknown: {
    status: 422,
    message: 'details.people are not active members of the company. Name others.',
  },
  step_empty: {
    status: 422,
    message: 'A step must name people who approve, or the role approver. details.step has neither.',
  },
  no_approver: {
    status: 422,
    message:
      'An approval is needed that nobody could give: details.rule names nobody but you who still is a member. Ask an administrator to change the rule.',
  },
  too_many_steps: {
    status: 422,
    message: 'The rules ask for more than 20 steps. Ask an administrator to make them fewer.',
  },
  deputy_not_found: { status: 404, message: 'There is no such deputy of yours.' },
  deputies_limit_reached: {
    status: 422,
    message: 'A person has at most 10 deputies at a time. Take one of them back.',
  },
  period_invalid: {
    status: 400,
    message: 'endsAt must be after startsAt and after now, at most a year ahead.',
  },
  request_not_found: { status: 404, message: 'There is no such approval request.' },
  own_order: {
    status: 403,
    message:
      'Nobody approves an order of their own, nor has a deputy do it. Another approver must.',
  },
  content_changed: {
    status: 409,
    message:
      'This is not what is to be approved. Read the request and the order again, and send its contentHash.',
  },
  not_your_turn: {
    status: 409,
    message:
      'Others are to decide at this moment. Your turn comes with a step of yours, or, for an administrator, when it is escalated.',
  },
  already_voted: { status: 409, message: 'You have approved this step already.' },
  step_over: {
    status: 409,
    message:
      'Another step of this request is being decided than the one that was named: details.step says which. Read the request again.',
  },
  already_decided: {
    status: 409,
    message: 'This request is decided, withdrawn or too old. Read it to see what became of it.',
  },
})
