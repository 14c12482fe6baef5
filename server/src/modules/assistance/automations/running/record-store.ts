import { sql } from 'kysely'
import type { Tx } from '#platform/db'
import type { LoggedEvent } from '#platform/outbox'

export type Listening = {
  readonly companyId: string
  readonly automationId: string
  readonly version: number
  readonly eventType: string
  readonly activeSince: Date
  /** How many times the rule has been paused. */
  readonly pauses: number
}

/** The rules that may run for any of these events. Uses `automations_listening`. */
export async function listListening(tx: Tx, events: readonly LoggedEvent[]): Promise<Listening[]> {
  const companies = [...new Set(events.map(({ companyId }) => companyId))]
  const types = [...new Set(events.map(({ type }) => type))]
  const { rows } = await sql<{
    company_id: string
    id: string
    published_version: number
    event_type: string
    active_since: Date
    pauses: number
  }>`
    select company_id, id, published_version, event_type, active_since, pauses
    from automations.automations
    where company_id = any(${companies}) and event_type = any(${types}) and state = 'ACTIVE'
  `.execute(tx)
  return rows.map((row) => ({
    companyId: row.company_id,
    automationId: row.id,
    version: row.published_version,
    eventType: row.event_type,
    activeSince: row.active_since,
    pauses: row.pauses,
  }))
}

export type NewRun = {
  readonly companyId: string
  readonly id: string
  readonly automationId: string
  readonly version: number
  readonly eventId: string
  readonly eventType: string
  readonly depth: number
  readonly path: readonly string[]
  /** How many times the rule had been paused by then. */
  readonly pauses: number
  /** Why the run is refused. Undefined: it is not. */
  readonly refusal: string | undefined
}

export async function insertRuns(tx: Tx, runs: readonly NewRun[], now: Date): Promise<void> {
  const rows = runs.map((run) => ({
    company_id: run.companyId,
    id: run.id,
    automation_id: run.automationId,
    version: run.version,
    event_id: run.eventId,
    event_type: run.eventType,
    depth: run.depth,
    path: run.path,
    pauses: run.pauses,
    refusal: run.refusal ?? null,
  }))
  await sql`
    insert into automations.runs
      (company_id, id, automation_id, version, event_id, event_type, state, reason, depth, path, pauses,
       available_at, created_at, finished_at)
    select company_id, id, automation_id, version, event_id, event_type,
           case when refusal is null then 'PENDING' else 'REFUSED' end, refusal, depth, path, pauses,
           ${now}::timestamptz, ${now}::timestamptz, case when refusal is not null then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      company_id text, id text, automation_id text, version int, event_id text, event_type text, depth int,
      path text[], pauses int, refusal text)
    on conflict on constraint runs_once do nothing
  `.execute(tx)
}

export async function nameOf(tx: Tx, companyId: string, automationId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from automations.automations where company_id = ${companyId} and id = ${automationId}
  `.execute(tx)
  return rows[0]?.name ?? automationId
}
