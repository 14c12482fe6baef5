import { openQuantity } from '../quantities.ts'
import type { Sale, SaleLine } from './sales-api.ts'

/** Nothing goes on where the buyer holds the order or the order has ended. */
function isUnderWay({ state, heldSince }: Sale): boolean {
  return heldSince === undefined && ['PLACED', 'CONFIRMED', 'PARTIALLY_SHIPPED'].includes(state)
}

/** The lines that can be answered and shipped: a requested change is decided first. */
export function openLines(sale: Sale): SaleLine[] {
  if (!isUnderWay(sale)) return []
  return sale.lines.filter((line) => openQuantity(line) > 0 && line.changeRequestId === undefined)
}

/** Nobody has said whether the line will be delivered. */
export function isUnanswered({ confirmedAt, proposalId }: SaleLine): boolean {
  return confirmedAt === undefined && proposalId === undefined
}
