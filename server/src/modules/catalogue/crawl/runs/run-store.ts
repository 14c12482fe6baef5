import { type Conn, sql, type Tx } from '#platform/db'
import { isFree, type Queue } from '#platform/leases'
import type { FieldCounts } from '../extract/index.ts'
import type { SourceKey } from '../sources/source.ts'
import { type Companies, ofCompanies } from '../sources/visible-to.ts'
import type { RunRow } from '../tables.ts'
import { neverDue, type Run, type RunKey, type RunState, type SeenRun } from './run.ts'

/** The run is the job. A worker that is lost leaves it to another one, which goes on with its open pages. */
export const runsQueue = {
  table: 'crawl.runs',
  key: ['company_id', 'id'],
  id: 'id',
  waiting: ['QUEUED'],
  working: 'RUNNING',
  lost: 'QUEUED',
  exhausted: 'FAILED',
  // A live worker renews it every five seconds.
  leaseSeconds: 30,
  attemptsMax: 10,
  poison: { is: 'set_aside', reasonColumn: 'failure' },
} as const satisfies Queue

export type NewRun = RunKey & {
  readonly source: SourceKey
  readonly awaitingConfirmation: boolean
  readonly requestedBy: string | undefined
  readonly requestingCompanyId: string | undefined
  readonly query: string | undefined
  readonly now: Date
}

/**
 * Inserts a run, unless the source has a live one: `runs_one_live` decides. Returns whether it did. Nothing is inserted for a source
 * that is paused or gone.
 */
export async function insertRun(tx: Tx, run: NewRun): Promise<boolean> {
  const { companyId, id, source, awaitingConfirmation: waits, now } = run
  const { numAffectedRows } = await sql`
    with numbered as (
      update crawl.sources set runs = runs + 1
      where company_id = ${companyId} and id = ${source.id} and state = 'ACTIVE' and not exists (
        select from crawl.runs
        where company_id = ${companyId} and source_id = ${source.id} and state in ('QUEUED', 'RUNNING'))
      returning company_id, id, runs
    )
    insert into crawl.runs (company_id, id, source_id, number, state, awaiting_confirmation, requested_by,
      requesting_company_id, query, available_at, dispatches, last_event, created_at)
    select company_id, ${id}, id, runs, 'QUEUED', ${waits}::boolean, ${run.requestedBy ?? null},
      ${run.requestingCompanyId ?? null}, ${run.query ?? null}, ${waits ? neverDue : now}::timestamptz,
      ${waits ? 0 : 1}::integer, 0, ${now}::timestamptz
    from numbered
    on conflict (company_id, source_id) where state in ('QUEUED', 'RUNNING') do nothing
  `.execute(tx)
  return numAffectedRows === 1n
}

type SeenRow = RunRow & { readonly source_name: string }

/** A run with the name of its source. */
const selectRuns = sql`
  select r.*,
    (select s.name from crawl.sources s where (s.company_id, s.id) = (r.company_id, r.source_id)) as source_name
  from crawl.runs r`

export async function findLiveRun(conn: Conn, source: SourceKey): Promise<SeenRun | undefined> {
  const { rows } = await sql<SeenRow>`
    ${selectRuns}
    where company_id = ${source.companyId} and source_id = ${source.id} and state in ('QUEUED', 'RUNNING')
  `.execute(conn)
  return rows[0] && toSeenRun(rows[0])
}

/** A run of any of these companies. */
export async function findRun(
  conn: Conn,
  companies: Companies,
  id: string,
): Promise<SeenRun | undefined> {
  const { rows } = await sql<SeenRow>`
    ${selectRuns} where ${ofCompanies(companies)} and id = ${id}
  `.execute(conn)
  return rows[0] && toSeenRun(rows[0])
}

/** Runs of any of these companies. */
export async function listRunsById(
  conn: Conn,
  companyIds: readonly string[],
  ids: readonly string[],
): Promise<Run[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<RunRow>`
    select * from crawl.runs where company_id = any(${[...companyIds]}) and id = any(${[...ids]})
  `.execute(conn)
  return rows.map(toRun)
}

export type RunFilter = {
  readonly sourceId: string | undefined
  readonly state: RunState | undefined
  readonly awaitingConfirmation?: boolean | undefined
  readonly before: string | undefined
  readonly limit: number
}

