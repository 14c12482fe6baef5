import type { UnitRole } from '#kernel/actor'
import { type Conn, sql, type Tx } from '#platform/db'
import { tables } from '../tables.ts'

/** Undefined: the member belongs to no unit. */
export async function setUnitOfMember(
  tx: Tx,
  companyId: string,
  userId: string,
  unitId: string | undefined,
): Promise<void> {
  await tables(tx)
    .updateTable('identity.memberships')
    .set({ unit_id: unitId ?? null })
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .execute()
}

/** The members who belong to the unit or have a role for it, and the people who are invited to be such members. */
export async function countMembersOfUnit(
  conn: Conn,
  companyId: string,
  unitId: string,
  now: Date,
): Promise<number> {
  const namesUnit = sql`(unit_id = ${unitId} or unit_roles @> ${JSON.stringify([{ unitId }])}::jsonb)`
  // One statement: an invitation that is accepted meanwhile is seen as such, or as the member.
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from identity.memberships where company_id = ${companyId} and ${namesUnit})
      + (select count(*) from identity.invitations
         where company_id = ${companyId} and state = 'OPEN' and expires_at > ${now} and ${namesUnit}) as count
  `.execute(conn)
  return rows[0]?.count ?? 0
}

export async function setUnitRoles(
  tx: Tx,
  companyId: string,
  userId: string,
  unitRoles: readonly UnitRole[],
): Promise<void> {
  await tables(tx)
    .updateTable('identity.memberships')
    .set({ unit_roles: JSON.stringify(unitRoles) })
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .execute()
}

/** The id of the unit that a member belongs to. */
export async function findUnitOfMember(
  conn: Conn,
  companyId: string,
  userId: string,
): Promise<string | undefined> {
  const row = await tables(conn)
    .selectFrom('identity.memberships')
    .select('unit_id')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.unit_id ?? undefined
}
