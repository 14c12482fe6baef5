import { sql } from 'kysely'
import type { Tx } from '#platform/db'
import { claim, deathsUntilAlone, leaseFor } from '#platform/leases'
import type { Action } from '../editing/automation.ts'
import type { RunRow } from '../tables.ts'
import { concurrentMax, type Run, runQueue } from './run.ts'
import { toRun } from './run-store.ts'

/** A run that a worker has claimed, with what it must do. */
export type Claimed = {
  readonly run: Run
  readonly leaseToken: string
  readonly automationName: string
  readonly condition: string
  readonly actions: readonly Action[]
  readonly runsPerMinute: number
  /** The person who published the running version: the run acts in that person's name. */
  readonly publishedBy: string | undefined
  readonly sealedSecret: string | undefined
  /** Signs as well while the secret rotates. */
  readonly previousSealedSecret: string | undefined
  /** Why the run must not start: the kill switch works here, at the last moment. */
  readonly stopped: 'rule_paused' | 'rule_deleted' | 'rule_failing' | 'switched_off' | undefined
}

export type ClaimLimits = {
  readonly batchMax: number
  /** How many runs a company may have at once, in all processes. */
  readonly perCompanyMax?: number
  /** Companies to skip in this claim. */
  readonly without?: readonly string[]
  /** Claim one run that must be worked on alone, however many runs its company has. */
  readonly isAlone?: boolean
}

export type Claim = {
  readonly claimed: readonly Claimed[]
  /** Companies that use all their places now. */
  readonly crowded: readonly string[]
}

/**
 * Claims due runs, within the limit of each company. Claims of all processes run one at a time: each must see what
 * the others have claimed.
 */
export async function claimRuns(tx: Tx, now: Date, limits: ClaimLimits): Promise<Claim> {
  await sql`select pg_advisory_xact_lock(hashtext('automations.claim'))`.execute(tx)
  const { isAlone = false } = limits
  const { ids, crowded } = isAlone ? await chooseAlone(tx, now) : await chooseDue(tx, now, limits)
  if (ids.length === 0) return { claimed: [], crowded }
  const lease = leaseFor(runQueue, now)
  const queue = { ...runQueue, among: { column: 'id', values: ids } }
  const rows = await claim<RunRow>(tx, queue, lease, now, ids.length, { isAlone })
  return { claimed: await readPlans(tx, rows, lease.token, now), crowded }
}

/** How many due runs are considered at once: the company with most of them gets its turn, then the others. */
const lookedAtMax = 100

/** The oldest first, and for each company as many as it has places. */
async function chooseDue(
  tx: Tx,
  now: Date,
  { batchMax, perCompanyMax = concurrentMax, without = [] }: ClaimLimits,
): Promise<{ ids: string[]; crowded: string[] }> {
  const taken = await countUnderWay(tx)
  const isCrowded = (companyId: string) => (taken.get(companyId) ?? 0) >= perCompanyMax
  const full = [...taken.keys()].filter(isCrowded)
  const { rows } = await sql<{ company_id: string; id: string }>`
    /* across companies: a worker takes what is due, whoever it belongs to */
    select company_id, id from automations.runs
    where state in ('PENDING', 'RETRYING') and available_at <= ${now}
      and company_id <> all(${[...full, ...without]}::text[]) and deaths < ${sql.lit(deathsUntilAlone)}
    order by available_at, id
    limit ${lookedAtMax}
  `.execute(tx)
  const ids: string[] = []
  for (const { company_id: companyId, id } of rows) {
    if (ids.length === batchMax) break
    if (isCrowded(companyId)) continue
    taken.set(companyId, (taken.get(companyId) ?? 0) + 1)
    ids.push(id)
  }
  return { ids, crowded: [...taken.keys()].filter(isCrowded) }
}

/** Uses the small index `runs_after_deaths`. */
async function chooseAlone(tx: Tx, now: Date): Promise<{ ids: string[]; crowded: string[] }> {
  const { rows } = await sql<{ id: string }>`
    /* across companies: a worker takes what is due, whoever it belongs to */
    select id from automations.runs
    where deaths >= ${sql.lit(deathsUntilAlone)} and state in ('PENDING', 'RETRYING') and available_at <= ${now}
    order by available_at, id
    limit 1
  `.execute(tx)
  return { ids: rows.map(({ id }) => id), crowded: [] }
}

async function countUnderWay(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await sql<{ company_id: string; count: number }>`
    /* across companies: each has so many places */
    select company_id, count(*)::int as count from automations.runs where state = 'LEASED'
    group by company_id
  `.execute(tx)
  return new Map(rows.map((row) => [row.company_id, row.count]))
}

