import { type RawBuilder, sql } from 'kysely'
import { after, daysMs } from '#kernel/time'
import type { Conn, Tx } from '#platform/db'
import { oldestAge, processDied } from '#platform/leases'
import { deliveryQueue } from '../deliveries/delivery.ts'

/** Figures of this moment for the operators' surfaces. Each count stops at 100,000. */
export type WebhookMetrics = {
  readonly pending: number
  readonly retrying: number
  readonly held: number
  readonly oldestHeldAgeSeconds: number
  /** Given up after the last attempt, and not replayed. */
  readonly exhausted: number
  /** Deliveries that were given up in the last 24 hours, and the age of the first of them. */
  readonly exhausted24h: number
  readonly oldestExhaustedAgeSeconds: number
  /** Held or waiting for longer than the retention, and not replayed. */
  readonly expired: number
  /** Webhooks whose breaker is open: most attempts failed, and their deliveries are held. */
  readonly breakersOpen: number
  /** For how long the webhook has failed that failed first among those with an open breaker. */
  readonly oldestBreakerAgeSeconds: number
  /** Endpoints that were disabled so lately that their held deliveries are still kept. */
  readonly endpointsDisabled: number
  readonly oldestDisabledAgeSeconds: number
  readonly replaysRunning: number
  readonly oldestDueAgeSeconds: number
  readonly attempts24h: number
  readonly successes24h: number
}

/**
 * No count exceeds this: operators need an answer within a second, even after a day with a thousand events a second.
 */
const countedMax = 100_000

const countOf = (rows: RawBuilder<unknown>) =>
  sql`(select count(*) from (select from ${rows} limit ${countedMax}) as counted)`

export async function measureWebhooks(
  conn: Conn,
  now: Date,
  retentionDays: number,
): Promise<WebhookMetrics> {
  const dayAgo = after(now, -daysMs(1))
  const keptSince = after(now, -daysMs(retentionDays))
  const { rows } = await sql<MetricsRow>`
    /* across companies: operators watch the whole service */
    with waiting as materialized (
      select state from webhooks.deliveries where state in ('PENDING', 'RETRYING') limit ${countedMax}
    ),
    latest as materialized (
      select error_class from webhooks.attempts where started_at >= ${dayAgo}
      order by started_at desc limit ${countedMax}
    ),
    given_up as materialized (
      select finished_at from webhooks.deliveries
      where state = 'EXHAUSTED' and replayed_by is null and finished_at >= ${dayAgo}
      order by finished_at limit ${countedMax}
    ),
    left_alone as materialized (
      select coalesce(h.failing_since, h.last_failure_at) as since
      from webhooks.endpoints e
      join webhooks.endpoint_health h on h.company_id = e.company_id and h.endpoint_id = e.id
      where e.breaker_open_until is not null
    ),
    disabled as materialized (
      select disabled_at from webhooks.endpoints where state = 'DISABLED' and disabled_at >= ${keptSince}
    )
    select
      (select count(*) from waiting where state = 'PENDING') as pending,
      (select count(*) from waiting where state = 'RETRYING') as retrying,
      ${countOf(sql`webhooks.deliveries where state = 'HELD'`)} as held,
      (select created_at from webhooks.deliveries where state = 'HELD' order by id limit 1) as held_since,
      ${countOf(sql`webhooks.deliveries where state = 'EXHAUSTED' and replayed_by is null`)} as exhausted,
      ${countOf(sql`webhooks.deliveries where state = 'EXPIRED' and replayed_by is null`)} as expired,
      (select count(*) from given_up) as exhausted_24h,
      (select min(finished_at) from given_up) as exhausted_since,
      (select count(*) from left_alone) as breakers,
      (select min(since) from left_alone) as breakers_since,
      (select count(*) from disabled) as disabled,
      (select min(disabled_at) from disabled) as disabled_since,
      (select count(*) from webhooks.replays where state = 'RUNNING') as replays,
      (select count(*) from latest) as attempts,
      (select count(*) from latest where error_class is null) as successes
  `.execute(conn)
  const [row] = rows
  if (!row) throw new Error('a query of counts returned no row')
  const oldestDueAgeSeconds = Math.round(await oldestAge(conn, deliveryQueue, now))
  return { ...toMetrics(row, now), oldestDueAgeSeconds }
}

type MetricsRow = {
  pending: number
  retrying: number
  held: number
  held_since: Date | null
  exhausted: number
  exhausted_24h: number
  exhausted_since: Date | null
  expired: number
  breakers: number
  breakers_since: Date | null
  disabled: number
  disabled_since: Date | null
  replays: number
  attempts: number
  successes: number
}

function toMetrics(row: MetricsRow, now: Date): Omit<WebhookMetrics, 'oldestDueAgeSeconds'> {
  const ageOf = (since: Date | null) =>
    since === null ? 0 : Math.max(0, Math.round((now.getTime() - since.getTime()) / 1_000))
  return {
    pending: row.pending,
    retrying: row.retrying,
    held: row.held,
    oldestHeldAgeSeconds: ageOf(row.held_since),
    exhausted: row.exhausted,
    exhausted24h: row.exhausted_24h,
    oldestExhaustedAgeSeconds: ageOf(row.exhausted_since),
    expired: row.expired,
    breakersOpen: row.breakers,
    oldestBreakerAgeSeconds: ageOf(row.breakers_since),
    endpointsDisabled: row.disabled,
    oldestDisabledAgeSeconds: ageOf(row.disabled_since),
    replaysRunning: row.replays,
    attempts24h: row.attempts,
    successes24h: row.successes,
  }
}

/**
 * The lease sweep gives up deliveries whose worker died in the last attempt. This writes their end time and error.
 */
export async function closeExhausted(
  tx: Tx,
  rows: readonly { readonly companyId: string; readonly id: string }[],
  now: Date,
): Promise<void> {
  await sql`
    update webhooks.deliveries d set finished_at = ${now},
      last_error = case last_error when ${processDied} then last_error else 'interrupted' end
    from unnest(${rows.map((row) => row.companyId)}::text[], ${rows.map((row) => row.id)}::text[]) as x(company_id, id)
    where (d.company_id, d.id) = (x.company_id, x.id) and d.state = 'EXHAUSTED'
  `.execute(tx)
}
