import { sql } from 'kysely'
import { type Conn, type Gathering, insertionOf, type Tx, writeBeforeCommit } from '#platform/db'
import { type AuditEntry, type EntryRow, toEntry } from './entry.ts'

/** Writes the entry, and the note that it is not in its chain yet, with the other writes at the end of the transaction. */
export function insertEntry(tx: Tx, entry: AuditEntry): void {
  writeBeforeCommit(tx, newEntries, [entry])
}

const newEntries: Gathering<AuditEntry> = {
  writes: (entries) => [
    {
      name: 'audited',
      statement: sql`
        ${insertionOf('platform.audit_entries', entries.map(newRowOf))} returning company_id, arrival, id`,
    },
    {
      name: 'unlinked',
      statement: sql`
        insert into platform.audit_pending (company_id, arrival, id)
        select company_id, arrival, id from audited`,
    },
  ],
}

function newRowOf(entry: AuditEntry) {
  return {
    company_id: entry.companyId,
    id: entry.id,
    occurred_at: entry.occurredAt,
    actor_kind: entry.actor?.kind ?? null,
    actor_id: entry.actor?.id ?? null,
    client_id: entry.actor?.clientId ?? null,
    session_id: entry.actor?.sessionId ?? null,
    action: entry.action,
    target_type: entry.target.type,
    target_id: entry.target.id,
    outcome: entry.outcome,
    details: entry.details,
    request_id: entry.requestId ?? null,
    address: entry.address ?? null,
    user_agent: entry.userAgent ?? null,
  }
}

export type AuditSearch = {
  /** Undefined means every company. Only operators may do this. */
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
 * Newest first. Each filter of a company has an index that ends with the id: `audit_entries_by_actor`, `_by_target`, `_by_action`.
 * Without a filter the primary key answers, and across companies `audit_entries_by_id`.
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