async function readPlans(
  tx: Tx,
  rows: readonly RunRow[],
  leaseToken: string,
  now: Date,
): Promise<Claimed[]> {
  const { rows: plans } = await sql<RunRow & PlanRow>`
    /* across companies: a worker takes what is due, whoever it belongs to */
    select r.*, a.name, a.state as automation_state, a.secret_sealed, v.condition,
           case when a.previous_secret_until > ${now} then a.previous_secret_sealed end as previous_secret_sealed,
           a.failing_since is not null as is_failing, v.actions, v.runs_per_minute, v.published_by,
           r.pauses < a.pauses as is_ended,
           exists (select from automations.switches s where s.scope in ('all', r.company_id)) as is_off
    from automations.runs r
    join automations.automations a on a.company_id = r.company_id and a.id = r.automation_id
    join automations.versions v
      on v.company_id = r.company_id and v.automation_id = r.automation_id and v.version = r.version
    where r.state = 'LEASED' and r.lease_token = ${leaseToken}
      and (r.company_id, r.id) in (
        select * from unnest(${rows.map((row) => row.company_id)}::text[], ${rows.map((row) => row.id)}::text[]))
  `.execute(tx)
  return plans.map((row) => ({
    run: toRun(row),
    leaseToken,
    automationName: row.name,
    condition: row.condition,
    actions: row.actions,
    runsPerMinute: row.runs_per_minute,
    publishedBy: row.published_by ?? undefined,
    sealedSecret: row.secret_sealed ?? undefined,
    previousSealedSecret: row.previous_secret_sealed ?? undefined,
    stopped: stoppedBy(row),
  }))
}

type PlanRow = {
  name: string
  automation_state: string
  secret_sealed: string | null
  previous_secret_sealed: string | null
  is_failing: boolean
  /** Null for a run from before this column existed. */
  is_ended: boolean | null
  condition: string
  actions: Action[]
  runs_per_minute: number
  published_by: string | null
  is_off: boolean
}

function stoppedBy({
  is_off,
  is_failing,
  is_ended,
  automation_state: state,
}: PlanRow): Claimed['stopped'] {
  if (state === 'DELETED') return 'rule_deleted'
  // The rule was paused, and may have been resumed since.
  if (is_ended) return 'rule_paused'
  if (is_failing) return 'rule_failing'
  if (state !== 'ACTIVE') return 'rule_paused'
  return is_off ? 'switched_off' : undefined
}

/** The decision about a run after an attempt. */
export type Verdict = {
  readonly state:
    | 'SUCCEEDED'
    | 'SKIPPED'
    | 'FAILED'
    | 'CANCELLED'
    | 'HELD'
    | 'RETRYING'
    | 'DEAD_LETTERED'
  readonly reason?: string | undefined
  readonly error?: string | undefined
  readonly availableAt?: Date | undefined
}

/** A replay that is given up again waits for another decision. */
const noOutcome = sql`, outcome = null, outcome_by = null, outcome_at = null, outcome_note = null`

/** Returns false if another worker has the lease now: its result counts. */
export async function settleRun(
  tx: Tx,
  { run, leaseToken }: Claimed,
  { state, reason, error, availableAt }: Verdict,
  now: Date,
): Promise<boolean> {
  const isOver = state !== 'HELD' && state !== 'RETRYING'
  const { numAffectedRows } = await sql`
    update automations.runs
    set state = ${state}, reason = ${reason ?? null}, last_error = coalesce(${error ?? null}, last_error),
        available_at = coalesce(${availableAt ?? null}::timestamptz, available_at),
        finished_at = ${isOver ? now : null}::timestamptz, lease_token = null, lease_until = null
        ${state === 'DEAD_LETTERED' ? noOutcome : sql``}
    where company_id = ${run.companyId} and id = ${run.id} and state = 'LEASED' and lease_token = ${leaseToken}
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Writes the result of the condition. */
export async function writeTrace(
  tx: Tx,
  { run, leaseToken }: Claimed,
  trace: unknown,
): Promise<void> {
  await sql`
    update automations.runs set trace = ${JSON.stringify(trace)}::jsonb
    where company_id = ${run.companyId} and id = ${run.id} and lease_token = ${leaseToken}
  `.execute(tx)
}

/**
 * Starts the actions, unless the rule has started its maximum of runs in the last minute. The rule's row is the
 * fence: of two simultaneous runs, one counts the other.
 */
export async function beginRun(tx: Tx, claimed: Claimed, now: Date): Promise<boolean> {
  const { run, runsPerMinute, leaseToken } = claimed
  await sql`
    select 1 from automations.automations
    where company_id = ${run.companyId} and id = ${run.automationId} for update
  `.execute(tx)
  const { numAffectedRows } = await sql`
    update automations.runs set started_at = ${now}
    where company_id = ${run.companyId} and id = ${run.id} and lease_token = ${leaseToken}
      and (released_at is not null or ${runsPerMinute} > (
        select count(*) from automations.runs s
        where s.company_id = ${run.companyId} and s.automation_id = ${run.automationId}
          and s.started_at > ${now}::timestamptz - interval '1 minute'))
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Returns false if the step was done before: its effect must not be written again. */
export async function insertStep(
  tx: Tx,
  { companyId, id }: Pick<Run, 'companyId' | 'id'>,
  stepId: number,
  output: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into automations.steps (company_id, run_id, step_id, output, done_at)
    values (${companyId}, ${id}, ${stepId}, ${JSON.stringify(output)}::jsonb, ${now})
    on conflict do nothing
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Writes the output of a step, which is known only when the step is done. */
export async function noteOutput(
  tx: Tx,
  { companyId, id }: Pick<Run, 'companyId' | 'id'>,
  stepId: number,
  output: Readonly<Record<string, unknown>>,
): Promise<void> {
  await sql`
    update automations.steps set output = ${JSON.stringify(output)}::jsonb
    where company_id = ${companyId} and run_id = ${id} and step_id = ${stepId}
  `.execute(tx)
}
