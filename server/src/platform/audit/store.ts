import { sql } from 'kysely'
import type { Tx } from '#platform/db'
import type { AuditEntry } from './entry.ts'

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
