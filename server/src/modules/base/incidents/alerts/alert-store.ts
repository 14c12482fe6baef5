import { sql } from 'kysely'
import { newId } from '#kernel/id'
import { after, daysMs } from '#kernel/time'
import type { Conn, Tx } from '#platform/db'
import { claim, deathsUntilAlone, type Lease } from '#platform/leases'
import type { Severity } from '../incident.ts'
import type { DeliveryRow } from '../tables.ts'
import { type Alert, type AlertMetrics, alertQueue, type TransportName } from './alert.ts'

const idsFor = (names: readonly unknown[], now: Date) => names.map(() => newId('ina', now))

/** Writes the current notice of the incident: to the first transport, and to all transports if it is critical. */
export async function writeFiring(
  tx: Tx,
  incidentId: string,
  transports: readonly TransportName[],
  now: Date,
): Promise<void> {
  await sql`
    insert into incidents.deliveries
      (id, incident_id, transport, status, notice, severity, summary, details, occurred_at,
       state, queued_at, available_at)
    select alert.id, i.id, alert.transport, 'firing', i.notices, i.severity, i.summary, i.details,
           i.noticed_at, 'PENDING', ${now}, ${now}
    from incidents.incidents i
    cross join unnest(${idsFor(transports, now)}::text[], ${[...transports]}::text[])
      with ordinality as alert(id, transport, place)
    where i.id = ${incidentId} and (alert.place = 1 or i.severity = 'critical')
    on conflict on constraint deliveries_once do nothing
  `.execute(tx)
}

/**
 * Writes the end of an incident, for each transport that got the beginning. If a transport has not got it yet, the
 * worker that delivers the beginning adds the end: see `recordDelivered`.
 */
export async function writeResolved(
  tx: Tx,
  incidentId: string,
  transports: readonly TransportName[],
  now: Date,
): Promise<void> {
  await sql`
    insert into incidents.deliveries
      (id, incident_id, transport, status, notice, severity, summary, details, occurred_at,
       state, queued_at, available_at)
    select alert.id, i.id, alert.transport, 'resolved', beginning.notice, i.severity, i.summary,
           i.details, i.resolved_at, 'PENDING', ${now}, ${now}
    from incidents.incidents i
    cross join unnest(${idsFor(transports, now)}::text[], ${[...transports]}::text[])
      as alert(id, transport)
    cross join lateral (
      select max(d.notice) as notice from incidents.deliveries d
      where d.incident_id = i.id and d.transport = alert.transport
        and d.status = 'firing' and d.state = 'DELIVERED'
    ) as beginning
    where i.id = ${incidentId} and i.status = 'resolved' and beginning.notice is not null
    on conflict on constraint deliveries_once do nothing
  `.execute(tx)
}

/** Repeats that were not sent yet are useless if the beginning was delivered and the end follows. */
export async function supersedeRepeats(tx: Tx, incidentId: string, now: Date): Promise<void> {
  await sql`
    update incidents.deliveries repeat
    set state = 'SUPERSEDED', finished_at = ${now}
    where repeat.incident_id = ${incidentId} and repeat.status = 'firing'
      and repeat.state in ('PENDING', 'RETRYING')
      and exists (
        select from incidents.deliveries first
        where first.incident_id = repeat.incident_id and first.transport = repeat.transport
          and first.status = 'firing' and first.state = 'DELIVERED')
  `.execute(tx)
}

export async function claimAlerts(
  tx: Tx,
  transport: TransportName,
  lease: Lease,
  now: Date,
  batchMax: number,
  options: { readonly isAlone?: boolean } = {},
): Promise<Alert[]> {
  const queue = alertQueue(transport)
  const claimed = await claim<DeliveryRow>(tx, queue, lease, now, batchMax, options)
  if (claimed.length === 0) return []
  const { rows } = await sql<DueRow>`
    select d.*, i.key, i.dedupe_key, i.fired_at
    from incidents.deliveries d
    join incidents.incidents i on i.id = d.incident_id
    where d.id = any(${claimed.map(({ id }) => id)}::text[])
    order by d.id
  `.execute(tx)
  return rows.map(toAlert)
}

/** Takes the same lock as a resolution: of the two, the later one sees what the earlier one did. */
export async function isOver(tx: Tx, incidentId: string): Promise<boolean> {
  const { rows } = await sql<{ status: string }>`
    select status from incidents.incidents where id = ${incidentId} for share
  `.execute(tx)
  return rows[0]?.status === 'resolved'
}

