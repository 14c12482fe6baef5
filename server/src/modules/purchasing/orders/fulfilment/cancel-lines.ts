import type { Actor } from '#kernel/actor'
import { type Money, money, sumOf } from '#kernel/money'
import { lesser } from '#kernel/quantity'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { emit, emitAll } from '#platform/outbox'
import { type CreditedPart, creditBudgets } from '../credits/credit-budgets.ts'
import { creditPieces } from '../credits/credit-pieces.ts'
import { releaseCallOffs } from '../credits/release-call-offs.ts'
import { promiseCredit, settleCreditsOf } from '../credits/settle-credits.ts'
import { fail } from '../failures.ts'
import { hasEnded } from '../lifecycle.ts'
import type { Order } from '../order.ts'
import { visibleTo } from '../party.ts'
import { SupplierOrderCancelled } from '../supplier/supplier-events.ts'
import { piecesToSuppliers } from '../supplier/to-suppliers.ts'
import type { FulfilmentDeps } from './fulfilment-deps.ts'
import { creditData, lineData, OrderCancelled, orderEvent } from './fulfilment-events.ts'
import { type LineProgress, openOf, type Pieces } from './line-progress.ts'
import type { LockedOrder } from './locked-order-store.ts'
import { type Picked, pickLines, replaceLines } from './pick-lines.ts'
import { type OrderInStep, type StepRequest, takeStep } from './take-step.ts'

export type CancelInput = StepRequest & {
  /** Default: everything that is not shipped yet. */
  readonly lines?: readonly Pieces[] | undefined
  readonly reason?: string | undefined
}

/**
 * Before pieces are shipped, the buyer, the supplier that cannot deliver its own lines, or an operator can cancel them.
 * That transaction returns the stock and promises the money. The money goes back after the commit; if that fails, a
 * worker gives it back.
 */
export async function cancelLines(deps: FulfilmentDeps, actor: Actor, input: CancelInput) {
  const companyId = await takeStep(deps, actor, input, 'stp', (tx, locked) => {
    const { order } = locked
    if (hasEnded(order.state)) throw fail('order_not_open', { state: order.state })
    // The content of an order does not change while approvers decide on it.
    if (order.state === 'PENDING_APPROVAL' && input.lines) throw fail('awaiting_approval')
    const { amount, record, ...change } = cancellationOf(
      deps,
      tx,
      locked,
      pickedOf(locked, input.lines),
      { by: actor, reason: input.reason },
    )
    return {
      ...change,
      kind: 'CANCELLED',
      details: { ...change.details, ...creditData(amount) },
      comment: input.reason,
      record,
    }
  })
  crashPoint('orders.cancellation.committed')
  await settleCreditsOf(deps, companyId, input.orderId)
  return companyId
}

/** What a cancellation of these pieces changes, and `record`, which books and announces it with the new version of the order. */
export function cancellationOf(
  deps: FulfilmentDeps,
  tx: Tx,
  locked: OrderInStep,
  picked: readonly Picked[],
  { by, reason }: { readonly by: Actor; readonly reason?: string | undefined },
) {
  const { order, now } = locked
  const isWaiting = order.state === 'PENDING_APPROVAL'
  const { parts, changed, amount, ...shippingCosts } = computeCancellation(locked, picked)
  return {
    changed,
    ...shippingCosts,
    amount,
    details: { lines: picked.length },
    record: async (cancelled: Order) => {
      if (isWaiting) {
        const { companyId, id } = order
        await deps.approvals.withdraw(tx, companyId, id, by.id, now)
      }
      await promiseCredit(deps, tx, order, { kind: 'CANCELLATION', amount, by: by.id }, now)
      await releasePieces(deps, tx, order, picked, { parts, amount }, now)
      const data = {
        lines: picked.map(lineData),
        credit: creditData(amount),
        ...(reason === undefined ? {} : { reason }),
      }
      await emit(tx, OrderCancelled, orderEvent(cancelled, now, data))
      if (isWaiting) return
      const supplierEvents = piecesToSuppliers(cancelled, picked, now, {})
      await emitAll(tx, SupplierOrderCancelled, supplierEvents)
    },
  }
}

