import { money, shareOf } from '#kernel/money'
import { greater, type Quantity } from '#kernel/quantity'
import {
  allocate,
  groupKey,
  type ShippingCost,
  type ShippingCostKey,
  type TaxedGroup,
  taxUpTo,
} from '#modules/totals'
import { type LineProgress, openOf, type Pieces, takenBackOf } from '../fulfilment/line-progress.ts'
import { replaceLines } from '../fulfilment/pick-lines.ts'

/**
 * The goods and shipping costs of one supplier at one rate are taxed together, and the tax is rounded once. The tax of
 * some pieces therefore depends on what was cancelled, shipped and returned before them: it is the difference that they
 * make to the rounded running sum. There are three separate running sums (cancelled, shipped, returned), so that the
 * order of the steps changes none of them. When all of a group has left or was cancelled, its returns may depart from
 * their running sum (`line-tax.ts`), and its lines say by how much.
 */

/** Pieces of an order's lines are cancelled, shipped or taken back. */
export type Movement = 'CANCELLED' | 'SHIPPED' | 'RETURNED'

/** OPEN: not shipped and not cancelled. KEPT: shipped, and not credited. */
export type Part = 'OPEN' | 'KEPT'

type TaxedOrder = { readonly shippingCosts?: readonly ShippingCost[] | undefined }

/**
 * A shipping cost is open until something of its parcel has left, and goes back when all of the parcel is cancelled. A
 * fee counts everything that its supplier sells in the order.
 */
type GroupShippingCost = {
  readonly shippingCost: ShippingCost
  readonly state: 'OPEN' | 'LEFT' | 'ENDED'
}

export type TaxGroup = {
  readonly key: string
  readonly taxed: TaxedGroup
  readonly lines: readonly LineProgress[]
  readonly shippingCosts: readonly GroupShippingCost[]
}

export function taxGroupsOf({ shippingCosts = [] }: TaxedOrder, lines: readonly LineProgress[]) {
  const ofLines = Map.groupBy(lines, keyOf)
  const ofShippingCosts = Map.groupBy(shippingCosts, ({ supplierCompanyId, tax }) =>
    groupKey(supplierCompanyId, tax),
  )
  const keys = new Set([...ofLines.keys(), ...ofShippingCosts.keys()])
  return [...keys].map((key): TaxGroup => {
    const own = ofLines.get(key) ?? []
    const costs = ofShippingCosts.get(key) ?? []
    return {
      key,
      taxed: taxedOf(own, costs),
      lines: own,
      shippingCosts: costs.map((shippingCost) => ({
        shippingCost,
        state: stateOf(shippingCost, lines),
      })),
    }
  })
}

/** A line that was added later is taxed by itself: the sums of what was ordered before stay as they were. */
function keyOf({ supplierCompanyId, tax, followsLine, lineNumber }: LineProgress): string {
  const key = groupKey(supplierCompanyId, tax)
  return followsLine === undefined ? key : `${key}|${lineNumber}`
}

function taxedOf(lines: readonly LineProgress[], costs: readonly ShippingCost[]): TaxedGroup {
  const taxes = [...lines.map(({ tax }) => tax), ...costs.map(({ tax }) => tax)]
  const nets = [...lines.map(({ net }) => net), ...costs.map(({ amount }) => amount)]
  const currency = nets[0]?.currency ?? ''
  return {
    rate: taxes[0]?.rate ?? '0',
    net: money(sum(nets.map(({ amountMinor }) => amountMinor)), currency),
    tax: money(sum(taxes.map((tax) => tax?.amount.amountMinor ?? 0n)), currency),
  }
}

function stateOf(
  shippingCost: ShippingCost,
  lines: readonly LineProgress[],
): GroupShippingCost['state'] {
  const carried = lines.filter((line) => isOn(shippingCost, line))
  if (carried.some(({ shipped }) => shipped > 0n)) return 'LEFT'
  return carried.every(({ cancelled, quantity }) => cancelled === quantity) ? 'ENDED' : 'OPEN'
}

