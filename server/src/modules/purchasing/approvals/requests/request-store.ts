import type { Id } from '#kernel/id'
import { money } from '#kernel/money'
import type { Clock } from '#kernel/time'
import { bigintOf, type Conn, type Database, sql, type Tx } from '#platform/db'
import { finish, type Queue, workOn } from '#platform/leases'
import type { Condition } from '#platform/lists'
import type { Cause } from '#platform/outbox'
import type { UnitApprover } from '../deps.ts'
import { type RequestRow, tables } from '../tables.ts'
import type { PlannedStep } from './planned-step.ts'
import type { ApprovalRequest, RequestFacts, RequestState } from './request.ts'

/** Due when its time is over, and when all have agreed and the order is not placed yet. */
export const requestQueue: Queue = {
  table: 'approvals.requests',
  key: ['company_id', 'id'],
  id: 'id',
  waiting: ['PENDING', 'APPROVING'],
  // Longer than the slowest answer of a provider.
  leaseSeconds: 60,
  poison: { is: 'retried_slowly' },
}

/** A request that a worker has claimed. `attempts` counts this one too. */
export type DueRequest = { readonly request: ApprovalRequest; readonly attempts: number }

/** When a worker looks at the request again, and what kept this attempt from ending it. */
export type NextAttempt = { readonly at: Date; readonly problem: string | undefined }

/** Claims due requests, passes each to the work, and stores the result. Returns how many it claimed. */
export function workOnDueRequests(
  deps: { readonly database: Database; readonly now: Clock },
  batchMax: number,
  work: (due: DueRequest) => Promise<NextAttempt>,
): Promise<number> {
  const { pool } = deps.database
  return workOn<RequestRow>(deps, requestQueue, batchMax, (rows, lease) =>
    Promise.all(
      rows.map(async (row) => {
        const { at, problem } = await work({ request: toRequest(row), attempts: row.attempts })
        // A request that was decided in the meantime has no lease any more. Then this changes nothing.
        const outcome = { availableAt: at, set: { last_error: problem ?? null } }
        await finish(pool, requestQueue, lease, [row], outcome)
      }),
    ),
  )
}

export async function insertRequest(tx: Tx, request: ApprovalRequest): Promise<void> {
  const { total } = request
  await tables(tx)
    .insertInto('approvals.requests')
    .values({
      company_id: request.companyId,
      id: request.id,
      order_id: request.orderId,
      order_number: request.orderNumber,
      requested_by: request.requestedBy,
      requester_id: request.requesterId,
      payer_id: request.payerId ?? null,
      of_requisition: request.ofRequisition,
      content_hash: request.contentHash,
      currency: total.currency,
      // PostgreSQL reads the digits: a number would lose digits beyond 2^53.
      total_minor: bigintOf(total.amountMinor),
      added_minor: request.added ? bigintOf(request.added.amountMinor) : null,
      steps: JSON.stringify(request.steps),
      step: request.step,
      state: request.state,
      requested_at: request.requestedAt,
      expires_at: request.expiresAt,
      remind_after_hours: request.remindAfterHours ?? null,
      escalate_after_hours: request.escalateAfterHours ?? null,
      facts: request.facts ? JSON.stringify(request.facts) : null,
      content_digest: request.contentDigest ?? null,
      revises: request.revises ?? null,
      available_at: request.expiresAt,
      attempts: 0,
    })
    .execute()
}

export async function findRequest(
  conn: Conn,
  companyId: string,
  requestId: string,
): Promise<ApprovalRequest | undefined> {
  const row = await tables(conn)
    .selectFrom('approvals.requests')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', requestId)
    .executeTakeFirst()
  return row && toRequest(row)
}

/** The request about the order itself. */
export async function findRequestOf(
  conn: Conn,
  companyId: string,
  orderId: string,
): Promise<ApprovalRequest | undefined> {
  const row = await tables(conn)
    .selectFrom('approvals.requests')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .where('added_minor', 'is', null)
    .executeTakeFirst()
  return row && toRequest(row)
}

