import type { Failure } from '#kernel/failure'
import { decimalOf } from '#kernel/money'
import { isErased } from '#modules/identity'
import type { Order } from '#modules/orders'
import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import {
  about,
  dataOf,
  dataOfRun,
  StandingOrderEnded,
  StandingOrderFailed,
  StandingOrderPaused,
  StandingOrderPlaced,
  StandingOrderSkipped,
} from './events.ts'
import { fail } from './failures.ts'
import { updateRun } from './run-store.ts'
import {
  type Run,
  type SkipReason,
  type StandingOrder,
  type StateReason,
  withoutPerson,
} from './standing-order.ts'

/*
 * Participants: each changes a run or the state of a locked standing order and announces it. They return the standing order with its
 * new version; the caller stores it.
 */

export async function placeRun(
  tx: Tx,
  before: StandingOrder,
  run: Run,
  order: Pick<Order, 'id' | 'number' | 'state' | 'total'>,
  now: Date,
): Promise<StandingOrder> {
  const { maxTotal } = before
  if (order.total.amountMinor > maxTotal.amountMinor) {
    throw fail('max_total_exceeded', {
      total: { amount: decimalOf(order.total), currency: order.total.currency },
      maxTotal: { amount: decimalOf(maxTotal), currency: maxTotal.currency },
    })
  }
  const { id: orderId, number: orderNumber, state: orderState } = order
  const changed = nextVersion(before, now)
  await updateRun(tx, {
    ...run,
    state: 'PLACED',
    tries: run.tries + 1,
    failure: undefined,
    order: { id: orderId, number: orderNumber },
    changedAt: now,
  })
  const data = { ...dataOfRun(changed, run), orderId, orderNumber, orderState }
  await emit(tx, StandingOrderPlaced, { ...about(changed), data })
  return changed
}

/** The order of a date is refused. `nextTryOn` undefined: this was the last try. */
export async function refuseRun(
  tx: Tx,
  before: StandingOrder,
  run: Run,
  { code, message, details }: Failure,
  { nextTryOn, now }: { readonly nextTryOn: string | undefined; readonly now: Date },
): Promise<StandingOrder> {
  const refused: Run = { ...run, tries: run.tries + 1, failure: { code, message, details } }
  if (nextTryOn === undefined) return skipRun(tx, before, refused, 'REFUSED', now)
  const changed = nextVersion(before, now)
  await updateRun(tx, { ...refused, state: 'FAILED', tryOn: nextTryOn, changedAt: now })
  const data = { ...dataOfRun(changed, run), code, nextTryOn }
  await emit(tx, StandingOrderFailed, { ...about(changed), data })
  return changed
}

export async function skipRun(
  tx: Tx,
  before: StandingOrder,
  run: Run,
  reason: SkipReason,
  now: Date,
): Promise<StandingOrder> {
  await updateRun(tx, { ...run, state: 'SKIPPED', reason, changedAt: now })
  return announceSkipped(tx, before, run, reason, now)
}

export async function announceSkipped(
  tx: Tx,
  before: StandingOrder,
  run: Run,
  reason: SkipReason,
  now: Date,
): Promise<StandingOrder> {
  const changed = nextVersion(before, now)
  const code = run.failure && { code: run.failure.code }
  const data = { ...dataOfRun(changed, run), reason, ...code }
  await emit(tx, StandingOrderSkipped, { ...about(changed), data })
  return changed
}

export async function pause(
  tx: Tx,
  before: StandingOrder,
  reason: StateReason,
  now: Date,
): Promise<StandingOrder> {
  const paused: StandingOrder = { ...nextVersion(before, now), state: 'PAUSED', reason }
  await emit(tx, StandingOrderPaused, { ...about(paused), data: { ...dataOf(paused), reason } })
  return paused
}

/** Dates that wait for another try are skipped. The address loses its person if the person was erased meanwhile. */
export async function end(
  tx: Tx,
  before: StandingOrder,
  open: readonly Run[],
  reason: StateReason,
  now: Date,
): Promise<StandingOrder> {
  let current = before
  for (const run of open) current = await skipRun(tx, current, run, 'ENDED', now)
  const { shipTo, shipToBy = before.ownerId } = before
  const ended: StandingOrder = {
    ...nextVersion(current, now),
    shipTo: (await isErased(tx, shipToBy)) ? withoutPerson(shipTo) : shipTo,
    state: 'ENDED',
    reason,
    nextDate: undefined,
  }
  await emit(tx, StandingOrderEnded, { ...about(ended), data: { ...dataOf(ended), reason } })
  return ended
}

export function nextVersion(before: StandingOrder, now: Date): StandingOrder {
  return { ...before, version: before.version + 1, changedAt: now }
}
