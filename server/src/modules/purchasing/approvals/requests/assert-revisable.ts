import type { Actor } from '#kernel/actor'
import type { ApprovalsDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import { findRequest } from './request-store.ts'
import { maySee } from './vote.ts'

/** Refuses an order that names, as the request that it replaces, one that the person behind the actor cannot replace. */
export async function assertRevisable(
  deps: ApprovalsDeps,
  actor: Actor,
  requestId: string,
): Promise<void> {
  const { pool } = deps.database
  const request = await findRequest(pool, actor.companyId, requestId)
  const { personId } = await deps.personBehind(pool, actor)
  const isOwn = request?.requesterId === personId
  if (!request || !(isOwn || (await maySee(deps, pool, actor, request, deps.now())))) {
    throw fail('request_not_found', { requestId })
  }
  if (!isOwn) throw fail('not_your_request', { requestId })
  const { state, revisedBy, ofRequisition, added } = request
  if (added) throw fail('request_of_change', { requestId })
  if (ofRequisition) throw fail('order_of_requisition', { requestId })
  if (state !== 'RETURNED') throw fail('not_returned', { requestId, state })
  if (revisedBy !== undefined) throw fail('already_revised', { requestId, revisedBy })
}
