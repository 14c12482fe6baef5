import { type Money, money, shareOf, sumOf } from '#kernel/money'
import type { Carriage } from '#modules/totals'
import type { HeldOrder } from './held-order-store.ts'
import { type LineProgress, openOf } from './line-progress.ts'
import type { CarriageReduction } from './order.ts'

/*
 * Money that went back although the goods stay is a reduction of their price. It lies on pieces: on those that have not left,
 * and on those that have and whose money has not gone back. It goes along with them when they move on.
 */

/** A part of an order that still costs something: of a line what has not left, what has and is kept, or the way of a parcel. */
export type Place = {
  readonly on:
    | { readonly part: 'OPEN' | 'KEPT'; readonly line: LineProgress }
    | { readonly part: 'WAY'; readonly way: Carriage; readonly hasLeft: boolean }
  /** What it costs, less what was taken off it before. */
  readonly cost: Money
}

export type Share = Place & { readonly amount: Money }

/** All of them. What they cost is what the order costs. */
export function placesOf({ order, lines }: HeldOrder): Place[] {
  const { currency } = order.total
  const place = (on: Place['on'], worth: bigint, reduced: Money): Place => {
    const left = worth - reduced.amountMinor
    return { on, cost: money(left > 0n ? left : 0n, currency) }
  }
  const ofLines = lines.flatMap((line) => [
    place({ part: 'OPEN', line }, worthOfOpen(line), line.reducedOpen),
    place({ part: 'KEPT', line }, worthOfKept(line), line.reducedKept),
  ])
  const ofWays = (order.carriages ?? []).map((way) => {
    const parcel = lines.filter((line) => isOn(way, line))
    const isGone = parcel.every(({ cancelled, quantity }) => cancelled === quantity)
    const worth = isGone ? 0n : way.amount.amountMinor + way.tax.amount.amountMinor
    const on = { part: 'WAY', way, hasLeft: parcel.some(({ shipped }) => shipped > 0) } as const
    return place(on, worth, reducedOn(order.carriageReduced, way, currency))
  })
  return [...ofLines, ...ofWays]
}

/** In proportion to what each costs: so each rate of tax has its share. The parts add up to the whole. */
export function spread(places: readonly Place[], amount: Money): Share[] {
  const whole = sumOf(
    places.map(({ cost }) => cost),
    amount.currency,
  ).amountMinor
  if (whole === 0n) return []
  let upto = 0n
  let given = 0n
  return places.flatMap((place) => {
    upto += place.cost.amountMinor
    const until = portion(amount.amountMinor, upto, whole)
    const minor = until - given
    given = until
    return minor === 0n ? [] : [{ ...place, amount: money(minor, amount.currency) }]
  })
}

/** The line after some of its pieces have left, and what of its reduction goes with them: their invoice says it. */
export function reducedByLeaving(
  line: LineProgress,
  pieces: number,
): { readonly line: LineProgress; readonly reduction: Money } {
  const { total, quantity, shipped, reducedOpen, reducedKept } = line
  const before = quantity - shipped
  const worth = shareOf(total, before, quantity) - shareOf(total, before - pieces, quantity)
  const others = worthOfOpen(line) - worth
  const reduction = goingAlong(reducedOpen, { pieces, of: openOf(line), worth, others })
  return {
    line: {
      ...line,
      reducedOpen: less(reducedOpen, reduction),
      reducedKept: money(reducedKept.amountMinor + reduction.amountMinor, total.currency),
    },
    reduction,
  }
}

/** What of the reduction of a line goes with pieces that are cancelled, of which so much would have gone back without it. */
export function reductionOfCancelled(line: LineProgress, pieces: number, worth: Money): Money {
  const others = worthOfOpen(line) - worth.amountMinor
  const of = openOf(line)
  return goingAlong(line.reducedOpen, { pieces, of, worth: worth.amountMinor, others })
}

/** As `reductionOfCancelled`, of pieces that had left. */
export function reductionOfReturned(line: LineProgress, pieces: number, worth: Money): Money {
  const others = worthOfKept(line) - worth.amountMinor
  const of = keptOf(line)
  return goingAlong(line.reducedKept, { pieces, of, worth: worth.amountMinor, others })
}

/** What lies on the way of one parcel. */
export function reducedOn(
  reduced: readonly CarriageReduction[],
  way: Pick<Carriage, 'supplierCompanyId' | 'delivery'>,
  currency: string,
): Money {
  const found = reduced.find((one) => isSameWay(one, way))
  return found?.amount ?? money(0n, currency)
}

export function isSameWay(
  one: Pick<Carriage, 'supplierCompanyId' | 'delivery'>,
  other: Pick<Carriage, 'supplierCompanyId' | 'delivery'>,
): boolean {
  return one.supplierCompanyId === other.supplierCompanyId && one.delivery === other.delivery
}

/** Lines count their deliveries from 1. */
export function isOn(
  way: Pick<Carriage, 'supplierCompanyId' | 'delivery'>,
  { supplierCompanyId, delivery = 1 }: LineProgress,
): boolean {
  return supplierCompanyId === way.supplierCompanyId && delivery === way.delivery + 1
}

export function less(one: Money, other: Money): Money {
  return money(one.amountMinor - other.amountMinor, one.currency)
}

/** Have left, and their money has not gone back. */
function keptOf({ shipped, creditedQuantity, cancelled }: LineProgress): number {
  return shipped - (creditedQuantity - cancelled)
}

/** As their invoice will say: what is shipped is taken from the end of a line, what is cancelled from its beginning. */
function worthOfOpen({ total, quantity, shipped, cancelled }: LineProgress): bigint {
  return shareOf(total, quantity - shipped, quantity) - shareOf(total, cancelled, quantity)
}

function worthOfKept(line: LineProgress): bigint {
  const worth = line.total.amountMinor - line.credited.amountMinor - worthOfOpen(line)
  return worth > 0n ? worth : 0n
}

type Pieces = {
  readonly pieces: number
  readonly of: number
  readonly worth: bigint
  /** What those are worth that stay. */
  readonly others: bigint
}

/** By pieces, but never more than these are worth, and as much that no more stays than the others are worth. */
function goingAlong(reduced: Money, { pieces, of, worth, others }: Pieces): Money {
  const all = reduced.amountMinor
  if (all === 0n || of <= 0) return money(0n, reduced.currency)
  const share = shareOf(reduced, Math.min(pieces, of), of)
  const least = all - (others > 0n ? others : 0n)
  const most = worth < all ? worth : all
  const wanted = share > least ? share : least
  return money(wanted < most ? wanted : most, reduced.currency)
}

/** Rounded half up. */
function portion(amount: bigint, part: bigint, whole: bigint): bigint {
  return (amount * part * 2n + whole) / (2n * whole)
}
