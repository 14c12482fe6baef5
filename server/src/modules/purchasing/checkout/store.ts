import { sql } from 'kysely'
import type { Id } from '#kernel/id'
import { money } from '#kernel/money'
import type { ApprovalPlan } from '#modules/approvals'
import { type Conn, type Gathering, insertionOf, type Tx, writeBeforeCommit } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { noLease, unleasedUnlessDied } from '#platform/leases'
import type { Attempt, AttemptState, LiveState } from './attempt.ts'
import { readSnapshot, storeSnapshot } from './placing/snapshot.ts'
import { type AttemptRow, tables } from './tables.ts'

const newAttempts: Gathering<Attempt> = {
  writes: (attempts) => [
    { name: 'attempt', statement: insertionOf('checkout.attempts', attempts.map(newRow)) },
  ],
}

/** Written just before the commit, in its state of that moment: an order on net terms is placed at once. */
export function insertAttempt(tx: Tx, attempt: Attempt): void {
  writeBeforeCommit(tx, newAttempts, [attempt])
  crashPoint('checkout.attempt_inserted')
}

function newRow(attempt: Attempt): Partial<Record<keyof AttemptRow, unknown>> {
  return {
    company_id: attempt.companyId,
    id: attempt.id,
    owner_id: attempt.ownerId,
    cart_id: attempt.cartId,
    snapshot: storeSnapshot(attempt.snapshot),
    currency: attempt.total.currency,
    // PostgreSQL reads the digits: a number would lose digits beyond 2^53.
    total_minor: attempt.total.amountMinor.toString(),
    created_at: attempt.createdAt,
    reserved_until: attempt.reservedUntil,
    attempts: 0,
    budgeted: attempt.budgeted,
    ...movingColumns(attempt),
  }
}

/** The columns that change during its life. */
function movingColumns(attempt: Attempt) {
  return {
    state: attempt.state,
    payment_id: attempt.paymentId,
    payment_initiated_at: attempt.paymentInitiatedAt,
    approval: attempt.approval,
    order_id: attempt.orderId,
    ended_at: attempt.endedAt,
    failure_code: attempt.failure?.code,
    failure_message: attempt.failure?.message,
    available_at: attempt.nextLook,
  }
}

type Move = { readonly from: LiveState; readonly to: Attempt }

/**
 * Finds each attempt by its key, whatever the statistics of the table are. A join with JSON rows, of which PostgreSQL
 * expects a hundred, gets a plan that reads the whole table if the table is small, and the plan is kept when the table
 * grows.
 */
const moves: Gathering<Move> = {
  writes: (all) =>
    all.map((move, at) => ({ name: `attempt_moved_${at}`, rows: 1, statement: updateMoved(move) })),
}

function updateMoved({ from, to }: Move) {
  const columns = movingColumns(to)
  const approval = columns.approval ? JSON.stringify(columns.approval) : null
  return sql`
    update checkout.attempts
    set state = ${columns.state}, payment_id = ${columns.payment_id ?? null},
        payment_initiated_at = ${columns.payment_initiated_at ?? null}, approval = ${approval}::jsonb,
        order_id = ${columns.order_id ?? null}, ended_at = ${columns.ended_at ?? null},
        failure_code = ${columns.failure_code ?? null}, failure_message = ${columns.failure_message ?? null},
        available_at = ${columns.available_at}, lease_token = null, lease_until = null
    where company_id = ${to.companyId} and id = ${to.id} and state = ${from}`
}

/** Written just before the commit. The caller holds the attempt (`lockAttempt`) and has read its state. */
export function moveAttempt(tx: Tx, from: LiveState, to: Attempt): void {
  writeBeforeCommit(tx, moves, [{ from, to }])
}

export async function findAttempt(
  conn: Conn,
  companyId: string,
  attemptId: string,
): Promise<Attempt | undefined> {
  const row = await tables(conn)
    .selectFrom('checkout.attempts')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', attemptId)
    .executeTakeFirst()
  return row && toAttempt(row)
}

/** Holds the attempt until the transaction ends, so that only one caller settles it. */
export async function lockAttempt(
  tx: Tx,
  companyId: string,
  attemptId: string,
): Promise<Attempt | undefined> {
  const row = await tables(tx)
    .selectFrom('checkout.attempts')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', attemptId)
    .forUpdate()
    .executeTakeFirst()
  return row && toAttempt(row)
}

type End = {
  readonly from: LiveState
  readonly to: Exclude<AttemptState, LiveState>
  readonly cancelledBy?: string
}