/** Lines count their deliveries from 1. A cost without a delivery is for all lines of its supplier. */
export function isOn(
  cost: ShippingCostKey,
  { supplierCompanyId, delivery = 1 }: LineProgress,
): boolean {
  if (supplierCompanyId !== cost.supplierCompanyId) return false
  return cost.delivery === undefined || delivery === cost.delivery + 1
}

/** What a part of a group costs with its tax, before any reduction. */
export function worthOf(group: TaxGroup, part: Part): bigint {
  if (part === 'KEPT') {
    const { net, tax } = keptOf(group)
    return net + tax
  }
  const left = group.taxed.net.amountMinor - netOf(group, 'CANCELLED')
  return grossUpTo(group, left) - grossUpTo(group, netOf(group, 'SHIPPED'))
}

/** What was invoiced of a group and is not credited, before any reduction. */
export function keptOf(group: TaxGroup): { readonly net: bigint; readonly tax: bigint } {
  const [shipped, returned] = [netOf(group, 'SHIPPED'), netOf(group, 'RETURNED')]
  const running = taxUpTo(group.taxed, shipped) - taxUpTo(group.taxed, returned)
  const off = sum(group.lines.map(({ creditedTaxOffMinor }) => creditedTaxOffMinor))
  return { net: shipped - returned, tax: running - off }
}

/** The net amount of a line that is open or kept. Its pieces are cancelled from the front, and shipped from the end. */
export function netOfPart(line: LineProgress, part: Part): bigint {
  const { net, quantity, cancelled, shipped } = line
  const left = quantity - shipped
  if (part === 'OPEN') return shareOf(net, left, quantity) - shareOf(net, cancelled, quantity)
  return shareOf(net, quantity - takenBackOf(line), quantity) - shareOf(net, left, quantity)
}

/** The part of a line or a shipping cost that moved: net amount and tax, before any reduction. */
export type Moved = Untaxed & {
  readonly tax: bigint
  /** By how much the tax is more than its share of the running sum. */
  readonly taxOff: bigint
}

/**
 * The amounts of a step, by tax group, as the running sums give them. Each delivery has its own document, so each is
 * rounded by itself.
 */
export function movedBy(
  order: TaxedOrder,
  lines: readonly LineProgress[],
  pieces: readonly Pieces[],
  movement: Movement,
): ReadonlyMap<string, readonly Moved[]> {
  const after = replaceLines(lines, moveAll(lines, pieces, movement))
  const groupsAfter = new Map(taxGroupsOf(order, after).map((group) => [group.key, group]))
  const byNumber = new Map(pieces.map(({ lineNumber, quantity }) => [lineNumber, quantity]))
  const moved = taxGroupsOf(order, lines).map((before): [string, Moved[]] => {
    const next = groupsAfter.get(before.key) as TaxGroup
    let upTo = netOf(before, movement)
    const parts = movedPartsOf(before, next, byNumber, movement)
    const deliveries = [...Map.groupBy(parts, deliveryNumberOf)].sort(
      ([one], [other]) => one - other,
    )
    const taxed = deliveries.flatMap(([, own]) => {
      const nets = own.map(({ net }) => net)
      const from = upTo
      upTo += sum(nets)
      const shares = allocate(taxBetween(before, from, upTo, movement), nets)
      return own.map((part, at) => ({ ...part, tax: shares[at] ?? 0n, taxOff: 0n }))
    })
    return [before.key, taxed]
  })
  return new Map(moved)
}

/** The lines after pieces have moved. Costs and reductions do not change here. */
export function moveAll(
  lines: readonly LineProgress[],
  pieces: readonly Pieces[],
  movement: Movement,
): LineProgress[] {
  const byNumber = new Map(pieces.map(({ lineNumber, quantity }) => [lineNumber, quantity]))
  return lines.flatMap((line) => {
    const count = byNumber.get(line.lineNumber)
    if (count === undefined) return []
    const { shipped, cancelled, creditedQuantity } = line
    if (movement === 'SHIPPED') return { ...line, shipped: shipped + count }
    const credited = { ...line, creditedQuantity: creditedQuantity + count }
    if (movement === 'RETURNED') return credited
    const waiting = greater(0n, line.waiting - count)
    return { ...credited, cancelled: cancelled + count, waiting }
  })
}

