import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import type { Tx } from '#platform/db'
import { fail } from './failures.ts'
import type { FulfilmentDeps } from './fulfilment-deps.ts'
import { holdOwnOrder } from './held-order-store.ts'
import { isOpen } from './lifecycle.ts'
import type { OrderState } from './order.ts'
import { refuseOtherThanBuyer } from './party.ts'
import { type Held, type OrderChange, type StepRequest, stepOn, takeStep } from './take-step.ts'

export type KeepBackInput = StepRequest & { readonly reason: string }

/**
 * The company that bought keeps an order back: until it is released nobody approves it, and no supplier confirms or
 * ships anything of it. It can be cancelled, and what has left is not touched.
 */
export function keepBack(
  deps: FulfilmentDeps,
  actor: Actor,
  { reason, ...request }: KeepBackInput,
) {
  return takeStep(deps, actor, request, 'stp', (_tx, held) => {
    if (held.order.held) throw fail('order_held', { since: held.order.held.at.toISOString() })
    return keepingBack(actor, held, reason)
  })
}

export type KeptBack = { readonly outcome: 'held' | 'held_before'; readonly state: OrderState }

/** A participant: the same for an automation. Harmless where it is held already. */
export async function keepBackWithin(
  tx: Tx,
  actor: Actor,
  { orderId, reason }: { readonly orderId: string; readonly reason: string },
  now: Date,
): Promise<KeptBack> {
  const held = await holdOwnOrder(tx, actor.companyId, orderId)
  if (!held) throw fail('order_not_found', { orderId })
  const { state } = held.order
  if (held.order.held) return { outcome: 'held_before', state }
  const step = { stepId: newId('stp', now), now }
  await stepOn(tx, actor, held, step, (_tx, one) => keepingBack(actor, one, reason))
  return { outcome: 'held', state }
}

/** It goes on from where it was. */
export function release(
  deps: FulfilmentDeps,
  actor: Actor,
  { note, ...request }: StepRequest & { readonly note?: string | undefined },
) {
  return takeStep(deps, actor, request, 'stp', (_tx, { order, party }) => {
    refuseOtherThanBuyer(party)
    if (!order.held) throw fail('order_not_held')
    return { kind: 'RELEASED', changed: [], details: {}, said: note, held: 'released' }
  })
}

function keepingBack(actor: Actor, { order, party, now }: Held, reason: string): OrderChange {
  refuseOtherThanBuyer(party)
  const mayGoOn = isOpen(order.state) || order.state === 'PENDING_APPROVAL'
  if (!mayGoOn) throw fail('order_not_open', { state: order.state })
  return { kind: 'HELD', changed: [], details: {}, said: reason, held: { at: now, by: actor.id } }
}
