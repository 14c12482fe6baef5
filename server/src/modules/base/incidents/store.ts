import { sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'
import type {
  Incident,
  IncidentFilter,
  IncidentMetrics,
  Notified,
  Severity,
  Sighting,
  Silence,
} from './incident.ts'
import type { IncidentKey } from './keys.ts'
import { type IncidentRow, tables } from './tables.ts'

const rankOf = (row: 'excluded' | 'open') =>
  sql`array_position(array['info', 'warning', 'critical'], ${sql.ref(`${row}.severity`)})`

/**
 * Opens the incident, or counts one more sighting of the open one. The sighting is a notice if the last notice is
 * old and nobody silenced the incident, or if this one is worse than all before it. A single statement on `incidents_open_once`: simultaneous
 * sightings make one row, and exactly one of them is a notice.
 */
export async function recordSighting(
  tx: Tx,
  id: string,
  { key, severity, summary, details, dedupeKey, companyId, now }: Sighting,
  quietSince: Date,
): Promise<Notified> {
  const isWorse = sql`${rankOf('excluded')} > ${rankOf('open')}`
  const isLoud = sql`(open.silenced_until is null or open.silenced_until <= ${now})`
  const isNotice = sql`((open.noticed_at <= ${quietSince} and ${isLoud}) or ${isWorse})`
  const { rows } = await sql<{ id: string; is_notice: boolean }>`
    insert into incidents.incidents as open
      (id, key, dedupe_key, severity, status, summary, details, concerned_company,
       occurrences, fired_at, last_seen_at, noticed_at, notices, noticed_occurrence)
    values
      (${id}, ${key}, ${dedupeKey}, ${severity}, 'firing', ${summary}, ${JSON.stringify(details)}::jsonb,
       ${companyId ?? null}, 1, ${now}, ${now}, ${now}, 1, 1)
    on conflict (key, dedupe_key) where status = 'firing' do update set
      occurrences = open.occurrences + 1,
      last_seen_at = greatest(open.last_seen_at, excluded.last_seen_at),
      severity = case when ${isWorse} then excluded.severity else open.severity end,
      summary = excluded.summary,
      details = excluded.details,
      notices = open.notices + case when ${isNotice} then 1 else 0 end,
      noticed_occurrence = case when ${isNotice}
        then open.occurrences + 1 else open.noticed_occurrence end,
      noticed_at = case when ${isNotice} then excluded.noticed_at else open.noticed_at end
    returning open.id, open.noticed_occurrence = open.occurrences as is_notice
  `.execute(tx)
  const [row] = rows
  if (!row) throw new Error('an upsert returned no row')
  return { id: row.id, isNotice: row.is_notice }
}

/** Returns the id of the incident that ended. Undefined if none was open. */
export async function markResolved(
  tx: Tx,
  key: string,
  dedupeKey: string,
  now: Date,
): Promise<string | undefined> {
  const ended = await tables(tx)
    .updateTable('incidents.incidents')
    .set({ status: 'resolved', resolved_at: now })
    .where('key', '=', key)
    .where('dedupe_key', '=', dedupeKey)
    .where('status', '=', sql.lit('firing'))
    .returning('id')
    .executeTakeFirst()
  return ended?.id
}

/** Undefined if no open incident has this id. */
export async function markEndedByHand(
  tx: Tx,
  id: string,
  { by, note, now }: { readonly by: string; readonly note: string; readonly now: Date },
): Promise<Incident | undefined> {
  const ended = await tables(tx)
    .updateTable('incidents.incidents')
    .set({ status: 'resolved', resolved_at: now, resolved_by: by, resolved_note: note })
    .where('id', '=', id)
    .where('status', '=', sql.lit('firing'))
    .returningAll()
    .executeTakeFirst()
  return ended && toIncident(ended)
}

/** Undefined if no open incident has this id. */
export async function markSilenced(
  tx: Tx,
  id: string,
  { until, by, note }: Silence,
): Promise<Incident | undefined> {
  const silenced = await tables(tx)
    .updateTable('incidents.incidents')
    .set({ silenced_until: until, silenced_by: by, silenced_note: note })
    .where('id', '=', id)
    .where('status', '=', sql.lit('firing'))
    .returningAll()
    .executeTakeFirst()
  return silenced && toIncident(silenced)
}

export async function findIncident(conn: Conn, id: string): Promise<Incident | undefined> {
  const row = await tables(conn)
    .selectFrom('incidents.incidents')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toIncident(row)
}

/** The severity of the open incident. `incidents_open_once` answers. */
export async function findSeverity(
  tx: Tx,
  key: string,
  dedupeKey: string,
): Promise<Severity | undefined> {
  const row = await tables(tx)
    .selectFrom('incidents.incidents')
    .select('severity')
    .where('key', '=', key)
    .where('dedupe_key', '=', dedupeKey)
    .where('status', '=', sql.lit('firing'))
    .executeTakeFirst()
  return row && (row.severity as Severity)
}

/** Newest first: ids sort by time, so this uses the primary key. */
export async function listIncidents(
  conn: Conn,
  filter: IncidentFilter,
  page: { readonly before?: string; readonly limit: number },
): Promise<Incident[]> {
  const { key, status, severity } = filter
  const rows = await tables(conn)
    .selectFrom('incidents.incidents')
    .selectAll()
    .$if(key !== undefined, (query) => query.where('key', '=', key ?? ''))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .$if(severity !== undefined, (query) => query.where('severity', '=', severity ?? ''))
    .$if(page.before !== undefined, (query) => query.where('id', '<', page.before ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
  return rows.map(toIncident)
}

/** Counts open incidents. Uses the partial index. */
export async function measureIncidents(conn: Conn, now: Date): Promise<IncidentMetrics> {
  const { rows } = await sql<{ severity: Severity; open: number; oldest: Date }>`
    select severity, count(*) as open, min(fired_at) as oldest
    from incidents.incidents
    where status = 'firing'
    group by severity
  `.execute(conn)
  const openOf = (severity: Severity) => rows.find((row) => row.severity === severity)?.open ?? 0
  const oldest = Math.min(...rows.map((row) => row.oldest.getTime()))
  return {
    open: { info: openOf('info'), warning: openOf('warning'), critical: openOf('critical') },
    oldestFiringAgeSeconds:
      rows.length === 0 ? null : Math.max(0, Math.round((now.getTime() - oldest) / 1_000)),
  }
}

/** The schema's checks make the casts true. */
export function toIncident(row: IncidentRow): Incident {
  const facts = {
    id: row.id,
    key: row.key as IncidentKey,
    dedupeKey: row.dedupe_key,
    severity: row.severity as Severity,
    summary: row.summary,
    details: row.details as Record<string, unknown>,
    companyId: row.concerned_company ?? undefined,
    occurrences: row.occurrences,
    firedAt: row.fired_at,
    lastSeenAt: row.last_seen_at,
    noticedAt: row.noticed_at,
    notices: row.notices,
    silenced: silenceOf(row),
  }
  return row.resolved_at === null
    ? { ...facts, status: 'firing' }
    : {
        ...facts,
        status: 'resolved',
        resolvedAt: row.resolved_at,
        ended:
          row.resolved_by !== null && row.resolved_note !== null
            ? { by: row.resolved_by, note: row.resolved_note }
            : undefined,
      }
}

function silenceOf({
  silenced_until: until,
  silenced_by: by,
  silenced_note: note,
}: IncidentRow): Silence | undefined {
  return until && by !== null && note !== null ? { until, by, note } : undefined
}