/** All requests of an order, newest first. An order takes as many steps as it may have requests. */
export async function listRequestsOf(
  conn: Conn,
  companyId: string,
  orderId: string,
): Promise<ApprovalRequest[]> {
  const { rows } = await sql<RequestRow>`
    select * from approvals.requests
    where company_id = ${companyId} and order_id = ${orderId}
    order by id desc
    limit 1000
  `.execute(conn)
  return rows.map(toRequest)
}

/** Locks the request, or that about the order itself, until the transaction ends. A caller that also needs the order locks the order first. */
export async function lockRequest(
  tx: Tx,
  companyId: string,
  by: { readonly id: string } | { readonly orderId: string },
): Promise<ApprovalRequest | undefined> {
  const requests = tables(tx)
    .selectFrom('approvals.requests')
    .selectAll()
    .where('company_id', '=', companyId)
    .forUpdate()
  const one =
    'id' in by
      ? requests.where('id', '=', by.id)
      : requests.where('order_id', '=', by.orderId).where('added_minor', 'is', null)
  const row = await one.executeTakeFirst()
  return row && toRequest(row)
}

/** The caller holds the request. No step with a vote moves. */
export async function replaceSteps(
  tx: Tx,
  { companyId, id }: ApprovalRequest,
  steps: readonly PlannedStep[],
): Promise<void> {
  await tables(tx)
    .updateTable('approvals.requests')
    .set({ steps: JSON.stringify(steps) })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .execute()
}