/** The same for a step of another kind, which may cancel nothing. */
export function cancellationIfAny(
  deps: FulfilmentDeps,
  tx: Tx,
  locked: OrderInStep,
  picked: readonly Picked[],
  cause: { readonly by: Actor; readonly reason?: string | undefined },
) {
  if (picked.length === 0) return { changed: [], change: {}, details: {} }
  const cancellation = cancellationOf(deps, tx, locked, picked, cause)
  const { changed, amount, record, details: _, ...change } = cancellation
  return { changed, change, record, details: creditData(amount) }
}

function pickedOf({ party, lines }: OrderInStep, named: readonly Pieces[] | undefined): Picked[] {
  const own = visibleTo(party, lines)
  if (named) return pickLines(own, named, openOf, 'quantity_exceeds_open')
  const open = own.map((line) => ({ line, quantity: openOf(line) }))
  const picked = open.filter(({ quantity }) => quantity > 0n)
  if (picked.length === 0) throw fail('nothing_open')
  return picked
}

type ComputedCancellation = {
  readonly parts: readonly CreditedPart[]
  readonly changed: readonly LineProgress[]
  readonly amount: Money
  readonly shippingCostCredited: Money
  readonly shippingCostReduced: Order['shippingCostReduced']
}

/**
 * The shipping cost of a parcel goes back with the last piece of the parcel, if nothing of it has left. With the last
 * piece of an order goes all that is left of the order's total. Earlier price reductions have already gone back.
 */
export function computeCancellation(
  locked: LockedOrder,
  picked: readonly Picked[],
): ComputedCancellation {
  const { order, lines } = locked
  const { currency } = order.total
  const minor = (amounts: readonly Money[]) => sumOf(amounts, currency).amountMinor
  const pieces = picked.map(({ line: { lineNumber }, quantity }) => ({ lineNumber, quantity }))
  const credited = creditPieces(locked, pieces, 'CANCELLED')
  const { parts, changed, shippingCostReduced } = credited
  const after = replaceLines(lines, changed)
  const before = order.shippingCostCredited.amountMinor
  const shippingCost = isGone(after)
    ? order.total.amountMinor - minor(after.map((line) => line.credited)) - before
    : credited.shippingCost
  const goods = minor(parts.map(({ amount }) => amount))
  return {
    parts,
    changed,
    amount: money(goods + shippingCost - credited.shippingCostReduction, currency),
    shippingCostCredited: money(before + shippingCost, currency),
    shippingCostReduced,
  }
}

function isGone(lines: readonly LineProgress[]): boolean {
  return lines.every(({ cancelled, quantity }) => cancelled === quantity)
}

/** Participant: pieces that wait are cancelled before those that have their stock. `picked` has the lines as they were before. */
export async function releaseStock(
  { products }: Pick<FulfilmentDeps, 'products'>,
  tx: Tx,
  picked: readonly Picked[],
): Promise<void> {
  const parts = picked.map(({ line: { productId, waiting }, quantity }) => {
    const dropped = lesser(waiting, quantity)
    return { productId, dropped, restocked: quantity - dropped }
  })
  const linesOf = (kind: 'dropped' | 'restocked') =>
    parts.flatMap(({ productId, [kind]: quantity }) =>
      quantity > 0n ? [{ productId, quantity }] : [],
    )
  const dropped = linesOf('dropped')
  if (dropped.length > 0) {
    const productIds = parts.map(({ productId }) => productId)
    await products.lockStock(tx, productIds)
    await products.dropBackordered(tx, dropped)
  }
  await products.restockCommitted(tx, linesOf('restocked'))
}

/** Participant: what cancelled pieces held besides money: their stock, their budgets and their call-offs. */
export async function releasePieces(
  deps: Pick<FulfilmentDeps, 'products' | 'budgets' | 'quotas'>,
  tx: Tx,
  order: Order,
  picked: readonly Picked[],
  { parts, amount }: Pick<ComputedCancellation, 'parts' | 'amount'>,
  now: Date,
): Promise<void> {
  await releaseStock(deps, tx, picked)
  await creditBudgets(deps, tx, order, parts, amount, now)
  await releaseCallOffs(deps, tx, order, parts)
}
