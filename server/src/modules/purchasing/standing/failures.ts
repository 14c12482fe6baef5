import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'
import { runStates, standingOrderStates } from './standing-order.ts'

const StateName = Type.Enum([...standingOrderStates])
const Money = Type.Object({ amount: Type.String(), currency: Type.String() })

export const fail = defineFailures('standing', {
  order_not_found: {
    status: 404,
    message:
      'There is no such standing order. Take the id from the list of the standing orders of your company.',
    details: { standingOrderId: Type.String() },
  },
  order_of_another: {
    status: 403,
    message:
      'Only the owner of a standing order changes what it orders. Its owner and administrators pause, resume, skip and end it. Ask one of them, or create your own.',
    details: { standingOrderId: Type.String() },
  },
  person_required: {
    status: 403,
    message:
      'A standing order places its orders in the name of a person. Use the token of a person who may pay, not an API key.',
  },
  not_in_state: {
    status: 409,
    message:
      'The standing order is in the state that details.state names, and this needs one of details.allowed. Read the standing order again.',
    details: { state: StateName, allowed: Type.Array(StateName) },
  },
  version_conflict: {
    status: 409,
    message:
      'The standing order has changed since you read it. Read it again, and repeat your change with its version.',
    details: { expected: Type.Integer(), current: Type.Integer() },
  },
  limit_reached: {
    status: 422,
    message:
      'A company can have at most 200 standing orders that have not ended. End those that you no longer need.',
    details: { limit: Type.Integer() },
  },
  card_not_possible: {
    status: 422,
    message:
      'A standing order is paid on net terms only, because nobody is there to confirm a card. Send `{"method": "invoice"}`.',
  },
  net_terms_required: {
    status: 422,
    message:
      'Your company has no net terms in the currency of `maxTotal`. Ask the operators to grant them, or use a currency in which your company has them.',
    details: { currency: Type.String() },
  },
  weekday_unknown: {
    status: 422,
    message:
      'A schedule of weeks has a weekday in `on`. Send a number from 1 (Monday) to 7 (Sunday).',
    details: { on: Type.Integer() },
  },
  until_before_from: {
    status: 422,
    message: 'The schedule ends before it begins. Send an `until` that is not before `from`.',
    details: { from: Type.String(), until: Type.String() },
  },
  no_date_left: {
    status: 422,
    message:
      'The schedule has no date from today on. Choose a later `until`, or another day in `on`.',
  },
  date_not_scheduled: {
    status: 422,
    message:
      'This is not a date on which the standing order will be placed. Choose one of details.nextDates, or another date of the schedule within two years.',
    details: { date: Type.String(), nextDates: Type.Array(Type.String()) },
  },
  run_over: {
    status: 409,
    message:
      'The order of this date is placed already. Read the runs of the standing order, and cancel the order if you do not need it.',
    details: { date: Type.String(), orderId: Type.Optional(Type.String()) },
  },
  run_not_failed: {
    status: 409,
    message:
      'Nothing of this date waits for another try. Read the runs of the standing order: only a run that is FAILED can be retried.',
    details: { date: Type.String(), state: Type.Optional(Type.Enum([...runStates])) },
  },
  amount_invalid: {
    status: 422,
    message:
      'This is not an amount above zero in this currency. Send a decimal such as "250.00" and a currency of ISO 4217.',
    details: { amount: Type.String(), currency: Type.String() },
  },
  max_total_exceeded: {
    status: 422,
    message:
      'The order costs more than the standing order allows; details.total says how much. Set a higher `maxTotal`, or order less.',
    details: { total: Money, maxTotal: Money },
  },
})