/** The caller holds the attempt. The payment's outcome decides; the record names the first who asked. */
export async function noteCancellation(tx: Tx, attempt: Attempt, by: string): Promise<void> {
  await tables(tx)
    .updateTable('checkout.attempts')
    .set({ cancelled_by: by })
    .where('company_id', '=', attempt.companyId)
    .where('id', '=', attempt.id)
    .where('state', '=', 'PAYMENT_INITIATED_CART_RECONCILING')
    .where('cancelled_by', 'is', null)
    .execute()
}

/** Returns the ended row, or undefined if it was not in the state that it should end from. */
export async function markEnded(
  tx: Tx,
  attempt: { readonly companyId: string; readonly id: string },
  end: End,
  now: Date,
): Promise<Attempt | undefined> {
  const row = await tables(tx)
    .updateTable('checkout.attempts')
    .set({
      state: end.to,
      ended_at: now,
      cancelled_by: end.cancelledBy ?? null,
      ...noLease,
    })
    .where('company_id', '=', attempt.companyId)
    .where('id', '=', attempt.id)
    .where('state', '=', end.from)
    .returningAll()
    .executeTakeFirst()
  return row && toAttempt(row)
}

/**
 * Makes the attempt of a payment due at once. Returns false if it has ended. The payment is the first condition:
 * without statistics the planner expects less than one attempt under way for the whole company, and would read those
 * first.
 */
export async function makeDueByPayment(
  tx: Tx,
  companyId: string,
  paymentId: string,
  now: Date,
): Promise<boolean> {
  const { lease_token, lease_until } = unleasedUnlessDied(now)
  const { numAffectedRows } = await sql`
    with named as materialized (
      select id from checkout.attempts where company_id = ${companyId} and payment_id = ${paymentId}
    )
    update checkout.attempts job
    set available_at = ${now}, lease_token = ${lease_token}, lease_until = ${lease_until}
    from named
    where job.company_id = ${companyId} and job.id = named.id and job.state = 'PAYMENT_INITIATED_CART_RECONCILING'
  `.execute(tx)
  return numAffectedRows === 1n
}

export async function findAttemptByPayment(
  conn: Conn,
  companyId: string,
  paymentId: string,
): Promise<Attempt | undefined> {
  const row = await tables(conn)
    .selectFrom('checkout.attempts')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
  return row && toAttempt(row)
}

/** Sets the next look, after a success (no problem) or a failure. Fenced by the lease. */
export async function postponeAttempt(
  conn: Conn,
  due: DueAttempt,
  token: string,
  nextLook: Date,
  problem: { readonly message: string; readonly since: Date } | undefined,
): Promise<void> {
  await tables(conn)
    .updateTable('checkout.attempts')
    .set({
      available_at: nextLook,
      lease_token: null,
      lease_until: null,
      last_error: problem?.message ?? null,
      failing_since: problem?.since ?? null,
    })
    .where('company_id', '=', due.companyId)
    .where('id', '=', due.id)
    .where('lease_token', '=', token)
    .execute()
}

export type DueAttempt = {
  readonly companyId: Id<'co'>
  readonly id: Id<'chk'>
  readonly attempts: number
  /** Since when every try has failed. */
  readonly failingSince: Date | undefined
}

export function toDueAttempt(row: AttemptRow): DueAttempt {
  return {
    companyId: row.company_id as Id<'co'>,
    id: row.id as Id<'chk'>,
    attempts: row.attempts,
    failingSince: row.failing_since ?? undefined,
  }
}

/** Rows become attempts only here. The checks of the schema make the casts true. */
export function toAttempt(row: AttemptRow): Attempt {
  return {
    id: row.id as Id<'chk'>,
    companyId: row.company_id as Id<'co'>,
    ownerId: row.owner_id,
    cartId: (row.cart_id as Id<'cart'> | null) ?? undefined,
    state: row.state as AttemptState,
    snapshot: readSnapshot(row.snapshot),
    total: money(BigInt(row.total_minor), row.currency),
    budgeted: row.budgeted,
    approval: (row.approval as ApprovalPlan | null) ?? undefined,
    createdAt: row.created_at,
    reservedUntil: row.reserved_until,
    paymentId: (row.payment_id as Id<'pay'> | null) ?? undefined,
    paymentInitiatedAt: row.payment_initiated_at ?? undefined,
    orderId: (row.order_id as Id<'ord'> | null) ?? undefined,
    endedAt: row.ended_at ?? undefined,
    cancelledBy: row.cancelled_by ?? undefined,
    nextLook: row.available_at,
    failure:
      row.failure_code === null
        ? undefined
        : { code: row.failure_code, message: row.failure_message ?? '' },
  }
}
