import { sql } from 'kysely'
import { after } from '#kernel/time'
import type { Conn, Tx } from '#platform/db'
import { isFirstInLine } from '../deliveries/line-store.ts'
import { settleMs } from './endpoint.ts'

type EndpointKey = { readonly companyId: string; readonly endpointId: string }

/** Returns false if the breaker is already open, or the endpoint is not active. */
export async function markBreakerOpen(
  tx: Tx,
  { companyId, endpointId }: EndpointKey,
  until: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhooks.endpoints set breaker_open_until = ${until}, breaker_probe = null
    where company_id = ${companyId} and id = ${endpointId} and state = 'ACTIVE' and breaker_open_until is null
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Also resets the counts of the breaker. Returns false if it is already closed. */
export async function markBreakerClosed(
  tx: Tx,
  { companyId, endpointId }: EndpointKey,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with closed as (
      update webhooks.endpoints
      set breaker_open_until = null, breaker_probe = null,
          settle_until = ${after(now, settleMs)}, settle_anew = false
      where company_id = ${companyId} and id = ${endpointId} and breaker_open_until is not null
      returning company_id, id
    )
    update webhooks.endpoint_health h set window_attempts = 0, window_failures = 0
    from closed where h.company_id = closed.company_id and h.endpoint_id = closed.id
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Deliveries that probed and failed wait for their schedule. When they are due, they are held with the others. */
export async function endProbes(
  conn: Conn,
  failed: readonly (EndpointKey & { readonly id: string })[],
): Promise<void> {
  if (failed.length === 0) return
  await sql`
    update webhooks.endpoints e set breaker_probe = null
    from unnest(
      ${failed.map(({ companyId }) => companyId)}::text[], ${failed.map(({ endpointId }) => endpointId)}::text[],
      ${failed.map(({ id }) => id)}::text[]
    ) as f(company_id, endpoint_id, id)
    where (e.company_id, e.id) = (f.company_id, f.endpoint_id) and e.breaker_probe = f.id
  `.execute(conn)
}

/**
 * Takes the oldest held delivery of each endpoint whose probe is due, and lets it test whether the receiver is back.
 * For an ordered endpoint, this is the oldest delivery that waits for no other: another one would be put back, and
 * would prove nothing. The row of the endpoint is the fence: of all processes that try at once, one finds the probe
 * due. If no delivery waits at all, only the next event can probe, so the breaker closes. If deliveries wait but are
 * not held yet, the endpoint is checked again at `until`, so that endpoints with nothing to send do not block the
 * others.
 */
export async function startProbes(
  conn: Conn,
  now: Date,
  until: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    /* across companies: the housekeeping serves all of them */
    with due as materialized (
      select company_id, id from webhooks.endpoints
      where breaker_open_until <= ${now} and state = 'ACTIVE'
      order by breaker_open_until limit ${limit} for update skip locked
    ),
    asked as materialized (
      select due.company_id, due.id as endpoint_id, probe.id as probe,
             probe.id is null and (
               select d.id from webhooks.deliveries d
               where d.company_id = due.company_id and d.endpoint_id = due.id
                 and d.state in ('PENDING', 'RETRYING', 'HELD')
               limit 1
             ) is null as is_idle
      from due left join lateral (
        select d.id from webhooks.deliveries d
        where d.company_id = due.company_id and d.endpoint_id = due.id and d.state = 'HELD' and ${isFirstInLine}
        order by d.id limit 1
      ) probe on true
    ),
    marked as (
      update webhooks.endpoints e
      set breaker_open_until = case when not a.is_idle then ${until}::timestamptz end,
          breaker_probe = case when not a.is_idle then coalesce(a.probe, e.breaker_probe) end,
          settle_until = case when a.is_idle then ${after(now, settleMs)}::timestamptz else e.settle_until end,
          settle_anew = not a.is_idle and e.settle_anew
      from asked a where e.company_id = a.company_id and e.id = a.endpoint_id
    ),
    forgotten as (
      update webhooks.endpoint_health h set window_attempts = 0, window_failures = 0
      from asked a where a.is_idle and h.company_id = a.company_id and h.endpoint_id = a.endpoint_id
    )
    update webhooks.deliveries d
    set state = case when d.attempts > 0 then 'RETRYING' else 'PENDING' end, available_at = ${now}
    from asked a where d.company_id = a.company_id and d.id = a.probe and d.state = 'HELD'
  `.execute(conn)
  return Number(numAffectedRows ?? 0n)
}
