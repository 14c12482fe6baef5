import { Failure } from '#kernel/failure'
import { decimalOf } from '#kernel/money'
import { numberOf } from '#kernel/quantity'
import type { Tx } from '#platform/db'
import { fail } from '../failures.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import type { LockedOrder } from '../fulfilment/locked-order-store.ts'
import type { PlacedLine } from '../order.ts'
import { listLines } from '../order-store.ts'
import { type AddedLines, type Addition, addLines, costOfAdded } from './added-lines.ts'
import { coverRaise, type RaiseApproval } from './cover-raise.ts'

export type Raise = {
  readonly added: AddedLines
  /** The order as it is with the added lines. */
  readonly locked: LockedOrder
  /** For the timeline and the audit log. */
  readonly details: { readonly added: number; readonly addedAmount: string }
  /** Takes budgets, frame contracts and credit, once the added lines are written; or throws. */
  readonly cover: () => Promise<void>
}

/**
 * Participant, in a transaction that holds the order: both sides have agreed on more. It takes the stock, so that stock, budgets,
 * frame contracts and credit are locked in the order of every purchase. Nothing of a raise binds unless all of it does.
 */
export async function raiseOrder(
  deps: FulfilmentDeps,
  tx: Tx,
  locked: LockedOrder,
  additions: readonly Addition[],
  approval: RaiseApproval | undefined,
  now: Date,
): Promise<Raise> {
  const placed = await listLines(tx, locked.order)
  const added = addLines(locked.order, placed, additions, now)
  await sellAdded(deps, tx, added.lines)
  const progress = added.lines.map((line) => line.progress)
  return {
    added,
    locked: { order: added.order, lines: [...locked.lines, ...progress] },
    details: {
      added: added.lines.length,
      addedAmount: decimalOf(costOfAdded(added.lines, added.order.total.currency)),
    },
    cover: () => {
      const lines = [...placed, ...added.lines]
      return coverRaise(deps, tx, { added, lines, before: placed, approval }, now)
    },
  }
}

/** The same for a step that may add nothing. */
export async function raiseIfAny(
  deps: FulfilmentDeps,
  tx: Tx,
  locked: LockedOrder,
  additions: readonly Addition[],
  approval: RaiseApproval | undefined,
  now: Date,
): Promise<Raise | undefined> {
  return additions.length === 0 ? undefined : raiseOrder(deps, tx, locked, additions, approval, now)
}

/** The budgets and the credit of the buyer are not for the eyes of the supplier, whose step raises the order. */
export async function coverForSupplier(cover: Raise['cover']): Promise<void> {
  try {
    await cover()
  } catch (error) {
    throw error instanceof Failure ? fail('raise_not_covered') : error
  }
}

/** Participant: takes the stock of added lines, or throws. */
export async function sellAdded(
  { products }: FulfilmentDeps,
  tx: Tx,
  lines: readonly PlacedLine[],
): Promise<void> {
  const goods = lines.map(({ productId, quantity }) => ({ productId, quantity }))
  const [short] = await products.sell(tx, goods)
  if (!short) return
  const { productId, requested, available } = short
  const facts = { requested: numberOf(requested), available: numberOf(available) }
  throw fail('stock_short', { productId, ...facts })
}
