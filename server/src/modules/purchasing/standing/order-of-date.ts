import { addDays } from './schedule.ts'
import type { StandingOrderTerms } from './standing-order.ts'

/** The order of a date, as a request would name it. */
export function orderOf(terms: StandingOrderTerms, today: string) {
  const { lines, shipTo, poNumber, costCenter, unitId, deliveryDays, maxTotal } = terms
  return {
    lines,
    shipTo,
    poNumber,
    costCenter,
    unitId,
    requestedDate: deliveryDays === undefined ? undefined : addDays(today, deliveryDays),
    currency: maxTotal.currency,
    payment: { method: 'invoice' as const },
  }
}
