import { sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'
import type { Outcome, Run } from './run.ts'
import { toRun } from './run-store.ts'
import type { RunRow } from './tables.ts'

/** What was given up and waits for a word, newest first. `runs_dead` answers. */
export async function listDeadLetters(
  conn: Conn,
  { before, limit }: { readonly before?: string; readonly limit: number },
): Promise<Run[]> {
  const { rows } = await sql<RunRow>`
    /* across companies: operators review all of them */
    select * from automations.runs
    where state = 'DEAD_LETTERED' and outcome is null
      and (${before ?? null}::text is null or id < ${before ?? null})
    order by id desc limit ${limit}
  `.execute(conn)
  return rows.map(toRun)
}

/** By an id that an operator names. */
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
 * Returns false where it is no dead letter any more, or has its outcome: asked twice, it is replayed once. What is done
 * of a replayed run is not done again.
 */
export async function recordOutcome(
  tx: Tx,
  { companyId, id }: Run,
  { outcome, by, note, now }: OutcomeRecord,
): Promise<boolean> {
  const isReplay = outcome === 'replayed'
  const { numAffectedRows } = await sql`
    update automations.runs
    set outcome = ${outcome}, outcome_by = ${by}, outcome_at = ${now}, outcome_note = ${note ?? null},
        state = ${isReplay ? 'PENDING' : 'DEAD_LETTERED'}, attempts = ${isReplay ? 0 : sql.ref('attempts')},
        available_at = ${now}, released_at = coalesce(released_at, ${now}::timestamptz),
        finished_at = ${isReplay ? null : sql.ref('finished_at')}
    where company_id = ${companyId} and id = ${id} and state = 'DEAD_LETTERED' and outcome is null
  `.execute(tx)
  return numAffectedRows === 1n
}

/** A replay that is given up again is a dead letter without an outcome. */
export async function forgetOutcomes(
  tx: Tx,
  rows: readonly { readonly companyId: string; readonly id: string }[],
): Promise<void> {
  await sql`
    update automations.runs r set outcome = null, outcome_by = null, outcome_at = null, outcome_note = null
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
