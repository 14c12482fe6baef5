import { type Money, money, shareOf } from '#kernel/money'
import { lesser } from '#kernel/quantity'
import { allocate, type ShippingCost, type ShippingCostKey, taxUpTo } from '#modules/totals'
import { type LineProgress, openOf, type Pieces, takenBackOf } from '../fulfilment/line-progress.ts'
import type { LockedOrder } from '../fulfilment/locked-order-store.ts'
import { replaceLines } from '../fulfilment/pick-lines.ts'
import type { Order, ShippingCostReduction } from '../order.ts'
import { keptTaxOf, moveTaxed, shareTax } from './line-tax.ts'
import {
  clamp,
  isIn,
  type Moved,
  type Movement,
  netOfPart,
  notBelowZero,
  type Part,
  sum,
  type TaxGroup,
  taxGroupsOf,
  worthOf,
} from './tax-groups.ts'

/**
 * Money that went back although the goods stay is a price reduction. It belongs to pieces: to those that have not left,
 * and to those that have left and whose money has not gone back. It moves with the pieces.
 */

/** A part of an order that still costs something: open or kept pieces of a line, or a shipping cost. */
export type Place = {
  readonly on:
    | { readonly part: Part; readonly line: LineProgress }
    | { readonly part: 'SHIPPING'; readonly cost: ShippingCost; readonly hasLeft: boolean }
  /** Its cost, less earlier reductions. */
  readonly cost: Money
}

export type Share = Place & { readonly amount: Money }

/** All places. Together they cost what the order costs. */
export function placesOf({ order, lines }: LockedOrder): Place[] {
  const { currency } = order.total
  return taxGroupsOf(order, lines).flatMap((group) =>
    (['OPEN', 'KEPT'] as const).flatMap((part) => {
      const members = membersOf(group, order, part)
      const nets = members.map(({ net }) => net)
      const worth = worthOf(group, part)
      const taxes = taxesIn(group, part, members, worth - sum(nets))
      const left = members.map(({ net, reduced }, at) =>
        notBelowZero(net + (taxes[at] ?? 0n) - reduced),
      )
      const cost = notBelowZero(worth - sum(members.map(({ reduced }) => reduced)))
      const costs = allocate(cost, left)
      return members.map(({ on }, at) => ({ on, cost: money(costs[at] ?? 0n, currency) }))
    }),
  )
}

/** Open parts share their tax. Kept parts have that of their documents, as far as those say it by line. */
function taxesIn(group: TaxGroup, part: Part, members: readonly Member[], tax: bigint): bigint[] {
  const nets = members.map(({ net }) => net)
  if (part === 'OPEN') return allocate(tax, nets)
  const kept = members.map(({ on, net }) => {
    const own = on.part === 'KEPT' ? keptTaxOf(group, on.line) : taxUpTo(group.taxed, net)
    const wanted = net === 0n ? 0n : notBelowZero(own)
    return { net, least: wanted, most: wanted, remainder: 0n }
  })
  return shareTax(tax, kept)
}

/**
 * Splits the amount in proportion to the cost of each place, so that each tax rate has its share. The parts add up to
 * the whole.
 */
export function spread(places: readonly Place[], amount: Money): Share[] {
  const shares = allocate(
    amount.amountMinor,
    places.map(({ cost }) => cost.amountMinor),
  )
  return places.flatMap((place, at) => {
    const minor = shares[at] ?? 0n
    return minor === 0n ? [] : [{ ...place, amount: money(minor, amount.currency) }]
  })
}

/**
 * The part of a line or a shipping cost that moved: `worth` before reductions, and the reduction that moved with it.
 */
export type MovedPart = {
  readonly worth: Money
  /** The tax in `worth`. */
  readonly tax: Money
  readonly reduction: Money
} & ({ readonly line: LineProgress } | { readonly shippingCost: ShippingCost })

export type Step = {
  readonly parts: readonly MovedPart[]
  /** All lines that the step changes. `credited` does not include this step yet. */
  readonly lines: readonly LineProgress[]
  readonly shippingCostReduced: readonly ShippingCostReduction[]
}

/**
 * Moves pieces that are cancelled, shipped or returned. Their reduction moves with them in proportion to their
 * quantity, but never more than they cost, and always so much that the rest of their group keeps no more than it costs.
 */
export function move(locked: LockedOrder, pieces: readonly Pieces[], movement: Movement): Step {
  const { order, lines } = locked
  const { currency } = order.total
  const part = movement === 'RETURNED' ? 'KEPT' : 'OPEN'
  const { groups, moved, lines: moving } = moveTaxed(locked, pieces, movement)
  const after = taxGroupsOf(order, replaceLines(lines, moving))
  const changes = groups.flatMap((group, at) =>
    reductionsOf(group, after[at] as TaxGroup, order, part, moved[at] ?? []),
  )
  const steps = changes.flatMap(({ moved: one, along }): MovedPart[] => {
    if (!one) return []
    const worth = money(one.net + one.tax, currency)
    const amounts = { worth, tax: money(one.tax, currency), reduction: money(along, currency) }
    return 'line' in one
      ? [{ line: one.line, ...amounts }]
      : [{ shippingCost: one.shippingCost, ...amounts }]
  })
  return {
    parts: steps,
    lines: changedLines(lines, moving, changes, movement),
    shippingCostReduced: changedShippingCosts(order, changes, movement),
  }
}

type Change = {
  readonly on: Place['on']
  readonly moved: Moved | undefined
  readonly along: bigint
  readonly rest: bigint
}

