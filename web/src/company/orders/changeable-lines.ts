import { openQuantity } from '../quantities.ts'
import type { Order, OrderLine } from './order-api.ts'

const openStates: ReadonlySet<string> = new Set(['PLACED', 'CONFIRMED', 'PARTIALLY_SHIPPED'])

/** The lines of which something has not left, and of which no other change waits. */
export function changeableLines({ state, lines }: Order): OrderLine[] {
  if (!openStates.has(state)) return []
  return lines.filter(
    (line) =>
      openQuantity(line) > 0 && line.proposalId === undefined && line.changeRequestId === undefined,
  )
}
