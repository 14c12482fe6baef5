import type { Actor } from '#kernel/actor'
import { findUnitOfMember } from '#modules/identity'
import { type Conn, sql } from '#platform/db'
import { levelsMax } from './tree.ts'
import { listUnitsBelow } from './unit-store.ts'

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

/** The unit, with all units above it, the nearest first. */
export function unitsAbove(
  conn: Conn,
  companyId: string,
  unitId: string,
): Promise<ReadonlySet<string>> {
  return listUnitsAbove(conn, companyId, [unitId])
}

/** The units that serve or concern a person: the own unit and the units of the person's roles, all above them, and all below those of the roles. */
export async function unitsAround(
  conn: Conn,
  { companyId, unitId, unitRoles = [] }: Actor,
): Promise<ReadonlySet<string>> {
  const ofRoles = unitRoles.map((role) => role.unitId)
  const own = unitId === undefined ? ofRoles : [unitId, ...ofRoles]
  if (own.length === 0) return new Set()
  const above = await listUnitsAbove(conn, companyId, own)
  const below = ofRoles.length === 0 ? [] : await listUnitsBelow(conn, companyId, ofRoles)
  return new Set([...above, ...below])
}

async function listUnitsAbove(
  conn: Conn,
  companyId: string,
  unitIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const line = sql<{ id: string }>`${lineOfUnits(companyId, unitIds)} order by distance`
  const { rows } = await line.execute(conn)
  return new Set(rows.map(({ id }) => id))
}

/** Selects the `id` of each unit and of all units above it, with the `distance`: 1 for the unit itself. */
export function lineOfUnits(companyId: string, unitIds: readonly string[]) {
  return sql`
    with recursive line as (
      select id, parent_id, 1 as distance from structure.units where company_id = ${companyId} and id = any(${[...unitIds]}::text[])
      union all
      select u.id, u.parent_id, line.distance + 1 from line
      join structure.units u on u.company_id = ${companyId} and u.id = line.parent_id
      where line.distance < ${levelsMax}
    )
    select id, distance from line`
}
