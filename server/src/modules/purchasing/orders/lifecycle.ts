import type { LineProgress } from './fulfilment/line-progress.ts'
import type { OrderState } from './order.ts'

/** The states that an order may move to next. Every change of an order's state obeys this table. */
const mayBecome: Readonly<Record<OrderState, readonly OrderState[]>> = {
  PENDING_APPROVAL: ['PLACED', 'REJECTED', 'CANCELLED'],
  PLACED: ['CONFIRMED', 'PARTIALLY_SHIPPED', 'SHIPPED', 'CANCELLED'],
  CONFIRMED: ['PARTIALLY_SHIPPED', 'SHIPPED', 'CANCELLED'],
  PARTIALLY_SHIPPED: ['SHIPPED', 'DELIVERED'],
  SHIPPED: ['DELIVERED'],
  DELIVERED: ['CLOSED'],
  CLOSED: [],
  REJECTED: [],
  CANCELLED: [],
}

export function isLegal(from: OrderState, to: OrderState): boolean {
  return from === to || mayBecome[from].includes(to)
}

/** Nothing happens to the order any more. Only its money can still move. */
export function hasEnded(state: OrderState): boolean {
  return mayBecome[state].length === 0
}

/** The order's goods may be confirmed, shipped and cancelled. */
export function isOpen(state: OrderState): boolean {
  return state === 'PLACED' || state === 'CONFIRMED' || state === 'PARTIALLY_SHIPPED'
}

/**
 * The state follows from the lines, so that the two cannot disagree. An order that waits for approval, is delivered or
 * has ended keeps its state: a decision sets that one, not a count.
 */
export function stateAfter(state: OrderState, lines: readonly LineProgress[]): OrderState {
  if (hasEnded(state) || state === 'DELIVERED') return state
  const alive = lines.filter((line) => line.cancelled < line.quantity)
  if (alive.length === 0) return 'CANCELLED'
  if (state === 'PENDING_APPROVAL') return state
  const areShipped = alive.every((line) => line.shipped + line.cancelled === line.quantity)
  if (areShipped && alive.every((line) => line.delivered + line.missing === line.shipped)) {
    return 'DELIVERED'
  }
  if (areShipped) return 'SHIPPED'
  if (alive.some((line) => line.shipped > 0n)) return 'PARTIALLY_SHIPPED'
  return alive.every((line) => line.confirmedAt !== undefined) ? 'CONFIRMED' : 'PLACED'
}
