import { utcDay } from '#kernel/time'
import { addDays } from './schedule.ts'
import type { StandingOrderTerms } from './standing-order.ts'

/** The order of a date, as a request would name it. */
export function orderOf(terms: StandingOrderTerms, today: string, now: Date) {
  const { lines, shipTo, poNumber, costCenter, deliveryDays, maxTotal } = terms
  // In the west of America it is already tomorrow by the clock by which an order compares the day.
  const day = today < utcDay(now) ? utcDay(now) : today
  return {
    lines,
    shipTo,
    poNumber,
    costCenter,
    requestedDate: deliveryDays === undefined ? undefined : addDays(day, deliveryDays),
    currency: maxTotal.currency,
    payment: { method: 'invoice' as const },
  }
}
