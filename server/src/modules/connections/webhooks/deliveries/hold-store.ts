import { sql } from 'kysely'
import { after } from '#kernel/time'
import type { Conn, Tx } from '#platform/db'
import { settleMs } from '../endpoints/endpoint.ts'

/**
 * How many rows one change of an endpoint moves at once. The rest follows in the background: the worker holds or
 * cancels due rows, and the housekeeping releases or cancels held rows.
 */
const movedMax = 10_000

/** Holds the deliveries that wait for the endpoint. */
export async function holdWaiting(tx: Tx, companyId: string, endpointId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    with waiting as materialized (
      select company_id, id from webhooks.deliveries
      where company_id = ${companyId} and endpoint_id = ${endpointId} and state in ('PENDING', 'RETRYING')
      order by id limit ${movedMax} for update
    )
    update webhooks.deliveries d set state = 'HELD'
    from waiting w where (d.company_id, d.id) = (w.company_id, w.id)
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Makes held deliveries due at once, with a new round of attempts. */
export async function releaseHeld(
  tx: Tx,
  companyId: string,
  endpointId: string,
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    with held as materialized (
      select company_id, id from webhooks.deliveries
      where company_id = ${companyId} and endpoint_id = ${endpointId} and state = 'HELD'
      order by id limit ${movedMax} for update
    )
    update webhooks.deliveries d set state = 'PENDING', attempts = 0, available_at = ${now}
    from held where (d.company_id, d.id) = (held.company_id, held.id)
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Makes held deliveries due at once, and keeps the attempts that they have made: nobody gave them a new round. */
export async function resumeHeld(
  tx: Tx,
  companyId: string,
  endpointId: string,
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    with held as materialized (
      select company_id, id from webhooks.deliveries
      where company_id = ${companyId} and endpoint_id = ${endpointId} and state = 'HELD'
      order by id limit ${movedMax} for update
    )
    update webhooks.deliveries d
    set state = case when d.attempts > 0 then 'RETRYING' else 'PENDING' end, available_at = ${now}
    from held where (d.company_id, d.id) = (held.company_id, held.id)
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Endpoints that people paused, or that were disabled, stay as they are. Returns the ids of the others. */
export async function pauseForClosing(tx: Tx, companyId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update webhooks.endpoints set state = 'PAUSED', paused_by_closing = true, updated_at = ${now}
    where company_id = ${companyId} and state = 'ACTIVE'
    returning id
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** Endpoints whose breaker was open before keep it open: their held deliveries wait for a probe. */
export async function resumeAfterClosing(tx: Tx, companyId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string; is_left_alone: boolean }>`
    update webhooks.endpoints
    set state = 'ACTIVE', paused_by_closing = false, updated_at = ${now},
      settle_until = ${after(now, settleMs)}, settle_anew = false
    where company_id = ${companyId} and state = 'PAUSED' and paused_by_closing
    returning id, breaker_open_until is not null as is_left_alone
  `.execute(tx)
  return rows.filter(({ is_left_alone: isLeftAlone }) => !isLeftAlone).map(({ id }) => id)
}

/** Cancels the unfinished deliveries of an endpoint that is being deleted. */
export async function cancelUnfinished(
  tx: Tx,
  companyId: string,
  endpointId: string,
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    with unfinished as materialized (
      select company_id, id from webhooks.deliveries
      where company_id = ${companyId} and endpoint_id = ${endpointId} and state in ('PENDING', 'RETRYING', 'HELD')
      order by id limit ${movedMax} for update
    )
    update webhooks.deliveries d set state = 'CANCELLED', finished_at = ${now}
    from unfinished u where (d.company_id, d.id) = (u.company_id, u.id)
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/**
 * Settles held deliveries whose endpoint changed. If the endpoint is active (it was enabled while the row was
 * written, or there were too many rows to release at once), they become due. If it was deleted, they are cancelled.
 * Only endpoints that were released or deleted a moment ago are checked, for as long as they have held rows: the
 * other endpoints may have very many. As in `releaseHeld`, deliveries of an endpoint that somebody enabled or resumed
 * get a new round (`settle_anew`). The others keep the attempts that they have made.
 */
export async function settleHeld(conn: Conn, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    /* across companies: the housekeeping serves all of them */
    with asked as materialized (
      select company_id, id, state, settle_until, settle_anew as is_anew
      from webhooks.endpoints
      where settle_until is not null and (state = 'ACTIVE' and breaker_open_until is null or state = 'DELETED')
    ),
    stray as materialized (
      select d.company_id, d.id, a.id as endpoint_id, a.state, a.state = 'ACTIVE' and a.is_anew as is_anew
      from asked a
      cross join lateral (
        select company_id, id from webhooks.deliveries
        where company_id = a.company_id and endpoint_id = a.id and state = 'HELD'
        limit ${limit} for update skip locked
      ) d
      limit ${limit}
    ),
    settled as (
      update webhooks.endpoints e set settle_until = null
      from asked a
      where (e.company_id, e.id) = (a.company_id, a.id) and e.settle_until = a.settle_until
        and a.settle_until <= ${now} and (select count(*) from stray) < ${limit}
        and not exists (select from stray s where s.endpoint_id = a.id)
    )
    update webhooks.deliveries d
    set state = case when s.state <> 'ACTIVE' then 'CANCELLED'
                     when s.is_anew or d.attempts = 0 then 'PENDING' else 'RETRYING' end,
        attempts = case when s.is_anew then 0 else d.attempts end, available_at = ${now},
        finished_at = case when s.state = 'ACTIVE' then null else ${now}::timestamptz end
    from stray s where (d.company_id, d.id) = (s.company_id, s.id) and d.state = 'HELD'
  `.execute(conn)
  return Number(numAffectedRows ?? 0n)
}

/** Expires deliveries that were held for longer than the retention. `fromId` is the smallest id within it. */
export async function expireHeld(
  conn: Conn,
  fromId: string,
  now: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    /* across companies: the retention is the same for all of them */
    with old as materialized (
      select company_id, id from webhooks.deliveries
      where state = 'HELD' and id < ${fromId}
      order by id limit ${limit} for update skip locked
    )
    update webhooks.deliveries d set state = 'EXPIRED', finished_at = ${now}
    from old where (d.company_id, d.id) = (old.company_id, old.id)
  `.execute(conn)
  return Number(numAffectedRows ?? 0n)
}

/** Expires deliveries that still wait when their partition is about to be dropped. */
export async function expireWaiting(
  conn: Conn,
  fromId: string,
  now: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    /* across companies: the retention is the same for all of them */
    with old as materialized (
      select company_id, id from webhooks.deliveries
      where state in ('PENDING', 'RETRYING') and id < ${fromId}
      order by available_at, id limit ${limit} for update skip locked
    )
    update webhooks.deliveries d set state = 'EXPIRED', finished_at = ${now}
    from old where (d.company_id, d.id) = (old.company_id, old.id) and d.id < ${fromId}
  `.execute(conn)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes secrets that no longer sign. */
export async function forgetRotatedSecrets(conn: Conn, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    /* across companies: the housekeeping serves all of them */
    update webhooks.endpoints set previous_secret_sealed = null, previous_secret_until = null
    where previous_secret_until <= ${now}
  `.execute(conn)
  return Number(numAffectedRows ?? 0n)
}
