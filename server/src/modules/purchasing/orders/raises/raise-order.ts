import { Failure } from '#kernel/failure'
import { decimalOf } from '#kernel/money'
import { numberOf, type Quantity } from '#kernel/quantity'
import type { Tx } from '#platform/db'
import { fail } from '../failures.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import type { LineProgress } from '../fulfilment/line-progress.ts'
import type { LockedOrder } from '../fulfilment/locked-order-store.ts'
import type { PlacedLine } from '../order.ts'
import { listLines } from '../order-store.ts'
import { type AddedLines, type Addition, addLines, costOfAdded } from './added-lines.ts'
import { coverRaise, type RaiseTerms } from './cover-raise.ts'

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
 * Participant, in a transaction that holds the order: both sides have agreed on more. It takes the goods, so that stock, budgets,
 * frame contracts and credit are locked in the order of every purchase. Nothing of a raise binds unless all of it does.
 */
export async function raiseOrder(
  deps: FulfilmentDeps,
  tx: Tx,
  locked: LockedOrder,
  additions: readonly Addition[],
  terms: RaiseTerms,
  now: Date,
): Promise<Raise> {
  const placed = await listLines(tx, locked.order)
  const computed = addLines(locked.order, placed, additions, now)
  const lines = await takeGoods(deps, tx, locked.lines, computed.lines, now)
  const added = { ...computed, lines }
  const progress = lines.map((line) => line.progress)
  return {
    added,
    locked: { order: added.order, lines: [...locked.lines, ...progress] },
    details: {
      added: lines.length,
      addedAmount: decimalOf(costOfAdded(lines, added.order.total.currency)),
    },
    cover: () => {
      const raised = { added, lines: [...placed, ...lines], before: placed, ...terms }
      return coverRaise(deps, tx, raised, now)
    },
  }
}

/** The same for a step that may add nothing. */
export async function raiseIfAny(
  deps: FulfilmentDeps,
  tx: Tx,
  locked: LockedOrder,
  additions: readonly Addition[],
  terms: RaiseTerms,
  now: Date,
): Promise<Raise | undefined> {
  return additions.length === 0 ? undefined : raiseOrder(deps, tx, locked, additions, terms, now)
}

/** The budgets and the credit of the buyer are not for the eyes of the supplier, whose step raises the order. */
export async function coverForSupplier(cover: Raise['cover']): Promise<void> {
  try {
    await cover()
  } catch (error) {
    throw error instanceof Failure ? fail('raise_not_covered') : error
  }
}

/**
 * Takes the stock of added lines. More of a line that waits for stock may wait, too, as far as the supplier takes backorders: whole,
 * and behind everything that waits already. Throws if there is neither stock nor room.
 */
async function takeGoods(
  deps: FulfilmentDeps,
  tx: Tx,
  before: readonly LineProgress[],
  lines: readonly PlacedLine[],
  now: Date,
): Promise<PlacedLine[]> {
  const short = new Set((await deps.products.sell(tx, lines)).map(({ productId }) => productId))
  if (short.size === 0) return [...lines]
  const mayWait = ({ productId, progress: { followsLine } }: PlacedLine) =>
    short.has(productId) &&
    before.some(({ lineNumber, waiting }) => lineNumber === followsLine && waiting > 0n)
  const waiting = lines.filter(mayWait)
  await sellAdded(
    deps,
    tx,
    lines.filter((line) => !waiting.includes(line)),
  )
  const [refused] = await deps.products.backorder(tx, waiting)
  if (refused) {
    const { productId, requested, room } = refused
    throw stockShort(productId, requested, room?.left ?? 0n)
  }
  return lines.map((line) => {
    if (!waiting.includes(line)) return line
    return {
      ...line,
      progress: { ...line.progress, waiting: line.quantity, backorderedAt: now },
    }
  })
}

/** Participant: takes the stock of added lines, or throws. */
export async function sellAdded(
  { products }: FulfilmentDeps,
  tx: Tx,
  lines: readonly PlacedLine[],
): Promise<void> {
  const [short] = await products.sell(tx, lines)
  if (short) throw stockShort(short.productId, short.requested, short.available)
}

function stockShort(productId: string, requested: Quantity, available: Quantity): Failure {
  const facts = { requested: numberOf(requested), available: numberOf(available) }
  return fail('stock_short', { productId, ...facts })
}
