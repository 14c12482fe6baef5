import { Failure } from '#kernel/failure'
import type { Id } from '#kernel/id'
import { handle } from '#platform/jobs'
import { emitAll } from '#platform/outbox'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { lockOwnOrder } from '../fulfilment/locked-order-store.ts'
import { systemActor } from '../fulfilment/system-actor.ts'
import { eventToSupplier, SupplierOrderChangeRequestReminded } from './change-request-events.ts'
import { findChangeRequest, markReminded } from './change-request-store.ts'
import {
  LapseChangeRequest,
  LapseUnpaidRequest,
  RemindOfChangeRequest,
} from './change-request-timers.ts'
import { decideChangeRequest } from './decide-change-request.ts'

type Target = {
  readonly companyId: string
  readonly orderId: string
  readonly changeRequestId: string
}

/** A second run finds the request reminded or decided. */
export function changeRequestJobs(deps: FulfilmentDeps) {
  return [
    handle(RemindOfChangeRequest, (target) => remindOfChangeRequest(deps, target)),
    handle(LapseChangeRequest, (target) => lapseChangeRequest(deps, target)),
    handle(LapseUnpaidRequest, (target) => lapseChangeRequest(deps, target, { isUnpaid: true })),
  ]
}

/** Reminds the supplier of an open request. Once. */
export async function remindOfChangeRequest(deps: FulfilmentDeps, target: Target): Promise<void> {
  const { companyId, orderId, changeRequestId } = target
  const now = deps.now()
  await deps.database.transaction(async (tx) => {
    const locked = await lockOwnOrder(tx, companyId, orderId)
    const request = await findChangeRequest(tx, companyId, orderId, changeRequestId)
    if (!locked || !request || !(await markReminded(tx, request, now))) return
    const own = { lapsesAt: request.lapsesAt.toISOString() }
    const events = eventToSupplier(locked.order, locked.lines, request, now, own)
    await emitAll(tx, SupplierOrderChangeRequestReminded, events)
  })
}

/** Ends a request that the supplier has not decided, or the buyer has not paid, in time. The lines stay as they were. */
export async function lapseChangeRequest(
  deps: FulfilmentDeps,
  { companyId, orderId, changeRequestId }: Target,
  { isUnpaid = false } = {},
): Promise<void> {
  const step = { orderId, changeRequestId, isUnpaid, idempotency: undefined }
  try {
    await decideChangeRequest(deps, systemActor(companyId as Id<'co'>), step, 'LAPSED')
  } catch (error) {
    if (!(error instanceof Failure) || !isOver.has(error.code)) throw error
  }
}

/** Somebody decided in the meantime, the buyer still has time to pay, or the order is gone. */
const isOver: ReadonlySet<string> = new Set([
  'orders.change_request_already_decided',
  'orders.change_request_awaits_payment',
  'orders.change_request_not_found',
  'orders.order_not_found',
])
