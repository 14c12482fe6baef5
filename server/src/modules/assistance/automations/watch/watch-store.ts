import { type Conn, sql } from '#platform/db'
import type { AutomationState } from '../editing/automation.ts'
import type { Run, RunState } from '../running/run.ts'
import { type RunPage, type RunSearch, toRun } from '../running/run-store.ts'
import type { RunRow } from '../tables.ts'

/** A rule as operators see it: its company, its state, and the state of its runs. */
export type WatchedAutomation = {
  readonly id: string
  readonly companyId: string
  readonly name: string
  readonly state: AutomationState
  readonly eventType: string
  /** When it was paused because its runs failed. */
  readonly failingSince: Date | undefined
  readonly publishedVersion: number | undefined
  /** The draft has changes that do not run yet. */
  readonly hasDraft: boolean
  readonly held: number
  readonly deadLetters: number
  readonly lastRun:
    | { readonly id: string; readonly state: RunState; readonly createdAt: Date }
    | undefined
  readonly updatedAt: Date
}

export type WatchSearch = {
  /** HELD: automations with held runs. */
  readonly state?: AutomationState | 'HELD' | undefined
  readonly companyId?: string | undefined
  /** One automation alone. */
  readonly id?: string | undefined
  readonly before?: string | undefined
  readonly limit: number
}

type WatchRow = {
  id: string
  company_id: string
  name: string
  state: AutomationState
  event_type: string
  failing_since: Date | null
  published_version: number | null
  has_draft: boolean
  held: number
  dead: number
  last_run: { id: string; state: RunState; created_at: string } | null
  updated_at: Date
}

/** The company of the automation. Undefined if it does not exist or was deleted. */
export async function findCompanyOf(conn: Conn, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ company_id: string }>`
    /* across companies: an operator names it alone */
    select company_id from automations.automations where id = ${id} and state <> 'DELETED'
  `.execute(conn)
  return rows[0]?.company_id
}

/** Newest first. The page is cut before the runs of each rule are counted, each by its own index. */
export async function watchAutomations(
  conn: Conn,
  { state, companyId, id, before, limit }: WatchSearch,
): Promise<WatchedAutomation[]> {
  const heldOnly = state === 'HELD'
  const { rows } = await sql<WatchRow>`
    /* across companies: operators watch the whole service */
    with page as (
      select a.* from automations.automations a
      where a.state <> 'DELETED'
        ${state === undefined || heldOnly ? sql`` : sql`and a.state = ${state}`}
        ${companyId === undefined ? sql`` : sql`and a.company_id = ${companyId}`}
        ${id === undefined ? sql`` : sql`and a.id = ${id}`}
        ${before === undefined ? sql`` : sql`and a.id < ${before}`}
        ${
          heldOnly
            ? sql`and exists (select from automations.runs r where r.state = 'HELD'
          and r.company_id = a.company_id and r.automation_id = a.id)`
            : sql``
        }
      order by a.id desc
      limit ${limit}
    )
    select a.id, a.company_id, a.name, a.state, a.event_type, a.failing_since, a.published_version, a.updated_at,
      a.published_version is distinct from a.latest_version as has_draft,
      (select count(*) from automations.runs r where r.state = 'HELD'
        and r.company_id = a.company_id and r.automation_id = a.id) as held,
      (select count(*) from automations.runs r where r.state = 'DEAD_LETTERED' and r.outcome is null
        and r.company_id = a.company_id and r.automation_id = a.id) as dead,
      (select jsonb_build_object('id', r.id, 'state', r.state, 'created_at', r.created_at)
        from automations.runs r where r.company_id = a.company_id and r.automation_id = a.id
        order by r.id desc limit 1) as last_run
    from page a
    order by a.id desc
  `.execute(conn)
  return rows.map((row) => ({
    id: row.id,
    companyId: row.company_id,
    name: row.name,
    state: row.state,
    eventType: row.event_type,
    failingSince: row.failing_since ?? undefined,
    publishedVersion: row.published_version ?? undefined,
    hasDraft: row.has_draft,
    held: row.held,
    deadLetters: row.dead,
    lastRun: row.last_run
      ? {
          id: row.last_run.id,
          state: row.last_run.state,
          createdAt: new Date(row.last_run.created_at),
        }
      : undefined,
    updatedAt: row.updated_at,
  }))
}

/** How many runs of one state the search goes back. */
const recentMax = 10_000

/** Newest first: ids sort by time. Uses `runs_newest`. */
export async function listRecentRuns(
  conn: Conn,
  { state }: RunSearch,
  { before, limit }: RunPage,
): Promise<Run[]> {
  const { rows } = await sql<RunRow>`
    /* across companies: operators watch the whole service */
    select * from (
      select * from automations.runs
      where ${before ?? null}::text is null or id < ${before ?? null}
      order by id desc limit ${recentMax}
    ) as recent
    where ${state ?? null}::text is null or state = ${state ?? null}
    order by id desc limit ${limit}
  `.execute(conn)
  return rows.map(toRun)
}
