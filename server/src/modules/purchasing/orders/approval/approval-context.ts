import { type Actor, readsOwnOnly } from '#kernel/actor'
import { type ApprovalRequest, type Approvals, isOpen, type SeenRequest } from '#modules/approvals'
import type { BudgetImpact, Budgets } from '#modules/budgets'
import { listNames } from '#modules/identity'
import type { Conn, Database } from '#platform/db'
import type { Order } from '../order.ts'
import { findOrder } from '../order-store.ts'
import { findRaise } from '../raises/waiting-raise-store.ts'
import { withoutCancelled } from '../supplier/without-cancelled.ts'
import { suppliersOf, unitOf } from './describe-request.ts'
import { type ShownDifference, viewDifference } from './difference-view.ts'
import { differencesBetween } from './differences.ts'

type Named = { readonly id: string; readonly name: string }

/** A request with what its approvers need to decide. */
export type ApprovalContext = SeenRequest & {
  readonly order: Order
  readonly requester: { readonly id: string; readonly name: string | undefined }
  readonly unit: Named | undefined
  readonly suppliers: readonly Named[]
  /** Empty once the request is decided: a later reader would see the use of other orders. Requesters see none. */
  readonly budgets: readonly BudgetImpact[]
  /**
   * What the order differs in from its version before: the returned order, or else the order as it was placed. A raise is compared
   * with the order without it. Undefined: there is no version before.
   */
  readonly differences: readonly ShownDifference[] | undefined
  readonly alsoWaiting: readonly ApprovalRequest[]
}

const alsoWaitingMax = 20

export type ContextDeps = {
  readonly database: Database
  readonly approvals: Pick<Approvals, 'get' | 'find' | 'alsoWaiting'>
  readonly budgets: Pick<Budgets, 'impacts'>
}

/** Throws `approvals.request_not_found` also if the actor may not see the request. */
export async function getApprovalContext(
  { database, approvals, budgets }: ContextDeps,
  actor: Actor,
  requestId: string,
): Promise<ApprovalContext> {
  const { pool } = database
  const seen = await approvals.get(actor, requestId)
  const { request } = seen
  const { companyId, orderId, requesterId } = request
  const document = await findOrder(pool, companyId, orderId)
  if (!document) throw new Error(`order ${orderId} of a request is not stored`)
  const { order, lines } = withoutCancelled(document.order, document.lines)
  const supplied = new Set(lines.map(({ supplierCompanyId }) => supplierCompanyId))
  const supplierIds = order.supplierIds.filter((id) => supplied.has(id))
  const raise = request.added && (await findRaise(pool, companyId, request.id))
  const placed = request.version > 1 ? document : undefined
  const before = (await returnedVersion({ approvals }, pool, request)) ?? placed
  // A raise holds its budgets under an id of its own.
  const checkoutId = request.added ? request.id : order.checkoutId
  return {
    ...seen,
    order,
    requester: { id: requesterId, name: (await listNames(pool, [requesterId])).get(requesterId) },
    unit: await unitOf(pool, request),
    suppliers: await suppliersOf(pool, { ...order, supplierIds }),
    budgets:
      checkoutId !== undefined && isOpen(request) && !readsOwnOnly(actor)
        ? await budgets.impacts(pool, { companyId, checkoutId })
        : [],
    differences:
      raise?.differences ??
      (before && differencesBetween(before, { order, lines }).map(viewDifference)),
    alsoWaiting: await approvals.alsoWaiting(pool, request, alsoWaitingMax),
  }
}

/** The order of the returned request that this one replaces. */
async function returnedVersion(
  { approvals }: Pick<ContextDeps, 'approvals'>,
  conn: Conn,
  { companyId, revises }: ApprovalRequest,
) {
  const returned =
    revises === undefined ? undefined : await approvals.find(conn, companyId, revises)
  return returned && findOrder(conn, companyId, returned.orderId)
}
