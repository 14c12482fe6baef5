import { sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'
import type { TracedPart } from '../cel/evaluate.ts'
import type { RunRow } from '../tables.ts'
import type { Outcome, Run, RunState, Step } from './run.ts'

export type RunSearch = { readonly state?: RunState }
export type RunPage = { readonly before?: string; readonly limit: number }

/** Newest first. Uses `runs_by_automation`. */
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
    select count(*) as count from automations.runs r
    where r.company_id = ${companyId} and r.automation_id = ${automationId} and r.state = 'HELD' and ${isNotEnded}
  `.execute(conn)
  return rows[0]?.count ?? 0
}

/**
 * Releases held runs one after the other, at the rate of the rule, behind those that were released before. The row of
 * the automation must be locked. Uses `runs_held`.
 */
export async function releaseHeld(
  tx: Tx,
  companyId: string,
  automationId: string,
  { perMinute, limit }: { readonly perMinute: number; readonly limit: number },
  now: Date,
): Promise<{ readonly released: number; readonly remaining: number }> {
  const { rows } = await sql<{ released: number }>`
    with held as materialized (
      select r.company_id, r.id, row_number() over (order by r.id) - 1 as n from (
        select r.company_id, r.id from automations.runs r
        where r.company_id = ${companyId} and r.automation_id = ${automationId} and r.state = 'HELD'
          and r.reason in ('too_many_runs', 'rule_failing') and ${isNotEnded}
        order by r.id limit ${limit} for update of r skip locked
      ) r
    ), pace as (
      select interval '1 minute' / ${perMinute}::int as step,
        greatest(${now}::timestamptz, released_until) as first
      from automations.automations where company_id = ${companyId} and id = ${automationId}
    ), gone as (
      update automations.runs r
      set state = 'PENDING', reason = null, attempts = 0, released_at = ${now},
        available_at = p.first + held.n * p.step
      from held, pace p where (r.company_id, r.id) = (held.company_id, held.id)
      returning r.id
    )
    update automations.automations
    set released_until = pace.first + (select count(*) from gone) * pace.step, flood_notified_at = null
    from pace where company_id = ${companyId} and id = ${automationId}
    returning (select count(*) from gone) as released
  `.execute(tx)
  const remaining = await countHeld(tx, companyId, automationId)
  return { released: rows[0]?.released ?? 0, remaining }
}

/** True for a run `r` that no pause of its rule has ended. */
const isNotEnded = sql`(r.pauses is null or r.pauses >= (
  select a.pauses from automations.automations a where a.company_id = r.company_id and a.id = r.automation_id))`

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
    decisions: (row.decisions as readonly DecisionJson[]).map(({ outcome, by, at, note }) => ({
      outcome,
      by,
      at: new Date(at),
      note,
    })),
  }
}

type DecisionJson = {
  readonly outcome: Outcome
  readonly by: string
  readonly at: string
  readonly note?: string
}
