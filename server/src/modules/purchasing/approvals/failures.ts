import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

const requestState = Type.Enum([
  'PENDING',
  'APPROVING',
  'APPROVED',
  'REJECTED',
  'RETURNED',
  'EXPIRED',
  'WITHDRAWN',
])

export const fail = defineFailures('approvals', {
  amount_invalid: {
    status: 400,
    message:
      'The amount is not valid. Use an amount above zero, with no more decimals than its currency has.',
    details: { amount: Type.String(), currency: Type.String() },
  },
  currency_unknown: {
    status: 400,
    message: 'The currency is unknown. Use a three-letter code of ISO 4217, such as EUR.',
    details: { currency: Type.String() },
  },
  rule_not_found: {
    status: 404,
    message: 'There is no such approval rule. Take the id from the list of approval rules.',
    details: { ruleId: Type.String() },
  },
  rules_limit_reached: {
    status: 422,
    message: 'A company can have at most 50 approval rules. Delete or change one of them.',
    details: { limit: Type.Integer() },
  },
  notices_too_late: {
    status: 400,
    message:
      'The order would expire before these mails are sent. Make remindAfterHours and escalateAfterHours less than timeoutHours.',
    details: {
      timeoutHours: Type.Integer(),
      remindAfterHours: Type.Optional(Type.Integer()),
      escalateAfterHours: Type.Optional(Type.Integer()),
    },
  },
  people_unknown: {
    status: 422,
    message: 'The people in details.people are not active members of the company. Name others.',
    details: { people: Type.Array(Type.String()) },
  },
  step_empty: {
    status: 422,
    message: 'The step in details.step has no approver. Name people, or the role approver.',
    details: { step: Type.Integer() },
  },
  no_approver: {
    status: 422,
    message:
      'A required approval has no possible approver: the rule in details.rule names only you, or people who have left. Ask an administrator to change the rule.',
    details: { rule: Type.String() },
  },
  too_many_steps: {
    status: 422,
    message:
      'The rules require more than 20 approval steps for this order. Ask an administrator to simplify the rules.',
    details: { steps: Type.Integer() },
  },
  deputy_not_found: {
    status: 404,
    message: 'You have no such deputy. Take the id from the list of your deputies.',
    details: { deputyId: Type.String() },
  },
  deputies_limit_reached: {
    status: 422,
    message: 'A person can have at most 10 deputies at a time. Remove one first.',
  },
  period_invalid: {
    status: 400,
    message:
      'The period is not valid. Make endsAt later than startsAt and later than now, and at most a year ahead.',
  },
  request_not_found: {
    status: 404,
    message: 'There is no such approval request. Take the id from the list of approval requests.',
    details: { requestId: Type.String() },
  },
  own_order: {
    status: 403,
    message:
      'You cannot approve your own order, and neither can your deputy. Ask another approver.',
    details: { requestId: Type.String() },
  },
  content_changed: {
    status: 409,
    message:
      'The order has changed since you read it. Read the request and the order again, and send the current contentHash.',
    details: { requestId: Type.String(), contentHash: Type.String() },
  },
  not_your_turn: {
    status: 409,
    message:
      'Other people decide this step. Wait for your own step or, as an administrator, until the request is escalated.',
    details: { step: Type.Integer() },
  },
  already_voted: {
    status: 409,
    message: 'You have already approved this step. Wait for the other approvers.',
    details: { step: Type.Integer() },
  },
  step_over: {
    status: 409,
    message:
      'The request is not at the step that you named; details.step is its current step. Read the request again.',
    details: { requestId: Type.String(), step: Type.Integer() },
  },
  already_decided: {
    status: 409,
    message:
      'This approval request was already decided or withdrawn, or it has expired. Read it to see the result.',
    details: {
      requestId: Type.String(),
      state: requestState,
    },
  },
  reduction_not_allowed: {
    status: 403,
    message:
      'The rule of this step does not let its approvers lower quantities. Approve, return or reject the order.',
    details: { requestId: Type.String(), step: Type.Integer() },
  },
  reductions_limit_reached: {
    status: 422,
    message:
      'The quantities of this order were lowered as often as possible. Approve, return or reject the order.',
    details: { limit: Type.Integer() },
  },
  request_of_change: {
    status: 409,
    message:
      'The request is about a change of a placed order. Approve, reject or return it; who wants another change accepts another proposal or requests another change.',
    details: { requestId: Type.String() },
  },
  comments_limit_reached: {
    status: 422,
    message:
      'The request has as many comments as it can have. Approve, return or reject it, or talk to the other people directly.',
    details: { limit: Type.Integer() },
  },
  not_an_approver: {
    status: 403,
    message:
      'Only an approver of this request or an administrator can add an approver. Ask one of them.',
    details: { requestId: Type.String() },
  },
  requester_cannot_approve: {
    status: 422,
    message: 'The person who ordered or paid cannot approve the order. Name another person.',
    details: { personId: Type.String() },
  },
  approver_exists: {
    status: 409,
    message: 'The order already needs the approval of this person. Name another person.',
    details: { personId: Type.String() },
  },
  approvers_limit_reached: {
    status: 422,
    message:
      'A request can have at most 20 steps. Approve, return or reject it with the approvers that it has.',
    details: { limit: Type.Integer() },
  },
  not_your_request: {
    status: 403,
    message:
      'Only the person who ordered can submit a returned order again. Order without revises, or ask that person.',
    details: { requestId: Type.String() },
  },
  order_of_requisition: {
    status: 409,
    message:
      'The returned order was made of a requisition. Change the requisition and submit it again: the order that a buyer makes of it replaces the returned one.',
    details: { requestId: Type.String() },
  },
  not_returned: {
    status: 409,
    message:
      'The request was not returned for change; details.state is its state. Order without revises.',
    details: { requestId: Type.String(), state: requestState },
  },
  already_revised: {
    status: 409,
    message:
      'The returned order was already submitted again; details.revisedBy is its new request. Order without revises.',
    details: { requestId: Type.String(), revisedBy: Type.String() },
  },
})
