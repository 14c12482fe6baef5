import type { Actor } from '#kernel/actor'
import type { Money } from '#kernel/money'
import { after, secondsMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import type { ApprovalsDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import { deleteNotices } from '../notices/notice-store.ts'
import { stepsToRepeat } from './keep-approvals.ts'
import { moveToNextStep } from './move-to-next-step.ts'
import { type ApprovalRequest, type RequestFacts, stepOf } from './request.ts'
import { updateContent } from './request-store.ts'
import { auditVote, lockOwnTurn } from './vote.ts'
import { deleteVotes } from './vote-store.ts'
import type { RequestVersion } from './who-may-decide.ts'

/** Each reduction notifies the approvers again. */
const reductionsMax = 20

/** When a worker places the order, if nobody is left to approve it. */
const graceMs = secondsMs(8)

/** What approvers agree to after quantities were lowered. */
export type ReducedContent = {
  readonly contentHash: string
  readonly contentDigest: string
  readonly total: Money
  readonly left: LeftLines
}

/** What the lines say that are left. */
export type LeftLines = {
  readonly productIds: ReadonlySet<string>
  readonly supplierIds: ReadonlySet<string>
  readonly costCenters: ReadonlySet<string>
  readonly glAccounts: ReadonlySet<string>
  readonly projects: ReadonlySet<string>
  readonly shares: readonly string[]
  readonly categoryIds: ReadonlySet<string>
}

/**
 * Participant, in a transaction that holds the order: throws unless the actor decides the present step, has read this
 * version, and the rule lets its approvers lower quantities.
 */
export async function lockReducible(
  deps: ApprovalsDeps,
  tx: Tx,
  actor: Actor,
  { requestId, ...version }: RequestVersion & { readonly requestId: string },
  now: Date,
): Promise<ApprovalRequest> {
  const request = await lockOwnTurn(deps, tx, actor, requestId, version, now)
  if (request.added) throw fail('request_of_change', { requestId })
  if (!stepOf(request).mayReduce) {
    throw fail('reduction_not_allowed', { requestId, step: request.step + 1 })
  }
  if (request.version > reductionsMax) {
    throw fail('reductions_limit_reached', { limit: reductionsMax })
  }
  return request
}

/**
 * Participant, while the caller holds the request: its order has less content. Steps whose conditions read a changed
 * field are decided again; the others keep their votes. No rule can begin to ask because of a lower quantity.
 */
export async function reduceRequest(
  deps: ApprovalsDeps,
  tx: Tx,
  actor: Actor,
  before: ApprovalRequest,
  { left, ...content }: ReducedContent,
  now: Date,
): Promise<boolean> {
  const request: ApprovalRequest = {
    ...before,
    ...content,
    version: before.version + 1,
    facts: before.facts && factsOf(before.facts, left),
  }
  await updateContent(tx, request)
  await deleteVotes(tx, request, stepsToRepeat(request, before))
  await deleteNotices(tx, request)
  auditVote(tx, actor, 'reduced', request, now)
  const dueAt = after(now, graceMs)
  return moveToNextStep(deps, tx, { ...request, step: -1 }, { dueAt, now })
}

/** A fact that no rule asked for stays absent. */
function factsOf(facts: RequestFacts, left: LeftLines): RequestFacts {
  const { newSupplierIds, raisedPrices, offContractProducts, freeTextProducts } = facts
  // `product price`, or the id of the product alone in requests of an older version.
  const isLeft = (value: string) => left.productIds.has(value.split(' ')[0] ?? value)
  return {
    ...facts,
    costCenters: [...left.costCenters].sort(),
    glAccounts: [...left.glAccounts].sort(),
    projects: [...left.projects].sort(),
    shares: [...left.shares].sort(),
    categoryIds: facts.categoryIds && [...left.categoryIds].sort(),
    supplierIds: [...left.supplierIds].sort(),
    newSupplierIds: newSupplierIds?.filter((id) => left.supplierIds.has(id)),
    raisedPrices: raisedPrices?.filter(isLeft),
    offContractProducts: offContractProducts?.filter((id) => left.productIds.has(id)),
    freeTextProducts: freeTextProducts?.filter(isLeft),
  }
}
