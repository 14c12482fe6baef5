import assert from 'node:assert/strict'
import type { Principal } from '#kernel/actor'
import { newId } from '#kernel/id'
import { after } from '#kernel/time'
import type { Database, Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { type AlertMetrics, alertTopic, type Replayed, type Transport } from './alerts/alert.ts'
import {
  measureAlerts,
  supersedeRepeats,
  writeFiring,
  writeResolved,
} from './alerts/alert-store.ts'
import { replayDeadLetters } from './alerts/replay-dead-letters.ts'
import { endIncident } from './end-incident.ts'
import { fail } from './failures.ts'
import {
  type Incident,
  type IncidentFilter,
  type IncidentMetrics,
  type Notified,
  quietMs,
  type Severity,
  type Sighting,
  summaryMax,
} from './incident.ts'
import { type IncidentKey, isIncidentKey } from './keys.ts'
import { type SilenceInput, silenceIncident } from './silence-incident.ts'
import {
  findIncident,
  findSeverity,
  listIncidents,
  markResolved,
  measureIncidents,
  recordSighting,
} from './store.ts'

export type Incidents = {
  /**
   * A participant: the incident is written, deduplicated and counted in the transaction that saw the trouble. `id` is
   * only for an incident that was sent before it could be written.
   */
  notify(tx: Tx, sighting: Sighting, id?: string): Promise<Notified>
  /** A participant: the trouble is over. Returns false if no incident was open. */
  resolve(tx: Tx, end: IncidentEnd): Promise<boolean>
  /** A participant: the severity of the open incident. Undefined if none is open. */
  severityOf(
    tx: Tx,
    incident: Pick<IncidentEnd, 'key' | 'dedupeKey'>,
  ): Promise<Severity | undefined>
  /** Newest first. */
  list(filter: IncidentFilter, page: IncidentPage): Promise<Incident[]>
  get(id: string): Promise<Incident>
  /** Until then repeats send no alert. Zero minutes end the silence. */
  silence(actor: Principal, id: string, input: SilenceInput): Promise<Incident>
  /** A person ends an incident whose end the service cannot detect. */
  end(actor: Principal, id: string, note: string): Promise<Incident>
  metrics(): Promise<IncidentMetrics>
  alertMetrics(): Promise<AlertMetrics>
  /** Gives dead-lettered alerts another round of attempts. Two requests send nothing twice. */
  replayDeadLetters(actor: Principal, limit: number): Promise<Replayed>
}

export type IncidentEnd = {
  readonly key: IncidentKey
  readonly dedupeKey: string
  readonly now: Date
}
export type IncidentPage = { readonly before?: string; readonly limit: number }

type Deps = {
  readonly database: Database
  readonly now: () => Date
  /** The receivers of alerts. Without any, incidents are only listed. */
  readonly transports?: readonly Transport[]
}

export function createIncidents({ database, now, transports = [] }: Deps): Incidents {
  const names = transports.map(({ name }) => name)
  return {
    notify: async (tx, sighting, id = newId('inc', sighting.now)) => {
      assert(isIncidentKey(sighting.key), `${sighting.key} is no known incident key`)
      const summary = sighting.summary.slice(0, summaryMax)
      const quietSince = after(sighting.now, -quietMs)
      const notified = await recordSighting(tx, id, { ...sighting, summary }, quietSince)
      if (notified.isNotice && names.length > 0) {
        await writeFiring(tx, notified.id, names, sighting.now)
        ringAfterCommit(tx, alertTopic)
      }
      return notified
    },
    resolve: async (tx, { key, dedupeKey, now: at }) => {
      const endedId = await markResolved(tx, key, dedupeKey, at)
      if (endedId === undefined) return false
      if (names.length > 0) {
        await supersedeRepeats(tx, endedId, at)
        await writeResolved(tx, endedId, names, at)
        ringAfterCommit(tx, alertTopic)
      }
      return true
    },
    severityOf: (tx, { key, dedupeKey }) => findSeverity(tx, key, dedupeKey),
    list: (filter, page) => listIncidents(database.pool, filter, page),
    get: async (id) => {
      const incident = await findIncident(database.pool, id)
      if (!incident) throw fail('incident_not_found', { incidentId: id })
      return incident
    },
    silence: (actor, id, input) => silenceIncident({ database, now }, actor, id, input),
    end: (actor, id, note) => endIncident({ database, now, transports }, actor, id, note),
    metrics: () => measureIncidents(database.pool, now()),
    alertMetrics: () => measureAlerts(database.pool, now()),
    replayDeadLetters: (actor, limit) =>
      replayDeadLetters({ database, now, transports }, actor, limit),
  }
}
