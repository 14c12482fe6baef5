import { type Actor, may } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import type { Money } from '#kernel/money'
import { after, daysMs, hoursMs } from '#kernel/time'
import type { Conn, Tx } from '#platform/db'
import { announceDecision, announceStep } from './announce.ts'
import { addRule, changeRule, type RuleInput, removeRule } from './change-rules.ts'
import type { ApprovalsDeps } from './deps.ts'
import {
  type Deputy,
  type DeputyInput,
  type DeputyPage,
  nameDeputy,
  takeDeputyBack,
} from './deputies.ts'
import { listDeputies, principalsOf } from './deputy-store.ts'
import { fail } from './failures.ts'
import { measureNotices, type NoticeMetrics } from './notice-store.ts'
import { type ApprovalPlan, type PlanInput, planApproval } from './plan.ts'
import { rememberedRules } from './remembered-rules.ts'
import type { ApprovalRequest, RequestWithVotes } from './request.ts'
import {
  findRequest,
  findRequestOf,
  holdRequest,
  insertRequest,
  listRequested,
  listToDecide,
  listVotes,
  markDecided,
  measureRequests,
  type RequestMetrics,
} from './request-store.ts'
import type { ApprovalRule } from './rule.ts'
import { findRule, listRules, type RulePage } from './rule-store.ts'
import { type Approval, castApproval, castRejection, mayDecide, maySee } from './vote.ts'

export type NewRequest = {
  readonly companyId: Id<'co'>
  readonly orderId: string
  readonly requestedBy: string
  readonly contentHash: string
  readonly total: Money
  readonly plan: ApprovalPlan
}

export type SeenRequest = RequestWithVotes & { readonly mayDecide: boolean }

type Cut = { readonly before?: string | undefined; readonly limit: number }
type Outcome = Parameters<typeof markDecided>[2]

