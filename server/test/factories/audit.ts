import { type Database, sql } from '#platform/db'

/**
 * The actions that a company's audit log tells of a person, an app or whatever else has this id, with their outcome
 * when it was a refusal. By name: entries of one instant have no order.
 */
export async function auditOf(
  { pool }: Pick<Database, 'pool'>,
  companyId: string,
  about: string,
): Promise<string[]> {
  const { rows } = await sql<{ action: string; outcome: string }>`
    select action, outcome from platform.audit_entries
    where company_id = ${companyId} and (target_id = ${about} or details ->> 'userId' = ${about})
  `.execute(pool)
  return rows
    .map(({ action, outcome }) => (outcome === 'refused' ? `${action} (refused)` : action))
    .sort()
}
