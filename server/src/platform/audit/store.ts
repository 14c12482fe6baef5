import { sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'
import { type AuditEntry, type EntryRow, toEntry } from './entry.ts'

/** The entry, and the note that it is not in its chain yet. */
export async function insertEntry(tx: Tx, entry: AuditEntry): Promise<void> {
  const { actor } = entry
  await sql`
    with entry as (
      insert into platform.audit_entries
        (company_id, id, occurred_at, actor_kind, actor_id, client_id, session_id, action,
         target_type, target_id, outcome, details, request_id, address, user_agent)
      values
        (${entry.companyId}, ${entry.id}, ${entry.occurredAt}, ${actor?.kind ?? null},
         ${actor?.id ?? null}, ${actor?.clientId ?? null}, ${actor?.sessionId ?? null},
         ${entry.action}, ${entry.target.type}, ${entry.target.id}, ${entry.outcome},
         ${JSON.stringify(entry.details)}, ${entry.requestId ?? null}, ${entry.address ?? null},
         ${entry.userAgent ?? null})
      returning company_id, arrival, id
    )
    insert into platform.audit_pending (company_id, arrival, id)
    select company_id, arrival, id from entry
  `.execute(tx)
}

export type AuditSearch = {
  /** Undefined is every company, and for operators only. */
  readonly companyId: string | undefined
  readonly action?: string | undefined
  readonly actorId?: string | undefined
  readonly targetId?: string | undefined
  readonly outcome?: 'done' | 'refused' | undefined
  readonly since?: Date | undefined
  readonly until?: Date | undefined
}

export type AuditPage = { readonly before?: string | undefined; readonly limit: number }

/**
 * Newest first. Each filter of a company has an index that ends with the id: `audit_entries_by_actor`, `_by_target`,
 * `_by_action`; the primary key answers without one, and `audit_entries_by_id` across companies.
 */
export async function listEntries(
  conn: Conn,
  search: AuditSearch,
  page: AuditPage,
): Promise<AuditEntry[]> {
  const { companyId, action, actorId, targetId, outcome, since, until } = search
  const wanted = [
    companyId === undefined ? sql`true` : sql`company_id = ${companyId}`,
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(actorId === undefined ? [] : [sql`actor_id = ${actorId}`]),
    ...(targetId === undefined ? [] : [sql`target_id = ${targetId}`]),
    ...(outcome === undefined ? [] : [sql`outcome = ${outcome}`]),
    ...(since === undefined ? [] : [sql`occurred_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`occurred_at < ${until}`]),
    ...(page.before === undefined ? [] : [sql`id < ${page.before}`]),
  ]
  const { rows } = await sql<EntryRow>`
    /* across companies: only where an operator asks for all of them */
    select * from platform.audit_entries
    where ${sql.join(wanted, sql` and `)}
    order by id desc
    limit ${page.limit}
  `.execute(conn)
  return rows.map(toEntry)
}
