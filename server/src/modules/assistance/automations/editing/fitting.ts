import { fail } from '../failures.ts'
import type { Action, Definition } from './automation.ts'

/** The event kinds of an order that has not left completely. */
const ofOpenOrders = [
  'order.created',
  'order.approved',
  'order.confirmed',
  'order.shipped',
  'order.promised_date_changed',
  'order.change_proposed',
  'order.change_accepted',
  'order.change_refused',
]

/** The event kinds that name products with their quantities. */
const ofLines = [
  'order.created',
  'order.confirmed',
  'order.shipped',
  'order.delivered',
  'order.cancelled',
  'order.returned',
]

const ofTickets = [
  'support.ticket.created',
  'support.ticket.replied',
  'support.ticket.resolved',
  'support.ticket.breached',
  'support.ticket.priority_changed',
]

/**
 * Refuses an action that has no effect for the events of the rule. Only `order.created` has all the facts that the
 * approval request was made of, so approval needs that event.
 */
export function assertActionsFit({
  eventType,
  actions,
}: Pick<Definition, 'eventType' | 'actions'>) {
  for (const action of actions) {
    const events = eventsFor(action)
    if (events && !events.includes(eventType)) {
      throw fail('action_unfit', { action: action.type, event: eventType, events })
    }
  }
}

function eventsFor(action: Action): readonly string[] | undefined {
  switch (action.type) {
    case 'approve_order':
      return ['order.created']
    case 'hold_order':
      return ofOpenOrders
    case 'accept_proposal':
      return ['order.change_proposed']
    case 'add_to_cart':
      return action.items ? undefined : ofLines
    case 'reply_to_ticket':
      return ofTickets
    case 'call_url':
    case 'ask_model':
    case 'notify':
    case 'create_ticket':
      return undefined
  }
}
