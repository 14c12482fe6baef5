import type { Id } from '#kernel/id'
import { type Conn, oneAfterTheOther, sql, type Tx } from '#platform/db'
import { type DeputyRow, tables } from '../tables.ts'
import type { Deputy, DeputyPage } from './deputy.ts'

/** The person who named the deputies. */
type Owner = { readonly companyId: string; readonly personId: string }

/** Counts the deputies that have not ended, and makes other transactions that count them wait. */
export async function countDeputiesLocked(
  tx: Tx,
  { companyId, personId }: Owner,
  now: Date,
): Promise<number> {
  await oneAfterTheOther(tx, `approvals.deputies ${companyId} ${personId}`)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from approvals.deputies
    where company_id = ${companyId} and person_id = ${personId} and ends_at > ${now}
  `.execute(tx)
  return rows[0]?.count ?? 0
}

export async function insertDeputy(
  tx: Tx,
  companyId: string,
  { id, personId, deputyId, startsAt, endsAt }: Deputy,
  now: Date,
): Promise<void> {
  await tables(tx)
    .insertInto('approvals.deputies')
    .values({
      company_id: companyId,
      id,
      person_id: personId,
      deputy_id: deputyId,
      starts_at: startsAt,
      ends_at: endsAt,
      created_at: now,
    })
    .execute()
}

export async function deleteDeputy(
  tx: Tx,
  { companyId, personId }: Owner,
  id: string,
): Promise<Deputy | undefined> {
  const row = await tables(tx)
    .deleteFrom('approvals.deputies')
    .where('company_id', '=', companyId)
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toDeputy(row)
}

/** The deputies that have not ended, the first to begin first. */
export async function listDeputies(
  conn: Conn,
  { companyId, personId }: Owner,
  now: Date,
  { after: place, limit }: DeputyPage,
): Promise<Deputy[]> {
  let query = tables(conn)
    .selectFrom('approvals.deputies')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('person_id', '=', personId)
    .where('ends_at', '>', now)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(limit)
  if (place) query = query.where(sql<boolean>`(starts_at, id) > (${place.startsAt}, ${place.id})`)
  return (await query.execute()).map(toDeputy)
}

/** The people for whom the person may decide now. */
export async function principalsOf(
  conn: Conn,
  companyId: string,
  deputyId: string,
  now: Date,
): Promise<string[]> {
  const rows = await tables(conn)
    .selectFrom('approvals.deputies')
    .select('person_id')
    .distinct()
    .where('company_id', '=', companyId)
    .where('deputy_id', '=', deputyId)
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .limit(1_000)
    .execute()
  return rows.map((row) => row.person_id)
}

function toDeputy(row: DeputyRow): Deputy {
  return {
    id: row.id as Id<'dep'>,
    personId: row.person_id,
    deputyId: row.deputy_id,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
  }
}
