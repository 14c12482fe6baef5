import { type Conn, sql, type Tx } from '#platform/db'
import { processDied } from '#platform/leases'
import type { StoredEvent, StreamKey } from '#platform/streams'
import { ringAfterCommit } from '#platform/wake'
import { eventsTopic, offersTopic } from '../deps.ts'
import { addCounts, type FieldCounts } from '../extract/index.ts'
import type { Run, RunEvent, RunState } from './run.ts'

/** What a step of a run adds to it. */
export type Step = {
  readonly events: readonly RunEvent[]
  readonly requests?: number
  readonly bytes?: number
  readonly offers?: number
  readonly offersChanged?: number
  readonly offersShown?: number
  /** The values that a page brought. */
  readonly fields?: FieldCounts | undefined
  /** It is the first step of the run. */
  readonly startedAt?: Date
  readonly limitReached?: string | undefined
  readonly end?: {
    readonly state: RunState
    readonly at: Date
    readonly failure: string | undefined
  }
}

/**
 * Writes a step of a locked run. A step is progress: a run that advances between the deaths of its workers does not kill them, so
 * its attempts and deaths count from here. A page that kills them counts its own. The end of a run that was set aside is no progress.
 */
export async function writeStep(tx: Tx, locked: Run, step: Step): Promise<void> {
  const { companyId, id, lastEvent } = locked
  const { events, end } = step
  const ending = end
    ? sql`, state = ${end.state}, ended_at = ${end.at}, failure = ${end.failure ?? null},
        awaiting_confirmation = false, lease_token = null, lease_until = null`
    : sql``
  const deaths = end?.failure === processDied ? sql`deaths` : sql`0`
  await sql`
    with appended as (
      insert into crawl.events (company_id, run_id, event, kind, products, data)
      select ${companyId}, ${id}, ${lastEvent}::integer + place, kind, products, data::json
      from unnest(${events.map(({ kind }) => kind)}::text[], ${events.map((one) => one.offers ?? 0)}::integer[],
        ${events.map(({ data }) => JSON.stringify(data))}::text[]) with ordinality as appended (kind, products, data, place)
    )
    update crawl.runs
    set last_event = ${lastEvent + events.length}, requests = requests + ${step.requests ?? 0},
      bytes = bytes + ${step.bytes ?? 0}, offers = offers + ${step.offers ?? 0},
      offers_changed = offers_changed + ${step.offersChanged ?? 0},
      offers_shown = offers_shown + ${step.offersShown ?? 0},
      fields = ${JSON.stringify(addCounts(locked.fields, step.fields ?? {}))}::jsonb,
      started_at = coalesce(started_at, ${step.startedAt ?? null}),
      limit_reached = coalesce(${step.limitReached ?? null}, limit_reached),
      attempts = least(attempts, 1), deaths = ${deaths} ${ending}
    where company_id = ${companyId} and id = ${id}
  `.execute(tx)
  if (events.length > 0) ringAfterCommit(tx, eventsTopic(locked))
  if (step.offers || end) ringAfterCommit(tx, offersTopic)
}

/** The next events after a given one, by the primary key. */
export async function listEventsAfter(
  conn: Conn,
  { companyId, id }: StreamKey,
  after: number,
  limit: number,
): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select event, kind, products, data::text as data from crawl.events
    where company_id = ${companyId} and run_id = ${id} and event > ${after}
    order by event limit ${limit}
  `.execute(conn)
  return rows
}

export async function listLastEvents(
  conn: Conn,
  runs: readonly StreamKey[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; last_event: number }>`
    select r.id, r.last_event from crawl.runs r
    join unnest(${runs.map(({ companyId }) => companyId)}::text[], ${runs.map(({ id }) => id)}::text[])
      as followed (company_id, id) on (r.company_id, r.id) = (followed.company_id, followed.id)
  `.execute(conn)
  return new Map(rows.map(({ id, last_event: lastEvent }) => [id, lastEvent]))
}