/** Writes the same notices for the secondary transport. Only beginnings: it has not got them, so it needs no end. */
export async function writeEscalations(
  tx: Tx,
  deadIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    insert into incidents.deliveries
      (id, incident_id, transport, status, notice, severity, summary, details, occurred_at,
       state, queued_at, available_at)
    select next.id, d.incident_id, 'secondary', d.status, d.notice, d.severity, d.summary, d.details,
           d.occurred_at, 'PENDING', ${now}, ${now}
    from unnest(${[...deadIds]}::text[], ${idsFor(deadIds, now)}::text[]) as next(dead_id, id)
    join incidents.deliveries d on d.id = next.dead_id
    where d.transport = 'primary' and d.status = 'firing'
    on conflict on constraint deliveries_once do nothing
  `.execute(tx)
}

/** Counts alerts that the sweep gave up like those that an answer gave up. */
export async function countGivenUp(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await sql`
    update incidents.deliveries set given_up = given_up + 1, finished_at = ${now}
    where id = any(${[...ids]}::text[])
  `.execute(tx)
}

/** Alerts that were sent without the database are not sent again. The end goes to the same transports. */
export async function markDelivered(
  tx: Tx,
  incidentId: string,
  transports: readonly TransportName[],
  now: Date,
): Promise<void> {
  await sql`
    update incidents.deliveries set state = 'DELIVERED', finished_at = ${now}
    where incident_id = ${incidentId} and transport = any(${[...transports]}::text[])
      and status = 'firing' and state = 'PENDING'
  `.execute(tx)
}

/** Gives the oldest dead letters another round of attempts. Returns how many. */
export async function reviveDeadLetters(
  tx: Tx,
  transports: readonly TransportName[],
  limit: number,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with dead as materialized (
      select id from incidents.deliveries
      where state = 'DEAD_LETTER' and transport = any(${[...transports]}::text[])
      order by id
      limit ${limit}
      for update skip locked
    )
    update incidents.deliveries d
    set state = 'PENDING', attempts = 0, deaths = least(deaths, ${deathsUntilAlone}), queued_at = ${now}, available_at = ${now}, finished_at = null
    from dead
    where d.id = dead.id
    returning d.id
  `.execute(tx)
  return rows.map(({ id }) => id).sort()
}

export async function countDeadLetters(conn: Conn): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from incidents.deliveries where state = 'DEAD_LETTER'
  `.execute(conn)
  return rows[0]?.count ?? 0
}

export async function measureAlerts(conn: Conn, now: Date): Promise<AlertMetrics> {
  const { rows } = await sql<{
    pending: number
    oldest: Date | null
    dropped: number
    dead: number
    given_up: Date | null
    collapsed: number
  }>`
    select open.pending, open.oldest,
           (select coalesce(sum(given_up), 0)::bigint from incidents.deliveries where given_up > 0)
             as dropped,
           dead.dead, dead.given_up,
           (select count(*) from incidents.deliveries
            where state = 'COLLAPSED' and finished_at > ${after(now, -daysMs(1))}) as collapsed
    from (
      select count(*) as pending, min(queued_at) as oldest from incidents.deliveries
      where state in ('PENDING', 'RETRYING', 'SENDING')
    ) as open, (
      select count(*) as dead, min(coalesce(finished_at, queued_at)) as given_up from incidents.deliveries
      where state = 'DEAD_LETTER'
    ) as dead
  `.execute(conn)
  const { pending = 0, oldest = null, dropped = 0, dead = 0, collapsed = 0 } = rows[0] ?? {}
  const secondsSince = (instant: Date | null) =>
    instant ? Math.max(0, Math.round((now.getTime() - instant.getTime()) / 1_000)) : 0
  return {
    pending,
    oldestPendingAgeSeconds: secondsSince(oldest),
    permanentlyDropped: dropped,
    deadLettered: dead,
    oldestDeadLetterAgeSeconds: secondsSince(rows[0]?.given_up ?? null),
    collapsed,
  }
}

type DueRow = DeliveryRow & { key: string; dedupe_key: string; fired_at: Date }

/** The schema's checks make the casts true. */
function toAlert(row: DueRow): Alert {
  return {
    id: row.id,
    incidentId: row.incident_id,
    key: row.key,
    dedupeKey: row.dedupe_key,
    severity: row.severity as Severity,
    status: row.status as Alert['status'],
    summary: row.summary,
    details: row.details as Record<string, unknown>,
    occurredAt: row.occurred_at,
    firedAt: row.fired_at,
    queuedAt: row.queued_at,
    attempt: row.attempts,
    transport: row.transport as TransportName,
    givenUp: row.given_up,
  }
}
