import type { Actor } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { after, daysMs } from '#kernel/time'
import type { ActorName } from '#modules/identity'
import type { Conn, Tx } from '#platform/db'
import { addComment, type CommentInput } from './comments/add-comment.ts'
import type { Comment } from './comments/comment.ts'
import type { ApprovalsDeps } from './deps.ts'
import { nameDeputy, takeDeputyBack } from './deputies/deputies.ts'
import type { Deputy, DeputyInput, DeputyPage } from './deputies/deputy.ts'
import { listDeputies } from './deputies/deputy-store.ts'
import { fail } from './failures.ts'
import { announceDecision } from './notices/announce.ts'
import { measureNotices, type NoticeMetrics } from './notices/notice-store.ts'
import { type ApproverInput, addApprover } from './requests/add-approver.ts'
import { assertRevisable } from './requests/assert-revisable.ts'
import { canGiveAll } from './requests/can-give-all.ts'
import { type NewRequest, openRequest } from './requests/open-request.ts'
import { type ApprovalPlan, type PlanInput, planApproval } from './requests/plan.ts'
import {
  findDecider,
  getRequest,
  listOfOrder,
  type SeenRequest,
  withVotes,
} from './requests/read-requests.ts'
import { lockReducible, type ReducedContent, reduceRequest } from './requests/reduce-request.ts'
import type { ApprovalRequest, RequestWithVotes } from './requests/request.ts'
import { measureRequests, type RequestMetrics } from './requests/request-metrics-store.ts'
import {
  type Decider,
  findRequest,
  findRequestOf,
  listAlsoWaiting,
  lockRequest,
  markDecided,
} from './requests/request-store.ts'
import { type Approval, castApproval, castRefusal, type Refusal } from './requests/vote.ts'
import type { RequestVersion } from './requests/who-may-decide.ts'
import { withdrawRequest } from './requests/withdraw-request.ts'
import { cachedRules } from './rules/cached-rules.ts'
import { addRule, changeRule, removeRule } from './rules/change-rules.ts'
import type { ApprovalRule } from './rules/rule.ts'
import type { RuleInput } from './rules/rule-from-input.ts'
import { findRule } from './rules/rule-store.ts'

type Outcome = Parameters<typeof markDecided>[2] & {
  /** False: the order says by its own mail what comes next. Default: the requester gets a mail about the decision. */
  readonly isMailed?: boolean
}

export type Approvals = {
  rules: {
    /** Throws `approvals.rule_not_found`. */
    get(actor: Actor, ruleId: string): Promise<ApprovalRule>
    add(actor: Actor, input: RuleInput): Promise<ApprovalRule>
    change(actor: Actor, ruleId: string, input: RuleInput): Promise<ApprovalRule>
    remove(actor: Actor, ruleId: string): Promise<ApprovalRule>
  }
  deputies: {
    list(actor: Actor, page: DeputyPage): Promise<readonly Deputy[]>
    name(actor: Actor, input: DeputyInput): Promise<Deputy>
    takeBack(actor: Actor, id: string): Promise<Deputy>
  }
  comments: { add(actor: Actor, input: CommentInput): Promise<Comment> }
  /** Somebody else must approve, too. */
  addApprover(actor: Actor, input: ApproverInput): Promise<void>
  /** Participant: the approvals that the order needs. Undefined: none. A company without rules costs no statement. */
  plan(
    tx: Tx,
    payer: Actor | ActorName,
    input: PlanInput,
    now: Date,
  ): Promise<ApprovalPlan | undefined>
  /** Participant: whether this person alone can give all approvals of the plan. */
  canGiveAll(tx: Tx, companyId: string, plan: ApprovalPlan, personId: string): Promise<boolean>
  /** Throws if the actor's next order cannot replace the one of this request. */
  assertRevisable(actor: Actor, requestId: string): Promise<void>
  /** Participant: opens a request, and the order or its change waits. */
  open(tx: Tx, input: NewRequest, now: Date): Promise<Id<'apq'>>
  /** Participants, in a transaction that holds the order. `approve` returns true if no further approval is needed. */
  approve(tx: Tx, actor: Actor, approval: Approval, now: Date): Promise<boolean>
  refuse(tx: Tx, actor: Actor, refusal: Refusal, now: Date): Promise<void>
  /** Throws unless the actor may lower quantities of this version now. */
  lockReducible(
    tx: Tx,
    actor: Actor,
    version: RequestVersion & { readonly requestId: string },
    now: Date,
  ): Promise<ApprovalRequest>
  /** The request gets the content of the reduced order. Returns true if no approval is left to give. */
  reduce(
    tx: Tx,
    actor: Actor,
    request: ApprovalRequest,
    content: ReducedContent,
    now: Date,
  ): Promise<boolean>
  lockRequest(tx: Tx, companyId: string, requestId: string): Promise<ApprovalRequest | undefined>
  lockRequestOfOrder(
    tx: Tx,
    companyId: string,
    orderId: string,
  ): Promise<ApprovalRequest | undefined>
  decide(tx: Tx, request: ApprovalRequest, outcome: Outcome, now: Date): Promise<void>
  /** Participant: the buyer has cancelled the order. Does nothing if there is no request, or a decided one. */
  withdraw(tx: Tx, companyId: string, orderId: string, by: string, now: Date): Promise<void>
  find(conn: Conn, companyId: string, requestId: string): Promise<ApprovalRequest | undefined>
  findOfOrder(conn: Conn, companyId: string, orderId: string): Promise<ApprovalRequest | undefined>
  /** Throws `approvals.request_not_found` also if the actor may not see it. */
  get(actor: Actor, requestId: string): Promise<SeenRequest>
  /** The other requests of the same requester that wait for a decision, newest first. */
  alsoWaiting(conn: Conn, request: ApprovalRequest, limit: number): Promise<ApprovalRequest[]>
  /** The seats in which the person decides. */
  findDecider(actor: Actor): Promise<Decider>
  /** The newest orders that a number, or a part of one, finds. */
  orderIdsOf(companyId: string, q: string): Promise<string[]>
  withVotes(companyId: string, requests: readonly ApprovalRequest[]): Promise<RequestWithVotes[]>
  /** The requests of an order and of its changes that the actor may see, in any state, newest first. */
  listOfOrder(actor: Actor, orderId: string): Promise<RequestWithVotes[]>
  measure(): Promise<RequestMetrics & NoticeMetrics>
}

