import { greater, numberOf, type Quantity } from '#kernel/quantity'
import { deliveryOf } from '../addresses/deliveries.ts'
import { fail } from '../failures.ts'
import type { LineProgress } from '../fulfilment/line-progress.ts'
import { assertWholeIfCounted, type Picked } from '../fulfilment/pick-lines.ts'
import type { Order } from '../order.ts'
import type { ChangeKind, Terms } from './proposal.ts'

/** What the supplier delivers of the line as it stands. */
export function termsOf({ quantity, cancelled, promisedDate }: LineProgress): Terms {
  return { quantity: quantity - cancelled, ...(promisedDate !== undefined && { promisedDate }) }
}

/** Throws if the line cannot have this quantity in all: more than the supplier delivers as it stands. */
export function assertNotMore(line: LineProgress, quantity: Quantity): void {
  const { quantity: ordered } = termsOf(line)
  if (quantity <= ordered) return
  throw fail('quantity_above_ordered', {
    lineNumber: line.lineNumber,
    ordered: numberOf(ordered),
  })
}

/** Throws if the line cannot have this quantity in all: less than has left, or a part of a counted unit. */
export function assertQuantityPossible(line: LineProgress, quantity: Quantity): void {
  assertWholeIfCounted(line, quantity)
  const { lineNumber, shipped } = line
  if (quantity < shipped) {
    throw fail('quantity_below_shipped', { lineNumber, shipped: numberOf(shipped) })
  }
}

/** Throws if something was taken off the price of the line: it belongs to these pieces at their price. */
export function assertPriceChangeable({ lineNumber, reducedOpen }: LineProgress): void {
  if (reducedOpen.amountMinor > 0n) throw fail('price_not_changeable', { lineNumber })
}

/** The day against which a promise is measured: the one that the buyer has accepted or requested, else the first promise. */
export function agreedDateOf(order: WithDeliveries, line: LineProgress): string | undefined {
  return line.agreedDate ?? requestedDateOf(order, line) ?? line.promisedDate
}

type WithDeliveries = Pick<Order, 'deliveries' | 'shipTo'>

/** The day that the buyer requested for the line, or for its delivery. */
export function requestedDateOf(
  order: WithDeliveries,
  line: Pick<LineProgress, 'requestedDate' | 'delivery'>,
): string | undefined {
  return line.requestedDate ?? deliveryOf(order, line).requestedDate
}

/** The line with the day of these terms, confirmed. Its quantity falls by a cancellation: see `fewerPieces`. */
export function confirmTerms(
  line: LineProgress,
  { status, promisedDate, agreedDate }: ConfirmedTerms,
  now: Date,
): LineProgress {
  return {
    ...line,
    confirmedAt: line.confirmedAt ?? now,
    promisedDate: promisedDate ?? line.promisedDate,
    agreedDate,
    backorderedAt: backorderedSince(line, status, now),
    proposalId: undefined,
  }
}

/** A line that waits for stock stays backordered, whatever its supplier answers. */
export function backorderedSince(
  { waiting, backorderedAt }: LineProgress,
  status: string,
  now: Date,
): Date | undefined {
  return status === 'BACKORDERED' || waiting > 0n ? (backorderedAt ?? now) : undefined
}

type ConfirmedTerms = {
  readonly status: ChangeKind | 'ACCEPTED'
  readonly promisedDate: string | undefined
  readonly agreedDate: string | undefined
}

/** What the line has more by these terms than the supplier delivers as it stands. */
export function moreOf(line: LineProgress, after: Pick<Terms, 'quantity'>): Quantity {
  return greater(after.quantity - termsOf(line).quantity, 0n)
}

/** The pieces of the line that these terms leave out. */
export function fewerPieces(line: LineProgress, after: Terms): Picked[] {
  const quantity = line.quantity - line.cancelled - after.quantity
  return quantity > 0n ? [{ line, quantity }] : []
}