export type Approvals = {
  rules: {
    list(actor: Actor, page: RulePage): Promise<readonly ApprovalRule[]>
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
  /** Participant: who must agree to what is ordered, or undefined. Companies without rules pay no statement. */
  plan(tx: Tx, actor: Actor, input: PlanInput, now: Date): Promise<ApprovalPlan | undefined>
  /** Participant: from now on the order waits. */
  open(tx: Tx, input: NewRequest, now: Date): Promise<void>
  /** Participants, in a transaction that holds the order. `approve` is true when nobody else need agree. */
  approve(tx: Tx, actor: Actor, approval: Approval, now: Date): Promise<boolean>
  reject(tx: Tx, actor: Actor, no: { requestId: string; reason: string }, now: Date): Promise<void>
  hold(tx: Tx, companyId: string, requestId: string): Promise<ApprovalRequest | undefined>
  holdOf(tx: Tx, companyId: string, orderId: string): Promise<ApprovalRequest | undefined>
  decide(tx: Tx, request: ApprovalRequest, outcome: Outcome, now: Date): Promise<void>
  /** Participant: the buyer has taken the order back. Harmless where nobody was asked, or it is decided. */
  withdraw(tx: Tx, companyId: string, orderId: string, by: string, now: Date): Promise<void>
  find(conn: Conn, companyId: string, requestId: string): Promise<ApprovalRequest | undefined>
  /** Throws `approvals.request_not_found` for what is not the actor's to see. */
  get(actor: Actor, requestId: string): Promise<SeenRequest>
  list(actor: Actor, mine: 'to_decide' | 'requested', page: Cut): Promise<RequestWithVotes[]>
  /** That of an order, however it stands; none where nobody was asked, or where it is not the actor's to see. */
  ofOrder(actor: Actor, orderId: string): Promise<RequestWithVotes[]>
  measure(): Promise<RequestMetrics & NoticeMetrics>
}

export function createApprovals(deps: ApprovalsDeps): Approvals {
  const { database, now: clock } = deps
  const { pool } = database
  const rulesOf = rememberedRules(deps.wake)
  const withVotes = async (companyId: string, requests: readonly ApprovalRequest[]) => {
    if (requests.length === 0) return []
    const ids = requests.map(({ id }) => id)
    const votes = await listVotes(pool, companyId, ids)
    return requests.map((request) => ({ request, votes: votes.get(request.id) ?? [] }))
  }
  return {
    rules: {
      list: ({ companyId }, page) => listRules(pool, companyId, page),
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
    plan: (tx, actor, input, now) => planApproval(deps, rulesOf, tx, actor, input, now),
    open: async (tx, input, now) => {
      const request = requestFrom(input, now)
      await insertRequest(tx, request)
      await announceStep(tx, request, 0, now)
    },
    approve: (tx, actor, approval, now) => castApproval(deps, tx, actor, approval, now),
    reject: (tx, actor, no, now) => castRejection(deps, tx, actor, no, now),
    hold: (tx, companyId, id) => holdRequest(tx, companyId, { id }),
    holdOf: (tx, companyId, orderId) => holdRequest(tx, companyId, { orderId }),
    decide: async (tx, request, outcome, now) => {
      await markDecided(tx, request, outcome, now)
      if (outcome.to !== 'WITHDRAWN') await announceDecision(tx, request, now)
    },
    withdraw: async (tx, companyId, orderId, by, now) => {
      const request = await holdRequest(tx, companyId, { orderId })
      // Also where all have agreed and the order is not placed yet: a worker that is at it finds nothing more to do.
      if (request?.state !== 'PENDING' && request?.state !== 'APPROVING') return
      await markDecided(tx, request, { to: 'WITHDRAWN', by }, now)
    },
    find: findRequest,
    get: async (actor, requestId) => {
      const request = await findRequest(pool, actor.companyId, requestId)
      if (!request || !(await maySee(deps, pool, actor, request, clock()))) {
        throw fail('request_not_found', { requestId })
      }
      const [seen] = await withVotes(actor.companyId, [request])
      const votes = seen?.votes ?? []
      return { request, votes, mayDecide: await mayDecide(deps, pool, actor, request, clock()) }
    },
    list: async (actor, mine, page) => {
      const { companyId, id: personId } = actor
      if (mine === 'requested') {
        return withVotes(companyId, await listRequested(pool, companyId, personId, page))
      }
      const ids = [personId, ...(await principalsOf(pool, companyId, personId, clock()))]
      const [seats, holders] = await Promise.all([
        deps.peopleOf(pool, companyId, { ids }),
        deps.peopleOf(pool, companyId, { role: 'approver' }),
      ])
      const approvers = seats.filter((id) => holders.includes(id))
      const isAdmin = may(actor, 'decide_escalated_approvals')
      const who = { personId, seats, approvers, isAdmin }
      return withVotes(companyId, await listToDecide(pool, companyId, who, page))
    },
    ofOrder: async (actor, orderId) => {
      const request = await findRequestOf(pool, actor.companyId, orderId)
      if (!request || !(await maySee(deps, pool, actor, request, clock()))) return []
      return withVotes(actor.companyId, [request])
    },
    measure: async () => {
      const [requests, notices] = await Promise.all([
        measureRequests(pool, clock()),
        measureNotices(pool, after(clock(), -daysMs(1))),
      ])
      return { ...requests, ...notices }
    },
  }
}

function requestFrom({ plan, ...input }: NewRequest, now: Date): ApprovalRequest {
  return {
    ...input,
    id: newId('apq', now),
    requesterId: plan.requesterId,
    payerId: plan.payerId,
    steps: plan.steps,
    step: 0,
    state: 'PENDING',
    reason: undefined,
    requestedAt: now,
    expiresAt: after(now, hoursMs(plan.timeoutHours)),
    remindAfterHours: plan.remindAfterHours,
    escalateAfterHours: plan.escalateAfterHours,
    escalatedStep: undefined,
    decidedBy: undefined,
    decidedAt: undefined,
    cause: undefined,
  }
}
