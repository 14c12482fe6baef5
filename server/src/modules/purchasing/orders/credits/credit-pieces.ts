import { type Money, money } from '#kernel/money'
import type { LineProgress, Pieces } from '../fulfilment/line-progress.ts'
import type { LockedOrder } from '../fulfilment/locked-order-store.ts'
import type { Order } from '../order.ts'
import type { CreditedPart } from './credit-budgets.ts'
import { type MovedPart, move } from './reduction.ts'

export type CreditedPieces = {
  /** One for each line of `pieces`, in the same order. The tax is that before the reduction. */
  readonly parts: readonly (CreditedPart & { readonly tax: Money; readonly reduction: Money })[]
  /** All lines that change: a minor unit of a reduction may move to another line of the same tax group. */
  readonly changed: readonly LineProgress[]
  /** The worth of the shipping costs that go back with the pieces, and what had been taken off them. */
  readonly shippingCost: bigint
  readonly shippingCostReduction: bigint
  readonly shippingCostReduced: Order['shippingCostReduced']
}

/** Gives back the money of pieces. What was taken off their price earlier has already gone back. */
export function creditPieces(
  locked: LockedOrder,
  pieces: readonly Pieces[],
  movement: 'CANCELLED' | 'RETURNED',
): CreditedPieces {
  const { parts, lines, shippingCostReduced } = move(locked, pieces, movement)
  const byNumber = new Map(
    parts.flatMap((part) => ('line' in part ? [[part.line.lineNumber, part] as const] : [])),
  )
  const changed = lines.map((line) => addCredit(line, byNumber.get(line.lineNumber)))
  const credited = pieces.map(({ lineNumber }) => {
    const line = changed.find((one) => one.lineNumber === lineNumber)
    const part = byNumber.get(lineNumber)
    if (!line || !part) throw new Error(`line ${lineNumber} has not moved`)
    const { worth, tax, reduction } = part
    const amount = money(worth.amountMinor - reduction.amountMinor, worth.currency)
    return { line, amount, tax, reduction }
  })
  const shippingParts = parts.filter((part) => 'shippingCost' in part)
  const sumOf = (amounts: readonly Money[]) =>
    amounts.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  return {
    parts: credited,
    changed,
    shippingCost: sumOf(shippingParts.map(({ worth }) => worth)),
    shippingCostReduction: sumOf(shippingParts.map(({ reduction }) => reduction)),
    shippingCostReduced,
  }
}

function addCredit(line: LineProgress, part: MovedPart | undefined): LineProgress {
  if (!part) return line
  const { amountMinor, currency } = line.credited
  return { ...line, credited: money(amountMinor + part.worth.amountMinor, currency) }
}
