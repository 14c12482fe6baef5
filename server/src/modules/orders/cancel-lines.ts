import type { Actor } from '#kernel/actor'
import { type Money, money, sumOf } from '#kernel/money'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { emit } from '#platform/outbox'
import { creditBudgets } from './credit-budgets.ts'
import { fail } from './failures.ts'
import type { FulfilmentDeps } from './fulfilment-deps.ts'
import { creditData, lineData, OrderCancelled, telling } from './fulfilment-events.ts'
import type { HeldOrder } from './held-order-store.ts'
import { hasEnded } from './lifecycle.ts'
import { credited, type LineProgress, openOf, type Pieces } from './line-progress.ts'
import { visibleTo } from './party.ts'
import { type Picked, pickLines, replaceLines } from './pick-lines.ts'
import { promiseCredit, settleCreditsOf } from './settle-credits.ts'
import { type Held, type StepRequest, takeStep } from './take-step.ts'

export type CancelInput = StepRequest & {
  /** All that is not shipped yet, when not said. */
  readonly lines?: readonly Pieces[] | undefined
  readonly reason?: string | undefined
}

/**
 * Before they are shipped, pieces can be taken out of an order: by its buyer, by the supplier who cannot deliver its own,
 * by an operator. The stock goes back and the money is owed from that transaction on; it is given back after the commit,
 * and by a worker where that fails.
 */
export async function cancelLines(deps: FulfilmentDeps, actor: Actor, input: CancelInput) {
  const companyId = await takeStep(deps, actor, input, 'stp', (tx, held) => {
    const { order, now } = held
    if (hasEnded(order.state)) throw fail('order_not_open', { state: order.state })
    const isWaiting = order.state === 'PENDING_APPROVAL'
    // What is to be approved does not change under those who approve it.
    if (isWaiting && input.lines) throw fail('awaiting_approval')
    const picked = pickedOf(held, input.lines)
    const { changed, amount } = givenUp(held, picked)
    return {
      kind: 'CANCELLED',
      changed,
      details: { lines: picked.length, ...creditData(amount) },
      said: input.reason,
      record: async (cancelled) => {
        if (isWaiting) {
          const { companyId, id } = order
          await deps.approvals.withdraw(tx, companyId, id, actor.id, now)
        }
        await restock(deps, tx, picked)
        const owed = { kind: 'CANCELLATION', amount, by: actor.id } as const
        await promiseCredit(tx, order, owed, now)
        await creditBudgets(deps, tx, held, changed, amount, now)
        const { reason } = input
        const data = {
          lines: picked.map(lineData),
          credit: creditData(amount),
          ...(reason === undefined ? {} : { reason }),
        }
        await emit(tx, OrderCancelled, telling(cancelled, now, data))
      },
    }
  })
  crashPoint('orders.cancellation.committed')
  await settleCreditsOf(deps, companyId, input.orderId)
  return companyId
}

function pickedOf({ party, lines }: Held, named: readonly Pieces[] | undefined): Picked[] {
  const own = visibleTo(party, lines)
  if (named) return pickLines(own, named, openOf, 'quantity_exceeds_open')
  const open = own.map((line) => ({ line, quantity: openOf(line) }))
  const picked = open.filter(({ quantity }) => quantity > 0)
  if (picked.length === 0) throw fail('nothing_open')
  return picked
}

/** With the last piece of an order goes all that is left of its total: what its carriage was to cost, too. */
export function givenUp(
  { order, lines }: HeldOrder,
  picked: readonly Picked[],
): { changed: LineProgress[]; amount: Money } {
  const { currency } = order.total
  const parts = picked.map(({ line, quantity }) =>
    credited({ ...line, cancelled: line.cancelled + quantity }, quantity),
  )
  const changed = parts.map(({ line }) => line)
  const isWhole = replaceLines(lines, changed).every((line) => line.cancelled === line.quantity)
  const before = sumOf(
    lines.map((line) => line.credited),
    currency,
  )
  const amount = isWhole
    ? money(order.total.amountMinor - before.amountMinor, currency)
    : sumOf(
        parts.map((part) => part.amount),
        currency,
      )
  return { changed, amount }
}

export function restock(
  { catalog }: FulfilmentDeps,
  tx: Tx,
  picked: readonly Picked[],
): Promise<void> {
  return catalog.restockCommitted(
    tx,
    picked.map(({ line, quantity }) => ({ productId: line.productId, quantity })),
  )
}
