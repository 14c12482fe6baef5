import { type Conn, sql, type Tx } from '#platform/db'
import type { LiveState } from '../attempt.ts'

/** An attempt that entered the state before this instant is stuck. */
export type StuckBefore = Readonly<Record<LiveState, Date>>

/** All stuck attempts of one state. */
export type Stuck = {
  readonly state: LiveState
  readonly count: number
  readonly oldest: {
    readonly companyId: string
    readonly id: string
    readonly since: Date
    /** The error of the last try. */
    readonly lastError: string | undefined
  }
}

/** Until the end of the transaction. */
export async function lockStuck(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('checkout.alert_stuck'))`.execute(tx)
}

const isStuck = (before: StuckBefore) => sql<boolean>`(
  (state = 'RESERVED' and created_at < ${before.RESERVED})
  or (state = 'PAYMENT_INITIATED_CART_RECONCILING'
    and payment_initiated_at < ${before.PAYMENT_INITIATED_CART_RECONCILING}))`

/**
 * Marks the attempts that have become stuck since the last look, each once in each state, and returns their states. An
 * attempt that was stuck before its handoff and is stuck after it is marked again.
 */
export async function markStuck(
  tx: Tx,
  before: StuckBefore,
  now: Date,
  batchMax: number,
): Promise<LiveState[]> {
  const { rows } = await sql<{ state: LiveState }>`
    /* across companies: operators see every stuck attempt */
    with stuck as materialized (
      select company_id, id from checkout.attempts
      where ${isStuck(before)} and (stuck_alerted_at is null or stuck_alerted_at < payment_initiated_at)
      limit ${batchMax}
      for update skip locked
    )
    update checkout.attempts a set stuck_alerted_at = ${now}
    from stuck where (a.company_id, a.id) = (stuck.company_id, stuck.id)
    returning a.state
  `.execute(tx)
  return rows.map(({ state }) => state)
}

/** A stuck attempt whose payment was initiated. */
export type StuckPayment = {
  readonly paymentId: string
  /** Since when every try has failed. */
  readonly failingSince: Date | undefined
}

/** Oldest first. `attempts_due` has only attempts under way. */
export async function listStuckPayments(
  conn: Conn,
  initiatedBefore: Date,
  limit: number,
): Promise<StuckPayment[]> {
  const { rows } = await sql<{ payment_id: string; failing_since: Date | null }>`
    /* across companies: operators see every stuck attempt */
    select payment_id, failing_since from checkout.attempts
    where state = 'PAYMENT_INITIATED_CART_RECONCILING' and payment_initiated_at < ${initiatedBefore}
    order by payment_initiated_at, id
    limit ${limit}
  `.execute(conn)
  return rows.map((row) => ({
    paymentId: row.payment_id,
    failingSince: row.failing_since ?? undefined,
  }))
}

/** No entry for a state without stuck attempts. `attempts_due` has only attempts under way, which are few. */
export async function countStuck(conn: Conn, before: StuckBefore): Promise<Stuck[]> {
  const { rows } = await sql<{
    state: LiveState
    count: number
    company_id: string
    id: string
    since: Date
    last_error: string | null
  }>`
    /* across companies: operators see every stuck attempt */
    select distinct on (state) state, (count(*) over (partition by state))::integer as count, company_id, id,
      coalesce(payment_initiated_at, created_at) as since, last_error
    from checkout.attempts
    where state in ('RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING') and ${isStuck(before)}
    order by state, since, id
  `.execute(conn)
  return rows.map((row) => ({
    state: row.state,
    count: row.count,
    oldest: {
      companyId: row.company_id,
      id: row.id,
      since: row.since,
      lastError: row.last_error ?? undefined,
    },
  }))
}
