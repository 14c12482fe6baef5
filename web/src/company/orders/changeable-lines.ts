import { quantityLess } from '../quantities.ts'
import type { Order, OrderLine } from './order-api.ts'

const openStates: ReadonlySet<string> = new Set(['PLACED', 'CONFIRMED', 'PARTIALLY_SHIPPED'])

/** The lines of which something has not left, and of which no other change waits. */
export function changeableLines({ state, lines }: Order): OrderLine[] {
  if (!openStates.has(state)) return []
  return lines.filter(
    ({ quantity, shippedQuantity, cancelledQuantity, proposalId, changeRequestId }) =>
      quantityLess(quantity, shippedQuantity, cancelledQuantity) > 0 &&
      proposalId === undefined &&
      changeRequestId === undefined,
  )
}