/** The caller holds the request. Its order has another content from now on. */
export async function updateContent(tx: Tx, request: ApprovalRequest): Promise<void> {
  const { companyId, id, contentHash, contentDigest, total, facts, version } = request
  await tables(tx)
    .updateTable('approvals.requests')
    .set({
      content_hash: contentHash,
      content_digest: contentDigest ?? null,
      total_minor: bigintOf(total.amountMinor),
      facts: facts ? JSON.stringify(facts) : null,
      version,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .execute()
}

/** The caller holds the request. After the last step it is due, in case the request that ended it dies. */
export async function advanceRequest(
  tx: Tx,
  { companyId, id }: ApprovalRequest,
  to: {
    readonly step: number
    readonly isLast: boolean
    readonly dueAt: Date
    readonly cause: Cause | undefined
  },
): Promise<void> {
  const approvedColumns = {
    state: 'APPROVING',
    available_at: to.dueAt,
    cause: to.cause ? JSON.stringify(to.cause) : null,
  }
  await tables(tx)
    .updateTable('approvals.requests')
    .set({ step: to.step, ...(to.isLast && approvedColumns) })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .execute()
}

/** The caller holds the request. */
export async function markDecided(
  tx: Tx,
  { companyId, id, state }: ApprovalRequest,
  outcome: {
    readonly to: Exclude<RequestState, 'PENDING' | 'APPROVING'>
    readonly by: string | undefined
    readonly reason?: string | undefined
  },
  now: Date,
): Promise<void> {
  await tables(tx)
    .updateTable('approvals.requests')
    .set({
      state: outcome.to,
      decided_by: outcome.by ?? null,
      decided_at: now,
      reason: outcome.reason ?? null,
      lease_token: null,
      lease_until: null,
      last_error: null,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', '=', state)
    .execute()
}

/**
 * Participant: a request of the same requester replaces a returned one. Undefined if that is not returned, or if
 * another request replaces it.
 */
export async function markRevised(
  tx: Tx,
  { companyId, id, requesterId }: ApprovalRequest,
  revises: string,
): Promise<ApprovalRequest | undefined> {
  const row = await tables(tx)
    .updateTable('approvals.requests')
    .set({ revised_by: id })
    .where('company_id', '=', companyId)
    .where('id', '=', revises)
    .where('requester_id', '=', requesterId)
    .where('state', '=', 'RETURNED')
    .where('revised_by', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && toRequest(row)
}

/** The waiting requests, oldest first. */
export async function listPendingIds(
  conn: Conn,
  companyId: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from approvals.requests
    where company_id = ${companyId} and state = 'PENDING'
      ${after === undefined ? sql`` : sql`and id > ${after}`}
    order by id
    limit ${limit}
  `.execute(conn)
  return rows.map(({ id }) => id)
}

/** The other requests of a person that wait for a decision, newest first. One read of `requests_pending`. */
export async function listAlsoWaiting(
  conn: Conn,
  { companyId, id, requesterId }: Pick<ApprovalRequest, 'companyId' | 'id' | 'requesterId'>,
  limit: number,
): Promise<ApprovalRequest[]> {
  const { rows } = await sql<RequestRow>`
    select * from approvals.requests
    where company_id = ${companyId} and state = 'PENDING' and requester_id = ${requesterId} and id <> ${id}
    order by id desc
    limit ${limit}
  `.execute(conn)
  return rows.map(toRequest)
}

/** `seats`: the person, and those whose deputy it is; `approvers`: those of them who have the role. */
export type Decider = {
  readonly personId: string
  readonly seats: readonly string[]
  readonly approvers: readonly string[]
  readonly unitApprovers: readonly UnitApprover[]
  /** An administrator also decides escalated requests. */
  readonly isAdmin: boolean
}

/** The request `t` waits for the person. */
export function isToDecide(decider: Decider): Condition {
  const { personId, seats, approvers, unitApprovers, isAdmin } = decider
  return sql`t.state = 'PENDING'
    and ${personId} not in (t.requester_id, coalesce(t.payer_id, t.requester_id))
    and (t.steps -> t.step -> 'people'
        ?| array_remove(array_remove(${[...seats]}::text[], t.requester_id), t.payer_id)
      or (t.steps -> t.step ->> 'role' = 'approver'
        and cardinality(array_remove(array_remove(${[...approvers]}::text[], t.requester_id), t.payer_id)) > 0)
      or exists (select 1 from jsonb_to_recordset(${JSON.stringify(unitApprovers)}::jsonb) as held ("personId" text, "unitId" text)
        where t.steps -> t.step ->> 'role' = 'approver' and t.steps -> t.step -> 'unitIds' ? held."unitId"
          and held."personId" not in (t.requester_id, coalesce(t.payer_id, t.requester_id)))
      or (${isAdmin} and t.escalated_step = t.step))
    and not exists (select 1 from approvals.votes v
      where v.company_id = t.company_id and v.request_id = t.id and v.step = t.step
        and v.voted_by = ${personId})`
}

export function toRequest(row: RequestRow): ApprovalRequest {
  return {
    id: row.id as Id<'apq'>,
    companyId: row.company_id as Id<'co'>,
    orderId: row.order_id,
    orderNumber: row.order_number ?? row.order_id,
    requestedBy: row.requested_by,
    requesterId: row.requester_id,
    payerId: row.payer_id ?? undefined,
    ofRequisition: row.of_requisition,
    contentHash: row.content_hash,
    version: row.version,
    total: money(BigInt(row.total_minor), row.currency),
    added: row.added_minor === null ? undefined : money(BigInt(row.added_minor), row.currency),
    steps: row.steps as PlannedStep[],
    step: row.step,
    state: row.state as RequestState,
    reason: row.reason ?? undefined,
    requestedAt: row.requested_at,
    expiresAt: row.expires_at,
    remindAfterHours: row.remind_after_hours ?? undefined,
    escalateAfterHours: row.escalate_after_hours ?? undefined,
    escalatedStep: row.escalated_step ?? undefined,
    decidedBy: row.decided_by ?? undefined,
    decidedAt: row.decided_at ?? undefined,
    cause: (row.cause as Cause | null) ?? undefined,
    facts: (row.facts as RequestFacts | null) ?? undefined,
    contentDigest: row.content_digest ?? undefined,
    revises: row.revises ?? undefined,
    revisedBy: row.revised_by ?? undefined,
  }
}
