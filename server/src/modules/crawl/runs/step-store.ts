import { sql, type Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { eventsTopic, offersTopic } from '../deps.ts'
import { addCounts, type FieldCounts } from '../extract/index.ts'
import { runEvents } from './event-table.ts'
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
 * its attempts and deaths count from here.
 */
export async function writeStep(tx: Tx, locked: Run, step: Step): Promise<void> {
  const { companyId, id, lastEvent } = locked
  const { events, end } = step
  const ending = end
    ? sql`, state = ${end.state}, ended_at = ${end.at}, failure = ${end.failure ?? null},
        awaiting_confirmation = false, lease_token = null, lease_until = null`
    : sql``
  await sql`
    with appended as (${runEvents.append(locked, events)})
    update crawl.runs
    set last_event = ${lastEvent + events.length}, requests = requests + ${step.requests ?? 0},
      bytes = bytes + ${step.bytes ?? 0}, offers = offers + ${step.offers ?? 0},
      offers_changed = offers_changed + ${step.offersChanged ?? 0},
      offers_shown = offers_shown + ${step.offersShown ?? 0},
      fields = ${JSON.stringify(addCounts(locked.fields, step.fields ?? {}))}::jsonb,
      started_at = coalesce(started_at, ${step.startedAt ?? null}),
      limit_reached = coalesce(${step.limitReached ?? null}, limit_reached),
      attempts = least(attempts, 1), deaths = 0 ${ending}
    where company_id = ${companyId} and id = ${id}
  `.execute(tx)
  if (events.length > 0) ringAfterCommit(tx, eventsTopic(locked))
  if (step.offers || end) ringAfterCommit(tx, offersTopic)
}
