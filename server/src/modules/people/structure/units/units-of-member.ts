import { findUnitOfMember } from '#modules/identity'
import { type Conn, sql } from '#platform/db'
import { levelsMax } from './tree.ts'

/** The unit that a member belongs to, with all units above it. Empty: to none. */
export async function unitsOfMember(
  conn: Conn,
  companyId: string,
  userId: string,
): Promise<ReadonlySet<string>> {
  const unitId = await findUnitOfMember(conn, companyId, userId)
  return unitId === undefined ? new Set() : unitsAbove(conn, companyId, unitId)
}

/** The unit of a purchase, with all units above it. A purchase without a unit counts for that of the person who needs it. */
export async function unitsOfPurchase(
  conn: Conn,
  companyId: string,
  { unitId, personId }: { readonly unitId: string | undefined; readonly personId: string },
): Promise<ReadonlySet<string>> {
  return unitId === undefined
    ? unitsOfMember(conn, companyId, personId)
    : unitsAbove(conn, companyId, unitId)
}

/** The unit, with all units above it. */
export async function unitsAbove(
  conn: Conn,
  companyId: string,
  unitId: string,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    with recursive line as (
      select id, parent_id, 1 as level from structure.units where company_id = ${companyId} and id = ${unitId}
      union all
      select u.id, u.parent_id, line.level + 1 from line
      join structure.units u on u.company_id = ${companyId} and u.id = line.parent_id
      where line.level < ${levelsMax}
    )
    select id from line
  `.execute(conn)
  return new Set(rows.map(({ id }) => id))
}
