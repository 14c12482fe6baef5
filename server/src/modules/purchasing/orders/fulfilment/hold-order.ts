import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import type { Tx } from '#platform/db'
import { emitAll } from '#platform/outbox'
import { continueReleasedOrder } from '../approval/decide-approval.ts'
import { fail } from '../failures.ts'
import { isOpen } from '../lifecycle.ts'
import type { Order, OrderState } from '../order.ts'
import { assertBuyerSide } from '../party.ts'
import { SupplierOrderHeld, SupplierOrderReleased } from '../supplier/supplier-events.ts'
import { piecesToSuppliers } from '../supplier/to-suppliers.ts'
import type { FulfilmentDeps } from './fulfilment-deps.ts'
import { openOf } from './line-progress.ts'
import { lockOwnOrder } from './locked-order-store.ts'
import {
  type OrderChange,
  type OrderInStep,
  type StepRequest,
  stepOn,
  takeStep,
} from './take-step.ts'

export type HoldOrderInput = StepRequest & { readonly reason: string }

/**
 * The buying company holds an order: until it is released nobody approves it, and no supplier confirms or ships any of
 * it. It can still be cancelled. What has left is not affected.
 */
export function holdOrder(
  deps: FulfilmentDeps,
  actor: Actor,
  { reason, ...request }: HoldOrderInput,
) {
  return takeStep(deps, actor, request, 'stp', (tx, locked) => {
    if (locked.order.held) throw fail('order_held', { since: locked.order.held.at.toISOString() })
    return holdChange(tx, actor, locked, reason)
  })
}

export type OrderHold = { readonly outcome: 'held' | 'held_before'; readonly state: OrderState }

/** Participant: like `holdOrder`, for an automation. A repeat changes nothing. */
export async function holdOrderWithin(
  tx: Tx,
  actor: Actor,
  { orderId, reason }: { readonly orderId: string; readonly reason: string },
  now: Date,
): Promise<OrderHold> {
  const locked = await lockOwnOrder(tx, actor.companyId, orderId)
  if (!locked) throw fail('order_not_found', { orderId })
  const { state } = locked.order
  if (locked.order.held) return { outcome: 'held_before', state }
  const step = { stepId: newId('stp', now), now }
  await stepOn(tx, actor, locked, step, (inStep, one) => holdChange(inStep, actor, one, reason))
  return { outcome: 'held', state }
}

/** The order continues from the state that it was held in. */
export async function release(
  deps: FulfilmentDeps,
  actor: Actor,
  { note, ...request }: StepRequest & { readonly note?: string | undefined },
) {
  const companyId = await takeStep(deps, actor, request, 'stp', (tx, locked) => {
    assertBuyerSide(locked.party)
    if (!locked.order.held) throw fail('order_not_held')
    return {
      kind: 'RELEASED',
      changed: [],
      details: {},
      comment: note,
      held: 'released',
      record: (order) => announceToOpenSuppliers(tx, SupplierOrderReleased, locked, order),
    }
  })
  await continueReleasedOrder(deps, companyId, request.orderId)
  return companyId
}

function holdChange(tx: Tx, actor: Actor, locked: OrderInStep, reason: string): OrderChange {
  const { order, party, now } = locked
  assertBuyerSide(party)
  const mayGoOn = isOpen(order.state) || order.state === 'PENDING_APPROVAL'
  if (!mayGoOn) throw fail('order_not_open', { state: order.state })
  return {
    kind: 'HELD',
    changed: [],
    details: {},
    comment: reason,
    held: { at: now, by: actor.id },
    record: (next) => announceToOpenSuppliers(tx, SupplierOrderHeld, locked, next),
  }
}

/** Notifies suppliers that have something left to ship. No supplier knows of an order that waits for approval. */
async function announceToOpenSuppliers(
  tx: Tx,
  kind: typeof SupplierOrderHeld | typeof SupplierOrderReleased,
  { lines, now }: OrderInStep,
  order: Order,
): Promise<void> {
  if (order.state === 'PENDING_APPROVAL') return
  const open = lines.map((line) => ({ line, quantity: openOf(line) }))
  const left = open.filter(({ quantity }) => quantity > 0n)
  await emitAll(tx, kind, piecesToSuppliers(order, left, now, {}))
}