function reductionsOf(
  before: TaxGroup,
  after: TaxGroup,
  order: Order,
  part: Part,
  moved: readonly Moved[],
): Change[] {
  const members = membersOf(before, order, part).map((member) => {
    const own = moved.find((one) => isSame(one, member.on))
    return { ...member, own, stays: staysIn(after, member.on, part, own) }
  })
  const reduced = sum(members.map((member) => member.reduced))
  const worths = members.map(({ own }) => (own ? own.net + own.tax : 0n))
  const targets = members.map((member) => targetAlong(member, part))
  const most = smallerOf(sum(worths), reduced)
  const total = clamp(sum(targets), reduced - worthOf(after, part), most)
  const along = fitToCaps(targets, worths, total)
  const rest = fitToCaps(
    members.map((member, at) => member.reduced - (targets[at] ?? 0n)),
    members.map(({ stays }) => (stays ? reduced : 0n)),
    reduced - total,
  )
  return members.map(({ on, own }, at) => {
    return { on, moved: own, along: along[at] ?? 0n, rest: rest[at] ?? 0n }
  })
}

type Member = { readonly on: Place['on']; readonly net: bigint; readonly reduced: bigint }

function membersOf({ lines, shippingCosts }: TaxGroup, order: Order, part: Part): Member[] {
  const ofLines = lines.map((line): Member => {
    const reduced = part === 'OPEN' ? line.reducedOpen : line.reducedKept
    return { on: { part, line }, net: netOfPart(line, part), reduced: reduced.amountMinor }
  })
  const ofShipping = shippingCosts.flatMap(({ shippingCost: cost, state }): Member[] => {
    if (state !== (part === 'OPEN' ? 'OPEN' : 'LEFT')) return []
    const reduced = reducedOn(order.shippingCostReduced, cost)
    const on = { part: 'SHIPPING', cost, hasLeft: state === 'LEFT' } as const
    return [{ on, net: cost.amount.amountMinor, reduced }]
  })
  return [...ofLines, ...ofShipping]
}

function isSame(moved: Moved, on: Place['on']): boolean {
  if ('line' in moved) return on.part !== 'SHIPPING' && on.line.lineNumber === moved.line.lineNumber
  return on.part === 'SHIPPING' && isSameCost(on.cost, moved.shippingCost)
}

function staysIn(after: TaxGroup, on: Place['on'], part: Part, own: Moved | undefined): boolean {
  if (on.part === 'SHIPPING') return own === undefined
  const line = after.lines.find(({ lineNumber }) => lineNumber === on.line.lineNumber)
  return line !== undefined && isIn(line, part)
}

/** By pieces. A shipping cost moves as a whole. */
function targetAlong(
  { on, reduced, own }: Member & { readonly own: Moved | undefined },
  part: Part,
): bigint {
  if (!own || reduced === 0n) return 0n
  if (on.part === 'SHIPPING' || !('line' in own)) return reduced
  const { line } = own
  const all = part === 'OPEN' ? openOf(line) : line.shipped - takenBackOf(line)
  if (all <= 0n) return 0n
  return shareOf(money(reduced, line.total.currency), lesser(own.pieces, all), all)
}

function changedLines(
  lines: readonly LineProgress[],
  moving: readonly LineProgress[],
  changes: readonly Change[],
  movement: Movement,
): LineProgress[] {
  const byNumber = new Map(
    changes.flatMap((change) =>
      change.on.part === 'SHIPPING' ? [] : [[change.on.line.lineNumber, change] as const],
    ),
  )
  const hasMoved = new Set(moving.map(({ lineNumber }) => lineNumber))
  return replaceLines(lines, moving).flatMap((line) => {
    const change = byNumber.get(line.lineNumber)
    const field = movement === 'RETURNED' ? 'reducedKept' : 'reducedOpen'
    const rest = money(change?.rest ?? 0n, line.total.currency)
    if (!hasMoved.has(line.lineNumber) && rest.amountMinor === line[field].amountMinor) return []
    const kept = line.reducedKept.amountMinor + (change?.along ?? 0n)
    const isLeaving = movement === 'SHIPPED'
    return {
      ...line,
      [field]: rest,
      ...(isLeaving && { reducedKept: money(kept, line.total.currency) }),
    }
  })
}

/** The reduction of a shipping cost stays with it when it ships, and is gone when it is cancelled. */
function changedShippingCosts(
  { shippingCostReduced, total }: Order,
  changes: readonly Change[],
  movement: Movement,
): ShippingCostReduction[] {
  const reductions = changes.flatMap(({ on, along, rest }) => {
    if (on.part !== 'SHIPPING') return []
    const minor = movement === 'SHIPPED' ? along + rest : rest
    const { supplierCompanyId, delivery } = on.cost
    return [{ supplierCompanyId, delivery, amount: money(minor, total.currency) }]
  })
  const others = shippingCostReduced.filter(
    (one) => !reductions.some((cost) => isSameCost(cost, one)),
  )
  return [...others, ...reductions.filter(({ amount }) => amount.amountMinor > 0n)]
}

/** The reduction of one shipping cost, in minor units. */
function reducedOn(reduced: readonly ShippingCostReduction[], cost: ShippingCostKey): bigint {
  return reduced.find((one) => isSameCost(one, cost))?.amount.amountMinor ?? 0n
}

export function isSameCost(one: ShippingCostKey, other: ShippingCostKey): boolean {
  return one.supplierCompanyId === other.supplierCompanyId && one.delivery === other.delivery
}

/** Values as near to `wanted` as the caps allow, which add up to `total`. */
function fitToCaps(targets: readonly bigint[], caps: readonly bigint[], total: bigint): bigint[] {
  const given = targets.map((one, at) => clamp(one, 0n, caps[at] ?? 0n))
  let missing = total - sum(given)
  return given.map((one, at) => {
    const change = clamp(missing, -one, (caps[at] ?? 0n) - one)
    missing -= change
    return one + change
  })
}

function smallerOf(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
