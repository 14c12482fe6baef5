import assert from 'node:assert/strict'
import { newId } from '#kernel/id'
import { after } from '#kernel/time'
import type { Database, Tx } from '#platform/db'
import {
  type Incident,
  type IncidentFilter,
  type IncidentMetrics,
  type Notified,
  quietMs,
  type Sighting,
  summaryMax,
} from './incident.ts'
import { type IncidentKey, isIncidentKey } from './keys.ts'
import { listIncidents, markResolved, measureIncidents, recordSighting } from './store.ts'

export type Incidents = {
  /** Participant: written, deduplicated and counted in the transaction that saw the trouble. */
  notify(tx: Tx, sighting: Sighting): Promise<Notified>
  /** Participant: the trouble is over. Returns false when none was open. */
  resolve(tx: Tx, end: IncidentEnd): Promise<boolean>
  /** Newest first. */
  list(filter: IncidentFilter, page: IncidentPage): Promise<Incident[]>
  metrics(): Promise<IncidentMetrics>
}

export type IncidentEnd = {
  readonly key: IncidentKey
  readonly dedupeKey: string
  readonly now: Date
}
export type IncidentPage = { readonly before?: string; readonly limit: number }

type Deps = { readonly database: Database; readonly now: () => Date }

export function createIncidents({ database, now }: Deps): Incidents {
  return {
    notify: (tx, sighting) => {
      assert(isIncidentKey(sighting.key), `${sighting.key} is no known incident key`)
      const summary = sighting.summary.slice(0, summaryMax)
      const quietSince = after(sighting.now, -quietMs)
      return recordSighting(tx, newId('inc', sighting.now), { ...sighting, summary }, quietSince)
    },
    resolve: (tx, { key, dedupeKey, now: at }) => markResolved(tx, key, dedupeKey, at),
    list: (filter, page) => listIncidents(database.pool, filter, page),
    metrics: () => measureIncidents(database.pool, now()),
  }
}
