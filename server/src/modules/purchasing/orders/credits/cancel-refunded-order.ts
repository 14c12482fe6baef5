import { Type } from 'typebox'
import { Failure } from '#kernel/failure'
import type { Id } from '#kernel/id'
import { defineJob, handle } from '#platform/jobs'
import { cancelLines } from '../fulfilment/cancel-lines.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { openOf } from '../fulfilment/line-progress.ts'
import { systemActor } from '../fulfilment/system-actor.ts'
import { findOrder } from '../order-store.ts'

export const GiveUpRefunded = defineJob({
  name: 'orders.give_up_refunded',
  payload: Type.Object({ companyId: Type.String(), orderId: Type.String() }),
  leaseSeconds: 60,
  attemptsMax: 12,
  poison: 'retried_slowly',
})

/** Cancels everything that is open and costs something. A second call finds nothing open. */
export async function cancelRefundedOrder(
  deps: FulfilmentDeps,
  companyId: Id<'co'>,
  orderId: string,
): Promise<void> {
  const document = await findOrder(deps.database.pool, companyId, orderId)
  if (!document) return
  const lines = document.lines.map(({ progress }) => progress)
  const open = lines.map((line) => ({ line, quantity: openOf(line) }))
  // The supplier still owes goods that never cost anything.
  if (open.every(({ line, quantity }) => quantity === 0n || line.total.amountMinor === 0n)) return
  try {
    await cancelLines(deps, systemActor(companyId), {
      orderId,
      idempotency: undefined,
      reason: 'The payment was refunded.',
    })
  } catch (error) {
    if (!(error instanceof Failure) || !isOver.has(error.code)) throw error
  }
}

/** Somebody shipped, cancelled or refused it in the meantime. */
const isOver: ReadonlySet<string> = new Set(['orders.nothing_open', 'orders.order_not_open'])

export function cancelRefundedOrderJob(deps: FulfilmentDeps) {
  return handle(GiveUpRefunded, ({ companyId, orderId }) =>
    cancelRefundedOrder(deps, companyId as Id<'co'>, orderId),
  )
}
