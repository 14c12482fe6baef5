import type { Actor } from '#kernel/actor'
import { secondsMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import { emit, emitAll } from '#platform/outbox'
import { assertNoChangeRequested } from '../change-requests/end-touched-requests.ts'
import { fail } from '../failures.ts'
import { isOpen } from '../lifecycle.ts'
import type { Order } from '../order.ts'
import { suppliedBy } from '../party.ts'
import { SupplierOrderConfirmed } from '../supplier/supplier-events.ts'
import { piecesToSuppliers } from '../supplier/to-suppliers.ts'
import type { FulfilmentDeps } from './fulfilment-deps.ts'
import { lineData, OrderConfirmed, orderEvent } from './fulfilment-events.ts'
import { openOf } from './line-progress.ts'
import type { Picked } from './pick-lines.ts'
import { type StepRequest, takeStep } from './take-step.ts'

/** An order can be confirmed after this time, even if its company's automations are late. */
const automationsMsMax = secondsMs(5)

/**
 * A supplier will deliver: all of its open lines become confirmed. The order becomes confirmed with its last supplier.
 * An operator confirms for all suppliers. A second confirmation is refused, so that nobody mistakes it for news.
 */
export function confirmOrder(deps: FulfilmentDeps, actor: Actor, request: StepRequest) {
  return takeStep(deps, actor, request, 'stp', async (tx, { order, lines, party, now }) => {
    const waiting = suppliedBy(party, lines).filter(
      (line) => line.confirmedAt === undefined && openOf(line) > 0n,
    )
    if (!isOpen(order.state)) throw fail('order_not_open', { state: order.state })
    if (order.held) throw fail('order_held', { since: order.held.at.toISOString() })
    if (waiting.length === 0) throw fail('nothing_open', { state: order.state })
    assertNoChangeRequested(waiting)
    await awaitAutomations(deps, tx, order, now)
    return {
      kind: 'CONFIRMED',
      changed: waiting.map((line) => ({ ...line, confirmedAt: now })),
      details: { lines: waiting.length },
      record: (confirmed) => {
        const picked = waiting.map((line) => ({ line, quantity: openOf(line) }))
        return announceConfirmed(tx, confirmed, picked, now)
      },
    }
  })
}

/** Tells the buyer and the suppliers which pieces are confirmed now, if there are any. */
export async function announceConfirmed(
  tx: Tx,
  order: Order,
  confirmed: readonly Picked[],
  now: Date,
): Promise<void> {
  if (confirmed.length === 0) return
  await emit(tx, OrderConfirmed, orderEvent(order, now, { lines: confirmed.map(lineData) }))
  await emitAll(tx, SupplierOrderConfirmed, piecesToSuppliers(order, confirmed, now, {}))
}

/** An automation may hold the order before it is confirmed, unless the automations are behind. */
export async function awaitAutomations(
  deps: FulfilmentDeps,
  tx: Tx,
  { id: orderId, companyId, placedAt: createdAt }: Order,
  now: Date,
): Promise<void> {
  if (!(await deps.isHoldPending(tx, { companyId, orderId, createdAt }))) return
  if (now.getTime() - createdAt.getTime() < automationsMsMax) throw fail('automations_pending')
  await deps.incidents.notify(tx, {
    key: 'automations.hold-too-late',
    severity: 'warning',
    summary: `Order ${orderId} was confirmed before the automations of its company had seen it. An automation may still hold it.`,
    details: { orderId, companyId, createdAt: createdAt.toISOString() },
    dedupeKey: companyId,
    companyId,
    now,
  })
}
