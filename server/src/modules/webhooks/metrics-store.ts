import { type RawBuilder, sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'
import { oldestAge } from '#platform/leases'
import { deliveryQueue } from './delivery.ts'

/** True at the moment of asking, for the operators' surfaces. Each is counted up to 100,000. */
export type WebhookMetrics = {
  readonly pending: number
  readonly retrying: number
  readonly held: number
  /** Given up after the last attempt, and not replayed. */
  readonly exhausted: number
  /** Held or waiting for longer than it is kept, and not replayed. */
  readonly expired: number
  /** Endpoints that are left alone because most attempts failed. */
  readonly breakersOpen: number
  readonly replaysRunning: number
  readonly oldestDueAgeSeconds: number
  readonly attempts24h: number
  readonly successes24h: number
}

/**
 * None of the figures goes beyond this: whoever watches must have an answer within a second, also where a thousand events
 * a second have gone out all day.
 */
const countedMax = 100_000

const countOf = (rows: RawBuilder<unknown>) =>
  sql`(select count(*) from (select from ${rows} limit ${countedMax}) as counted)`

export async function measureWebhooks(
  conn: Conn,
  dayAgo: Date,
  now: Date,
): Promise<WebhookMetrics> {
  const { rows } = await sql<{
    pending: number
    retrying: number
    held: number
    exhausted: number
    expired: number
    breakers: number
    replays: number
    attempts: number
    successes: number
  }>`
    /* across companies: operators watch the whole service */
    with waiting as materialized (
      select state from webhooks.deliveries where state in ('PENDING', 'RETRYING') limit ${countedMax}
    ),
    latest as materialized (
      select error_class from webhooks.attempts where started_at >= ${dayAgo}
      order by started_at desc limit ${countedMax}
    )
    select
      (select count(*) from waiting where state = 'PENDING') as pending,
      (select count(*) from waiting where state = 'RETRYING') as retrying,
      ${countOf(sql`webhooks.deliveries where state = 'HELD'`)} as held,
      ${countOf(sql`webhooks.deliveries where state = 'EXHAUSTED' and replayed_by is null`)} as exhausted,
      ${countOf(sql`webhooks.deliveries where state = 'EXPIRED' and replayed_by is null`)} as expired,
      (select count(*) from webhooks.endpoints where breaker_open_until is not null) as breakers,
      (select count(*) from webhooks.replays where state = 'RUNNING') as replays,
      (select count(*) from latest) as attempts,
      (select count(*) from latest where error_class is null) as successes
  `.execute(conn)
  const [row] = rows
  if (!row) throw new Error('a query of counts returned no row')
  return {
    pending: row.pending,
    retrying: row.retrying,
    held: row.held,
    exhausted: row.exhausted,
    expired: row.expired,
    breakersOpen: row.breakers,
    replaysRunning: row.replays,
    oldestDueAgeSeconds: Math.round(await oldestAge(conn, deliveryQueue, now)),
    attempts24h: row.attempts,
    successes24h: row.successes,
  }
}

/** The sweep of leases gives up what lost its worker in the last attempt; here it gets its end. */
export async function closeExhausted(
  tx: Tx,
  rows: readonly { readonly companyId: string; readonly id: string }[],
  now: Date,
): Promise<void> {
  await sql`
    update webhooks.deliveries d set finished_at = ${now}, last_error = 'interrupted'
    from unnest(${rows.map((row) => row.companyId)}::text[], ${rows.map((row) => row.id)}::text[]) as x(company_id, id)
    where (d.company_id, d.id) = (x.company_id, x.id) and d.state = 'EXHAUSTED'
  `.execute(tx)
}