export async function listRuns(
  conn: Conn,
  companies: Companies,
  { sourceId, state, awaitingConfirmation, before, limit }: RunFilter,
): Promise<SeenRun[]> {
  const ofSource = sourceId === undefined ? sql`` : sql`and source_id = ${sourceId}`
  const inState = state === undefined ? sql`` : sql`and state = ${state}`
  const proposed =
    awaitingConfirmation === undefined
      ? sql``
      : sql`and awaiting_confirmation = ${awaitingConfirmation}`
  const { rows } = await sql<SeenRow>`
    ${selectRuns}
    where ${ofCompanies(companies)} and id < ${before ?? '~'} ${ofSource} ${inState} ${proposed}
    order by id desc limit ${limit}
  `.execute(conn)
  return rows.map(toSeenRun)
}

/** Gives a run that waits for a person to the workers. Of any number of confirmations one has an effect. */
export async function confirmWaiting(
  tx: Tx,
  { companyId, id }: RunKey,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update crawl.runs
    set awaiting_confirmation = false, available_at = ${now}, dispatches = dispatches + 1
    where company_id = ${companyId} and id = ${id} and state = 'QUEUED' and awaiting_confirmation
  `.execute(tx)
  return numAffectedRows === 1n
}

/**
 * Gives a run whose lease has ended to the workers at once. Otherwise the sweeper does it a few seconds later. A run whose worker
 * died, or may have died, is left to the sweeper, which counts the death.
 */
export async function redispatchLost(
  tx: Tx,
  { companyId, id }: RunKey,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update crawl.runs as job
    set state = 'QUEUED', available_at = ${now}, lease_token = null, lease_until = null,
      redispatches = redispatches + 1
    where company_id = ${companyId} and id = ${id} and state = 'RUNNING' and ${isFree(now)}
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Locks a live run. With a token, only if this worker still has it. Without the lock nothing of the run may be written. */
export async function lockLiveRun(
  tx: Tx,
  { companyId, id }: RunKey,
  leaseToken?: string,
): Promise<Run | undefined> {
  const isHeld = leaseToken === undefined ? sql`true` : sql`lease_token = ${leaseToken}`
  const { rows } = await sql<RunRow>`
    select * from crawl.runs
    where company_id = ${companyId} and id = ${id} and state in ('QUEUED', 'RUNNING') and ${isHeld}
    for update
  `.execute(tx)
  return rows[0] && toRun(rows[0])
}

/** An operator has released a run that was set aside. It goes on, so its streams do not end at its old end. */
export async function deleteEnd(tx: Tx, id: string): Promise<void> {
  await sql`
    /* across companies: an operator names the run */
    delete from crawl.events e using crawl.runs r
    where r.id = ${id} and (e.company_id, e.run_id, e.event) = (r.company_id, r.id, r.last_event)
      and e.kind = 'crawl.ended'
  `.execute(tx)
}

/** Counts that these runs were given to the workers again. */
export async function countRedispatched(tx: Tx, runs: readonly RunKey[]): Promise<void> {
  await sql`
    /* across companies: a lost worker had runs of several */
    update crawl.runs as r set redispatches = redispatches + 1
    from unnest(${runs.map(({ companyId }) => companyId)}::text[], ${runs.map(({ id }) => id)}::text[])
      as lost (company_id, id)
    where (r.company_id, r.id) = (lost.company_id, lost.id)
  `.execute(tx)
}

function toSeenRun(row: SeenRow): SeenRun {
  return { ...toRun(row), sourceName: row.source_name }
}

export function toRun(row: RunRow): Run {
  return {
    companyId: row.company_id,
    id: row.id,
    sourceId: row.source_id,
    number: row.number,
    state: row.state as RunState,
    awaitingConfirmation: row.awaiting_confirmation,
    requestedBy: row.requested_by ?? undefined,
    requestingCompanyId: row.requesting_company_id ?? undefined,
    query: row.query ?? undefined,
    dispatches: row.dispatches,
    redispatches: row.redispatches,
    lastEvent: row.last_event,
    requests: row.requests,
    bytes: row.bytes,
    offers: row.offers,
    offersChanged: row.offers_changed,
    offersShown: row.offers_shown,
    fields: row.fields as FieldCounts,
    limitReached: row.limit_reached ?? undefined,
    failure: row.failure ?? undefined,
    createdAt: row.created_at,
    startedAt: row.started_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
  }
}

export async function readBytes(conn: Conn, { companyId, id }: RunKey): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select bytes from crawl.runs where company_id = ${companyId} and id = ${id}
  `.execute(conn)
  return rows[0]?.bytes ?? 0
}
