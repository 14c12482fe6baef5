import { sql } from 'kysely'
import { newId } from '#kernel/id'
import type { Tx } from '#platform/db'
import { type Severity, severities } from '../incident.ts'
import { recordSighting } from '../store.ts'
import type { TransportName } from './alert.ts'
import { writeFiring } from './alert-store.ts'
import { afterCalls, callsLeft } from './pace.ts'

/** Above this many due alerts, one summary replaces them: the calls of a minute would not suffice. */
const stormAt = 100
const collapsedMax = 10_000
const keysShown = 20

/** Locks the transport's row: claims of one transport run one at a time, so that its calls are counted once. */
export async function callsGranted(tx: Tx, transport: TransportName, now: Date) {
  const { rows } = await sql<{ next_at: Date }>`
    select next_at from incidents.transports where name = ${transport} for update
  `.execute(tx)
  const nextAt = rows[0]?.next_at ?? now
  return {
    calls: callsLeft(nextAt, now),
    take: async (calls: number) => {
      if (calls === 0) return
      await sql`
        update incidents.transports set next_at = ${afterCalls(nextAt, now, calls)}
        where name = ${transport}
      `.execute(tx)
    },
  }
}

/** Sends one notice for all due firing alerts, if they are too many to send each. Returns how many they were. */
export async function collapseStorm(tx: Tx, transport: TransportName, now: Date): Promise<number> {
  const counts = await collapse(tx, transport, now)
  const collapsed = counts.reduce((sum, { count }) => sum + count, 0)
  if (collapsed === 0) return 0
  const bySeverity = sumBy(counts, ({ severity }) => severity)
  const byKey = sumBy(counts, ({ key }) => key)
  const severity = severities.findLast((one) => bySeverity[one] !== undefined) ?? 'warning'
  const sighting = {
    key: 'incidents.alert-storm' as const,
    severity: severity as Severity,
    summary: `${collapsed} incident alerts at once: too many to send each. The list of incidents has them all.`,
    details: { collapsed, bySeverity, byKey: mostOf(byKey), list: 'GET /notifications/incidents' },
    dedupeKey: transport,
    now,
  }
  const { id } = await recordSighting(tx, newId('inc', now), sighting, now)
  await writeFiring(tx, id, [transport], now)
  return collapsed
}

type Count = { readonly key: string; readonly severity: Severity; readonly count: number }

/** Ends of incidents are never collapsed: every transport that got the beginning gets the end. */
async function collapse(tx: Tx, transport: TransportName, now: Date): Promise<readonly Count[]> {
  const { rows } = await sql<Count>`
    with due as materialized (
      select d.id, i.key from incidents.deliveries d
      join incidents.incidents i on i.id = d.incident_id
      where d.transport = ${transport} and d.state in ('PENDING', 'RETRYING')
        and d.available_at <= ${now} and d.status = 'firing' and i.key <> 'incidents.alert-storm'
      order by d.available_at, d.id
      limit ${collapsedMax}
      for update of d skip locked
    ), collapsed as (
      update incidents.deliveries d
      set state = 'COLLAPSED', finished_at = ${now}
      from due
      where d.id = due.id and (select count(*) from due) > ${stormAt}
      returning due.key, d.severity
    )
    select key, severity, count(*) as count from collapsed group by key, severity
  `.execute(tx)
  return rows
}

/** A storm is over if nothing was collapsed for this long. */
export async function quietStorms(tx: Tx, since: Date): Promise<string[]> {
  const { rows } = await sql<{ dedupe_key: string }>`
    select dedupe_key from incidents.incidents
    where key = 'incidents.alert-storm' and status = 'firing' and last_seen_at <= ${since}
  `.execute(tx)
  return rows.map((row) => row.dedupe_key)
}

function sumBy(counts: readonly Count[], of: (count: Count) => string): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const count of counts) sums[of(count)] = (sums[of(count)] ?? 0) + count.count
  return sums
}

function mostOf(sums: Readonly<Record<string, number>>): Record<string, number> {
  const sorted = Object.entries(sums).sort(([, a], [, b]) => b - a)
  return Object.fromEntries(sorted.slice(0, keysShown))
}
