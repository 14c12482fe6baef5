import { sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'
import type { TracedPart } from './cel/evaluate.ts'
import type { Outcome, Run, RunState, Step } from './run.ts'
import type { RunRow } from './tables.ts'

export type RunSearch = { readonly state?: RunState }
export type RunPage = { readonly before?: string; readonly limit: number }

/** Newest first. `runs_by_automation` answers. */
export async function listRuns(
  conn: Conn,
  companyId: string,
  automationId: string,
  { state }: RunSearch,
  { before, limit }: RunPage,
): Promise<Run[]> {
  const { rows } = await sql<RunRow>`
    select * from automations.runs
    where company_id = ${companyId} and automation_id = ${automationId}
      and (${state ?? null}::text is null or state = ${state ?? null})
      and (${before ?? null}::text is null or id < ${before ?? null})
    order by id desc limit ${limit}
  `.execute(conn)
  return rows.map(toRun)
}

export async function findRun(conn: Conn, companyId: string, id: string): Promise<Run | undefined> {
  const { rows } = await sql<RunRow>`
    select * from automations.runs where company_id = ${companyId} and id = ${id}
  `.execute(conn)
  return rows[0] && toRun(rows[0])
}

export async function listSteps(conn: Conn, companyId: string, runId: string): Promise<Step[]> {
  const { rows } = await sql<{ step_id: number; output: Record<string, unknown>; done_at: Date }>`
    select step_id, output, done_at from automations.steps
    where company_id = ${companyId} and run_id = ${runId} order by step_id
  `.execute(conn)
  return rows.map((row) => ({ stepId: row.step_id, output: row.output, doneAt: row.done_at }))
}

export async function countHeld(conn: Conn, companyId: string, automationId: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from automations.runs
    where company_id = ${companyId} and automation_id = ${automationId} and state = 'HELD'
  `.execute(conn)
  return rows[0]?.count ?? 0
}

/** Disabling a rule ends what waits for it, before the next claim. What is under way ends by itself. */
export async function cancelUnfinished(
  tx: Tx,
  companyId: string,
  automationId: string,
  reason: string,
  now: Date,
): Promise<void> {
  await sql`
    update automations.runs set state = 'CANCELLED', reason = ${reason}, finished_at = ${now}
    where company_id = ${companyId} and automation_id = ${automationId}
      and state in ('PENDING', 'RETRYING', 'HELD')
  `.execute(tx)
}

/** One after the other, as many in a minute as the rule may run. */
export async function releaseHeld(
  tx: Tx,
  companyId: string,
  automationId: string,
  perMinute: number,
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    with held as (
      select id, row_number() over (order by id) - 1 as n from automations.runs
      where company_id = ${companyId} and automation_id = ${automationId} and state = 'HELD'
        and reason in ('too_many_runs', 'rule_failing')
    )
    update automations.runs r
    set state = 'PENDING', reason = null, released_at = ${now},
        available_at = ${now}::timestamptz + held.n * (interval '1 minute' / ${perMinute}::int)
    from held where r.company_id = ${companyId} and r.id = held.id and r.state = 'HELD'
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export function toRun(row: RunRow): Run {
  return {
    id: row.id,
    companyId: row.company_id,
    automationId: row.automation_id,
    version: row.version,
    eventId: row.event_id,
    eventType: row.event_type,
    state: row.state as RunState,
    reason: row.reason ?? undefined,
    depth: row.depth,
    path: row.path,
    attempts: row.attempts,
    availableAt: row.available_at,
    createdAt: row.created_at,
    startedAt: row.started_at ?? undefined,
    releasedAt: row.released_at ?? undefined,
    finishedAt: row.finished_at ?? undefined,
    trace: (row.trace as readonly TracedPart[] | null) ?? undefined,
    lastError: row.last_error ?? undefined,
    outcome:
      row.outcome && row.outcome_by && row.outcome_at
        ? {
            outcome: row.outcome as Outcome,
            by: row.outcome_by,
            at: row.outcome_at,
            note: row.outcome_note ?? undefined,
          }
        : undefined,
  }
}
