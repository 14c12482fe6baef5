import { type Actor, may } from '#kernel/actor'
import type { Conn } from '#platform/db'
import type { Comment } from '../comments/comment.ts'
import { listComments } from '../comments/comment-store.ts'
import type { ApprovalsDeps } from '../deps.ts'
import { principalsOf } from '../deputies/deputy-store.ts'
import { fail } from '../failures.ts'
import { type ApprovalRequest, type RequestWithVotes, stepOf } from './request.ts'
import { type Decider, findRequest, listRequestsOf } from './request-store.ts'
import { mayDecide, maySee } from './vote.ts'
import { listVotes } from './vote-store.ts'

export type SeenRequest = RequestWithVotes & {
  readonly mayDecide: boolean
  /** The actor can lower quantities. */
  readonly mayReduce: boolean
  /** The actor can replace this returned request. */
  readonly mayRevise: boolean
  readonly comments: readonly Comment[]
}

export async function getRequest(
  deps: ApprovalsDeps,
  actor: Actor,
  requestId: string,
): Promise<SeenRequest> {
  const { pool } = deps.database
  const request = await findRequest(pool, actor.companyId, requestId)
  if (!request || !(await maySee(deps, pool, actor, request, deps.now()))) {
    throw fail('request_not_found', { requestId })
  }
  const [requestWithVotes] = await withVotes(pool, actor.companyId, [request])
  const votes = requestWithVotes?.votes ?? []
  const comments = await listComments(pool, actor.companyId, request.id)
  const mayDecideNow = await mayDecide(deps, pool, actor, request, deps.now())
  const { state, revisedBy, requesterId, ofRequisition, added } = request
  const isOwn = requesterId === actor.id && actor.scopes.has('orders:write')
  // The requester of a requisition changes that, and it becomes the next order.
  const isRevisable = state === 'RETURNED' && revisedBy === undefined && !ofRequisition
  const isOfOrder = added === undefined
  const mayRevise = isOwn && isRevisable && isOfOrder
  const mayReduce = mayDecideNow && isOfOrder && stepOf(request).mayReduce === true
  return { request, votes, comments, mayDecide: mayDecideNow, mayReduce, mayRevise }
}

/** The actor's own seat, and the seats of everybody whose deputy the actor is. */
export async function findDecider(deps: ApprovalsDeps, actor: Actor): Promise<Decider> {
  const { pool } = deps.database
  const { companyId, id: personId } = actor
  const ids = [personId, ...(await principalsOf(pool, companyId, personId, deps.now()))]
  const [seats, approverIds, unitApprovers] = await Promise.all([
    deps.peopleOf(pool, companyId, { ids }),
    deps.peopleOf(pool, companyId, { role: 'approver' }),
    deps.unitApproversOf(pool, companyId, ids),
  ])
  const approvers = seats.filter((id) => approverIds.includes(id))
  return {
    personId,
    seats,
    approvers,
    unitApprovers,
    isAdmin: may(actor, 'decide_escalated_approvals'),
  }
}

export async function listOfOrder(
  deps: ApprovalsDeps,
  actor: Actor,
  orderId: string,
): Promise<RequestWithVotes[]> {
  const { pool } = deps.database
  const seen: ApprovalRequest[] = []
  for (const request of await listRequestsOf(pool, actor.companyId, orderId)) {
    if (await maySee(deps, pool, actor, request, deps.now())) seen.push(request)
  }
  return withVotes(pool, actor.companyId, seen)
}

export async function withVotes(
  conn: Conn,
  companyId: string,
  requests: readonly ApprovalRequest[],
): Promise<RequestWithVotes[]> {
  if (requests.length === 0) return []
  const ids = requests.map(({ id }) => id)
  const votes = await listVotes(conn, companyId, ids)
  return requests.map((request) => ({ request, votes: votes.get(request.id) ?? [] }))
}
