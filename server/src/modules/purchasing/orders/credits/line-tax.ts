import { allocate, type TaxBounds, type TaxedGroup, taxNextTo, taxUpTo } from '#modules/totals'
import { type LineProgress, openOf, type Pieces } from '../fulfilment/line-progress.ts'
import type { LockedOrder } from '../fulfilment/locked-order-store.ts'
import {
  clamp,
  deliveryNumberOf,
  keptOf,
  type Moved,
  type Movement,
  moveAll,
  movedBy,
  netOfPart,
  notBelowZero,
  sum,
  type TaxGroup,
  taxGroupsOf,
} from './tax-groups.ts'

/**
 * The running sums of a group say nothing about one line of it: what its credits take back may differ by a minor unit from what was
 * invoiced for it. So each line keeps the differences, and returns are taxed such that lines close.
 */

/** The groups before pieces move, what moves of each, and the moved lines afterwards. */
export function moveTaxed(
  { order, lines }: LockedOrder,
  pieces: readonly Pieces[],
  movement: Movement,
): { groups: TaxGroup[]; moved: (readonly Moved[])[]; lines: LineProgress[] } {
  const groups = taxGroupsOf(order, lines)
  const running = movedBy(order, lines, pieces, movement)
  const moved = groups.map((group) => {
    const parts = running.get(group.key) ?? []
    return movement === 'RETURNED' ? closeLines(group, parts) : parts
  })
  const after = new Map(
    moveAll(lines, pieces, movement).map((line) => [line.lineNumber, line] as const),
  )
  const noted = groups.flatMap((group, at) =>
    (moved[at] ?? []).flatMap((part) => {
      const line = 'line' in part ? after.get(part.line.lineNumber) : undefined
      return 'line' in part && line ? [noteTax(group, part, line, movement)] : []
    }),
  )
  return { groups, moved, lines: noted }
}

/**
 * Taxes the returned pieces of a group anew: as near to the running sum as it can be while these are less than one minor unit away
 * from their net amount times the rate. First the tax of the document; then that of what stays of the group, so that the last
 * return closes the group; last that of what stays of each line, so that the last return of a line closes it.
 *
 * While something of the group may still be invoiced, the running sum stands, because only with it the last return closes the group
 * whatever is invoiced until then. Only the shares of the lines are chosen.
 */
function closeLines(group: TaxGroup, returned: readonly Moved[]): Moved[] {
  const isOpen = canBeInvoiced(group)
  let kept = keptOf(group)
  return [...Map.groupBy(returned, deliveryNumberOf).values()].flatMap((own) => {
    const net = sum(own.map((part) => part.net))
    const lines = own.map((part) => boundsOf(group, part))
    const running = sum(own.map((part) => part.tax))
    const tax = isOpen ? running : withinBounds(running, group, kept, net, lines)
    kept = { net: kept.net - net, tax: kept.tax - tax }
    const shares = shareTax(tax, lines)
    return own.map((part, at) => {
      const share = shares[at] ?? 0n
      return { ...part, tax: share, taxOff: share - part.tax }
    })
  })
}

/** Something of the group is neither shipped nor cancelled. */
function canBeInvoiced({ lines, shippingCosts }: TaxGroup): boolean {
  return (
    lines.some((line) => openOf(line) > 0n) || shippingCosts.some(({ state }) => state === 'OPEN')
  )
}

/** Of bounds that have nothing in common, the later ones win. */
function withinBounds(
  running: bigint,
  { taxed }: TaxGroup,
  kept: NetAndTax,
  net: bigint,
  lines: readonly ShareBounds[],
): bigint {
  const ofLines = {
    least: sum(lines.map(({ least }) => least)),
    most: sum(lines.map(({ most }) => most)),
  }
  const bounds = [ofLines, closingBounds(taxed, kept, net), taxNextTo(taxed, net)]
  return bounds.reduce((tax, { least, most }) => clamp(tax, least, most), running)
}

/** With a tax within these bounds, the tax of what stays is less than one minor unit away from its own. */
function closingBounds(taxed: TaxedGroup, kept: NetAndTax, net: bigint): TaxBounds {
  const rest = taxNextTo(taxed, kept.net - net)
  return { least: kept.tax - rest.most, most: kept.tax - rest.least, remainder: rest.remainder }
}

/** Without a net amount there is no tax, and no tax is below zero. */
function boundsOf(group: TaxGroup, part: Moved): ShareBounds {
  const { net } = part
  if (!('line' in part) || net === 0n) return { net, least: 0n, most: 0n, remainder: 0n }
  const kept = { net: netOfPart(part.line, 'KEPT'), tax: keptTaxOf(group, part.line) }
  const { least, most, remainder } = closingBounds(group.taxed, kept, net)
  return { net, least: notBelowZero(least), most: notBelowZero(most), remainder }
}

type NetAndTax = { readonly net: bigint; readonly tax: bigint }

/** The bounds of the share of a line, and the remainder of what stays of it. */
type ShareBounds = TaxBounds & { readonly net: bigint }

/**
 * Divides a tax among lines. Of those that may bear one more, the lines whose rest is nearest to its lower bound bear it. If the
 * shares within the bounds do not add up to the tax, the difference is divided in proportion.
 */
export function shareTax(tax: bigint, lines: readonly ShareBounds[]): bigint[] {
  const shares = lines.map(({ least }) => least)
  let missing = tax - sum(shares)
  const canBearMore = [...lines.entries()].filter(([, { least, most }]) => most > least)
  canBearMore.sort(([, one], [, other]) => Number(one.remainder - other.remainder))
  for (const [at, { most }] of canBearMore) {
    if (missing <= 0n) break
    shares[at] = most
    missing -= 1n
  }
  const isTooMuch = missing < 0n
  const changes = allocate(
    isTooMuch ? -missing : missing,
    isTooMuch ? shares : lines.map(({ net }) => net),
  )
  return shares.map((share, at) => share + (isTooMuch ? -1n : 1n) * (changes[at] ?? 0n))
}

/** A moved line with its new differences. Cancelled pieces were never invoiced. */
function noteTax(
  group: TaxGroup,
  { line: before, tax, taxOff }: Extract<Moved, { readonly line: LineProgress }>,
  line: LineProgress,
  movement: Movement,
): LineProgress {
  if (movement === 'CANCELLED') return line
  const kept = keptTaxOf(group, before) + (movement === 'SHIPPED' ? tax : -tax)
  return {
    ...line,
    keptTaxOffMinor: kept - taxUpTo(group.taxed, netOfPart(line, 'KEPT')),
    creditedTaxOffMinor: line.creditedTaxOffMinor + taxOff,
  }
}

/** The tax of what was invoiced of a line and is not credited, before any reduction. */
export function keptTaxOf({ taxed }: TaxGroup, line: LineProgress): bigint {
  return taxUpTo(taxed, netOfPart(line, 'KEPT')) + line.keptTaxOffMinor
}
