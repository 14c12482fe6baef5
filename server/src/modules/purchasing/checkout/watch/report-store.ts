import { sql } from 'kysely'
import { type Money, money } from '#kernel/money'
import type { Conn } from '#platform/db'
import type { LiveState } from '../attempt.ts'

export type AliveAttempt = {
  readonly id: string
  readonly companyId: string
  readonly state: LiveState
  readonly since: Date
  readonly total: Money
  readonly createdAt: Date
  readonly reservedUntil: Date
  readonly availableAt: Date
  readonly paymentId: string | undefined
  readonly lastError: string | undefined
}

/** `only`: one attempt alone, if it is under way. */
export type AlivePage = {
  readonly after?: Place | undefined
  readonly only?: { readonly companyId: string; readonly id: string } | undefined
  readonly limit: number
}

/** The cursor. */
export type Place = { readonly since: Date; readonly id: string }

type AliveRow = {
  id: string
  company_id: string
  state: LiveState
  since: Date
  total_minor: number
  currency: string
  created_at: Date
  reserved_until: Date
  available_at: Date
  payment_id: string | null
  last_error: string | null
}

/** `attempts_due` has only attempts under way. They are few, so they are sorted in memory. */
export async function listAlive(conn: Conn, page: AlivePage): Promise<AliveAttempt[]> {
  const further = page.after
    ? sql`where (alive.since, alive.id) > (${page.after.since}, ${page.after.id})`
    : sql``
  const only = page.only
    ? sql`and company_id = ${page.only.companyId} and id = ${page.only.id}`
    : sql``
  const { rows } = await sql<AliveRow>`
    /* across companies: operators see the whole platform */
    select * from (
      select id, company_id, state, coalesce(payment_initiated_at, created_at) as since, total_minor,
             currency, created_at, reserved_until, available_at, payment_id, last_error
      from checkout.attempts
      where state in ('RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING') ${only}
    ) as alive
    ${further}
    order by alive.since, alive.id
    limit ${page.limit}
  `.execute(conn)
  return rows.map((row) => ({
    id: row.id,
    companyId: row.company_id,
    state: row.state,
    since: row.since,
    total: money(BigInt(row.total_minor), row.currency),
    createdAt: row.created_at,
    reservedUntil: row.reserved_until,
    availableAt: row.available_at,
    paymentId: row.payment_id ?? undefined,
    lastError: row.last_error ?? undefined,
  }))
}

export type Ended = {
  readonly ended: number
  readonly completed: number
  readonly expired: number
  readonly failed: number
  readonly cancelled: number
  readonly completionP50: number | undefined
  readonly completionP95: number | undefined
}

/** The attempts that ended since then; `attempts_by_end` answers. */
export async function measureEnded(conn: Conn, since: Date): Promise<Ended> {
  const { rows } = await sql<{
    ended: number
    completed: number
    expired: number
    failed: number
    cancelled: number
    p50: number | null
    p95: number | null
  }>`
    /* across companies: operators see the whole platform */
    select count(*) as ended,
           count(*) filter (where state = 'COMPLETED') as completed,
           count(*) filter (where state = 'EXPIRED') as expired,
           count(*) filter (where state = 'FAILED') as failed,
           count(*) filter (where state = 'CANCELLED') as cancelled,
           percentile_cont(0.5) within group (order by seconds) filter (where state = 'COMPLETED') as p50,
           percentile_cont(0.95) within group (order by seconds) filter (where state = 'COMPLETED') as p95
    from (
      select state, extract(epoch from ended_at - created_at)::float8 as seconds
      from checkout.attempts where ended_at > ${since}
    ) as ended
  `.execute(conn)
  const [row] = rows
  if (!row) throw new Error('an aggregate gave no row')
  const { p50, p95, ...counts } = row
  return { ...counts, completionP50: toMilliseconds(p50), completionP95: toMilliseconds(p95) }
}

/** Seconds with three decimals: a percentile between two values may have endless decimals. */
function toMilliseconds(seconds: number | null): number | undefined {
  return seconds === null ? undefined : Math.round(seconds * 1_000) / 1_000
}