export function createApprovals(deps: ApprovalsDeps): Approvals {
  const { database, now: clock } = deps
  const { pool } = database
  const rulesOf = cachedRules(deps.wake)
  return {
    rules: {
      get: async ({ companyId }, ruleId) => {
        const rule = await findRule(pool, companyId, ruleId)
        if (!rule) throw fail('rule_not_found', { ruleId })
        return rule
      },
      add: (actor, input) => addRule(deps, actor, input),
      change: (actor, id, input) => changeRule(deps, actor, id, input),
      remove: (actor, id) => removeRule(deps, actor, id),
    },
    deputies: {
      list: ({ companyId, id: personId }, page) =>
        listDeputies(pool, { companyId, personId }, clock(), page),
      name: (actor, input) => nameDeputy(deps, actor, input),
      takeBack: (actor, id) => takeDeputyBack(deps, actor, id),
    },
    comments: { add: (actor, input) => addComment(deps, actor, input) },
    addApprover: (actor, input) => addApprover(deps, actor, input),
    plan: (tx, payer, input, now) => planApproval(deps, rulesOf, tx, payer, input, now),
    canGiveAll: (tx, companyId, plan, personId) => canGiveAll(deps, tx, companyId, plan, personId),
    assertRevisable: (actor, requestId) => assertRevisable(deps, actor, requestId),
    open: (tx, input, now) => openRequest(deps, tx, input, now),
    approve: (tx, actor, approval, now) => castApproval(deps, tx, actor, approval, now),
    refuse: (tx, actor, refusal, now) => castRefusal(deps, tx, actor, refusal, now),
    lockReducible: (tx, actor, version, now) => lockReducible(deps, tx, actor, version, now),
    reduce: (tx, actor, request, content, now) =>
      reduceRequest(deps, tx, actor, request, content, now),
    lockRequest: (tx, companyId, id) => lockRequest(tx, companyId, { id }),
    lockRequestOfOrder: (tx, companyId, orderId) => lockRequest(tx, companyId, { orderId }),
    decide: async (tx, request, { isMailed = true, ...outcome }, now) => {
      await markDecided(tx, request, outcome, now)
      if (isMailed && outcome.to !== 'WITHDRAWN') await announceDecision(tx, request, now)
    },
    withdraw: (tx, companyId, orderId, by, now) =>
      withdrawRequest(tx, companyId, { orderId }, by, now),
    find: findRequest,
    findOfOrder: findRequestOf,
    get: (actor, requestId) => getRequest(deps, actor, requestId),
    alsoWaiting: listAlsoWaiting,
    findDecider: (actor) => findDecider(deps, actor),
    orderIdsOf: async (companyId, q) => {
      const orders = await deps.ordersNumbered(pool, q, companyId)
      return orders.map(({ id }) => id)
    },
    withVotes: (companyId, requests) => withVotes(pool, companyId, requests),
    listOfOrder: (actor, orderId) => listOfOrder(deps, actor, orderId),
    measure: async () => {
      const [requests, notices] = await Promise.all([
        measureRequests(pool, clock()),
        measureNotices(pool, after(clock(), -daysMs(1))),
      ])
      return { ...requests, ...notices }
    },
  }
}
