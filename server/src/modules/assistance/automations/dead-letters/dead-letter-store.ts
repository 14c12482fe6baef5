import { sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'
import { deathsUntilAlone } from '#platform/leases'
import type { LastingOutcome, Outcome, Run } from '../running/run.ts'
import { toRun } from '../running/run-store.ts'
import type { RunRow } from '../tables.ts'

export type DeadLetterPage = {
  /** Dead letters with this latest decision. Default: those without a decision. */
  readonly outcome?: LastingOutcome | undefined
  readonly before?: string | undefined
  readonly limit: number
}

/** Newest first. Uses `runs_dead` or `runs_reviewed`. */
export async function listDeadLetters(
  conn: Conn,
  { outcome, before, limit }: DeadLetterPage,
): Promise<Run[]> {
  const { rows } = await sql<RunRow>`
    /* across companies: operators review all of them */
    select * from automations.runs
    where state = 'DEAD_LETTERED'
      ${outcome === undefined ? sql`and outcome is null` : sql`and outcome is not null and outcome = ${outcome}`}
      ${before === undefined ? sql`` : sql`and id < ${before}`}
    order by id desc limit ${limit}
  `.execute(conn)
  return rows.map(toRun)
}

/** Finds a run by an id that an operator gives. */
export async function findAnyRun(conn: Conn, id: string): Promise<Run | undefined> {
  const { rows } = await sql<RunRow>`
    /* across companies: operators review all of them */
    select * from automations.runs where id = ${id}
  `.execute(conn)
  return rows[0] && toRun(rows[0])
}

export type OutcomeRecord = {
  readonly outcome: Outcome
  readonly by: string
  readonly note: string | undefined
  readonly now: Date
}

/**
 * Returns false if the run is no dead letter any more, or already has this outcome: two requests replay it once. A
 * deferred dead letter may still be replayed or handled manually. Steps of a replayed run that are done are not done
 * again. All decisions are kept.
 */
export async function recordOutcome(
  tx: Tx,
  { companyId, id }: Run,
  { outcome, by, note, now }: OutcomeRecord,
): Promise<boolean> {
  const isReplay = outcome === 'replayed'
  const decision = { outcome, by, at: now.toISOString(), ...(note !== undefined && { note }) }
  const { numAffectedRows } = await sql`
    update automations.runs r
    set decisions = decisions || ${JSON.stringify([decision])}::jsonb,
        outcome = ${outcome}, outcome_by = ${by}, outcome_at = ${now}, outcome_note = ${note ?? null},
        state = ${isReplay ? 'PENDING' : 'DEAD_LETTERED'}, attempts = ${isReplay ? 0 : sql.ref('attempts')},
        deaths = ${isReplay ? sql`least(deaths, ${deathsUntilAlone})` : 0},
        available_at = ${now}, released_at = coalesce(released_at, ${now}::timestamptz),
        finished_at = ${isReplay ? null : sql.ref('finished_at')}
        ${
          isReplay
            ? sql`, pauses = (select a.pauses from automations.automations a
          where a.company_id = r.company_id and a.id = r.automation_id)`
            : sql``
        }
    where company_id = ${companyId} and id = ${id} and state = 'DEAD_LETTERED'
      and (outcome is null or (outcome = 'intentionally_deferred' and outcome <> ${outcome}))
  `.execute(tx)
  return numAffectedRows === 1n
}

/**
 * Reopens dead letters that the sweep gave up. A replay that is given up again is a dead letter without an outcome.
 */
export async function openDeadLetters(
  tx: Tx,
  rows: readonly { readonly companyId: string; readonly id: string }[],
  now: Date,
): Promise<void> {
  await sql`
    update automations.runs r set finished_at = ${now}, outcome = null, outcome_by = null, outcome_at = null, outcome_note = null
    from unnest(${rows.map((row) => row.companyId)}::text[], ${rows.map((row) => row.id)}::text[]) as x(company_id, id)
    where (r.company_id, r.id) = (x.company_id, x.id) and r.state = 'DEAD_LETTERED'
  `.execute(tx)
}

export async function hasDeadLetters(
  tx: Tx,
  companyId: string,
  automationId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from automations.runs
    where company_id = ${companyId} and automation_id = ${automationId} and state = 'DEAD_LETTERED'
      and outcome is null
    limit 1
  `.execute(tx)
  return rows.length > 0
}