/** The net amount of a group that this movement has moved so far. */
function netOf({ lines, shippingCosts }: TaxGroup, movement: Movement): bigint {
  const state = stateAfter(movement)
  const costs = shippingCosts.filter((one) => one.state === state)
  return (
    sum(lines.map((line) => movedNetOf(line, movement))) +
    sum(costs.map(({ shippingCost }) => shippingCost.amount.amountMinor))
  )
}

/** A return gives no shipping cost back. */
function stateAfter(movement: Movement): GroupShippingCost['state'] | undefined {
  if (movement === 'RETURNED') return undefined
  return movement === 'SHIPPED' ? 'LEFT' : 'ENDED'
}

/** Pieces are cancelled from the front of a line and shipped from its end. The last pieces come back first. */
function movedNetOf(line: LineProgress, movement: Movement): bigint {
  const { net, quantity, cancelled, shipped } = line
  if (movement === 'CANCELLED') return shareOf(net, cancelled, quantity)
  const fromEnd = movement === 'SHIPPED' ? shipped : takenBackOf(line)
  return net.amountMinor - shareOf(net, quantity - fromEnd, quantity)
}

type Untaxed = { readonly net: bigint } & (
  | { readonly line: LineProgress; readonly pieces: Quantity }
  | { readonly shippingCost: ShippingCost }
)

function movedPartsOf(
  before: TaxGroup,
  after: TaxGroup,
  pieces: ReadonlyMap<number, Quantity>,
  movement: Movement,
): Untaxed[] {
  const ofLines = before.lines.flatMap((line, at) => {
    const count = pieces.get(line.lineNumber)
    const next = after.lines[at]
    if (count === undefined || !next) return []
    return { line, pieces: count, net: movedNetOf(next, movement) - movedNetOf(line, movement) }
  })
  const state = stateAfter(movement)
  const ofShippingCosts = after.shippingCosts.flatMap(({ shippingCost, state: now }, at) => {
    const isMoved = now === state && before.shippingCosts[at]?.state !== now
    return isMoved ? { shippingCost, net: shippingCost.amount.amountMinor } : []
  })
  return [...ofLines, ...ofShippingCosts]
}

/** A fee has no delivery and comes last. It is in the document of the first delivery that moves. */
export function deliveryNumberOf(part: Untaxed): number {
  if ('line' in part) return part.line.delivery ?? 1
  const { delivery } = part.shippingCost
  return delivery === undefined ? Infinity : delivery + 1
}

/** Cancelled goods come off the end of the running sum, so that the invoices of the rest add up to their own tax. */
function taxBetween(group: TaxGroup, from: bigint, to: bigint, movement: Movement): bigint {
  const { taxed } = group
  if (movement !== 'CANCELLED') return taxUpTo(taxed, to) - taxUpTo(taxed, from)
  const all = taxed.net.amountMinor
  return taxUpTo(taxed, all - from) - taxUpTo(taxed, all - to)
}

function grossUpTo({ taxed }: TaxGroup, net: bigint): bigint {
  return net + taxUpTo(taxed, net)
}

export function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((all, amount) => all + amount, 0n)
}

export function notBelowZero(value: bigint): bigint {
  return value > 0n ? value : 0n
}

/** If the bounds cross, `most` wins. */
export function clamp(value: bigint, from: bigint, most: bigint): bigint {
  const least = value > from ? value : from
  return least < most ? least : most
}

/** Whether any of the line is left in this part. */
export function isIn(line: LineProgress, part: Part): boolean {
  return part === 'OPEN' ? openOf(line) > 0n : line.shipped > takenBackOf(line)
}
