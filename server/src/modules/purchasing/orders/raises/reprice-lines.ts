import { decimalOf, type Money, money, type UnitPrice } from '#kernel/money'
import { greater, type Quantity } from '#kernel/quantity'
import type { Substitute } from '#modules/products'
import type { Tx } from '#platform/db'
import { creditBudgets } from '../credits/credit-budgets.ts'
import { releaseCallOffs } from '../credits/release-call-offs.ts'
import { promiseCredit } from '../credits/settle-credits.ts'
import { computeCancellation, releaseStock } from '../fulfilment/cancel-lines.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { type LineProgress, openOf } from '../fulfilment/line-progress.ts'
import type { LockedOrder } from '../fulfilment/locked-order-store.ts'
import type { Picked } from '../fulfilment/pick-lines.ts'
import { replaceLines } from '../fulfilment/pick-lines.ts'
import type { OrderChange } from '../fulfilment/take-step.ts'
import type { PlacedLine } from '../order.ts'
import { listLines } from '../order-store.ts'
import type { Terms } from '../proposals/proposal.ts'
import { type AddedLines, type Addition, addLines, costOfAdded } from './added-lines.ts'
import { coverRaise, type OfferedSupplement, type RaiseApproval } from './cover-raise.ts'
import { sellAdded } from './raise-order.ts'

/** A line whose open pieces have another price, as both sides have agreed. */
export type Repriced = {
  readonly line: LineProgress
  /** What the supplier delivers of the open pieces. */
  readonly quantity: Quantity
  readonly unitPrice: UnitPrice
  /** The product that replaces that of the line. Undefined: it stays. */
  readonly substitute: Substitute | undefined
}

export type RepricingCause = {
  readonly by: string
  /** The buyer takes these prices without a decision. */
  readonly isTolerated: boolean
  readonly supplement?: OfferedSupplement | undefined
  readonly approval?: RaiseApproval | undefined
}

export type Repricing = {
  readonly added: AddedLines
  readonly changed: readonly LineProgress[]
  readonly change: Pick<OrderChange, 'shippingCostCredited' | 'shippingCostReduced'>
  /** The order as it is then. */
  readonly locked: LockedOrder
  /** The pieces that have the new price. */
  readonly confirmed: readonly Picked[]
  /** For the timeline and the audit log. */
  readonly details: { readonly added: number; readonly addedAmount: string }
  /** Moves stock, budgets, frame contracts and money, once the lines are written; or throws. */
  readonly record: () => Promise<void>
}

/**
 * Participant, in a transaction that holds the order: the open pieces of a line leave it, and become a line of their own at the new
 * price. Only the difference moves money: more is taken as for any raise, and less goes back as by a cancellation.
 */
export async function repriceLines(
  deps: FulfilmentDeps,
  tx: Tx,
  locked: LockedOrder,
  repriced: readonly Repriced[],
  cause: RepricingCause,
  now: Date,
): Promise<Repricing | undefined> {
  if (repriced.length === 0) return undefined
  const { by, isTolerated, supplement, approval } = cause
  const placed = await listLines(tx, locked.order)
  const added = addLines(locked.order, placed, repriced.map(withWaiting), now)
  const progress = added.lines.map((line) => line.progress)
  const raised = { order: added.order, lines: [...locked.lines, ...progress] }
  const picked = repriced.map(({ line }) => ({ line, quantity: openOf(line) }))
  const left = computeCancellation(raised, picked)
  const { changed, shippingCostCredited, shippingCostReduced } = left
  const change = { shippingCostCredited, shippingCostReduced }
  const lines = replaceLines(raised.lines, changed)
  const cost = costOfAdded(added.lines, locked.order.total.currency)
  return {
    added,
    changed,
    change,
    locked: { order: { ...added.order, ...change }, lines },
    confirmed: progress.map((line) => ({ line, quantity: line.quantity })),
    details: { added: added.lines.length, addedAmount: decimalOf(cost) },
    record: async () => {
      await sellSubstitutes(deps, tx, added.lines, repriced)
      await releaseStock(deps, tx, repriced.flatMap(fewerOf))
      await creditBudgets(deps, tx, locked.order, left.parts, left.amount, now)
      await releaseCallOffs(deps, tx, locked.order, left.parts)
      const after = placed.map((line) => {
        const own = lines.find(({ lineNumber }) => lineNumber === line.progress.lineNumber)
        return own ? { ...line, progress: own } : line
      })
      await coverRaise(
        deps,
        tx,
        {
          added,
          lines: [...after, ...added.lines],
          given: left.amount,
          isTolerated,
          acceptedBy: isTolerated ? undefined : by,
          supplement,
          before: placed,
          approval,
        },
        now,
      )
      const less = differenceOf(left.amount, cost)
      await promiseCredit(deps, tx, locked.order, { kind: 'CANCELLATION', amount: less, by }, now)
    },
  }
}

/** What a change of the price makes of the open pieces of the line. */
export function repricedBy(
  line: LineProgress,
  { quantity, unitPrice, substitute }: Terms,
): Repriced[] {
  const left = quantity - line.shipped
  return unitPrice && left > 0n ? [{ line, quantity: left, unitPrice, substitute }] : []
}

/** Locks the stock of both products in one order, so that two exchanges of the same products wait for each other. */
async function sellSubstitutes(
  deps: FulfilmentDeps,
  tx: Tx,
  added: readonly PlacedLine[],
  repriced: readonly Repriced[],
): Promise<void> {
  const substitutes = added.filter((_, at) => repriced[at]?.substitute)
  if (substitutes.length === 0) return
  const products = [...substitutes, ...repriced.map(({ line }) => line)]
  await deps.products.lockStock(
    tx,
    products.map(({ productId }) => productId),
  )
  await sellAdded(deps, tx, substitutes)
}

/** What the order no longer needs of the product of the line. */
function fewerOf({ line, quantity, substitute }: Repriced): Picked[] {
  const fewer = openOf(line) - (substitute ? 0n : quantity)
  return fewer > 0n ? [{ line, quantity: fewer }] : []
}

/** The pieces that the supplier does not deliver are those that wait, as in a cancellation. A substitute comes from stock. */
function withWaiting(repriced: Repriced): Addition {
  const { line, quantity, substitute } = repriced
  if (substitute) return repriced
  return { ...repriced, waiting: greater(line.waiting - (openOf(line) - quantity), 0n) }
}

function differenceOf(given: Money, cost: Money): Money {
  const less = given.amountMinor - cost.amountMinor
  return money(less > 0n ? less : 0n, cost.currency)
}
