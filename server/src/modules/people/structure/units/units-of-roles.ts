import { type Actor, type Scope, unitsOfScope } from '#kernel/actor'
import { type Conn, sql } from '#platform/db'
import { listUnitsBelow } from './unit-store.ts'

/** The units for which a role of the person has the scope, and all units below them. Reads nothing for people without such a role. */
export async function unitsWithScope(
  conn: Conn,
  actor: Actor,
  scope: Scope,
): Promise<readonly string[]> {
  const unitIds = unitsOfScope(actor, scope)
  return unitIds.length === 0 ? [] : listUnitsBelow(conn, actor.companyId, unitIds)
}

/**
 * The unit for which the actor orders: the person's own. Who orders for some units only, and belongs to none of them, orders for the
 * first of them.
 */
export async function unitToOrderFor(conn: Conn, actor: Actor): Promise<string | undefined> {
  if (actor.scopes.has('orders:write')) return actor.unitId
  const unitIds = await unitsWithScope(conn, actor, 'orders:write')
  if (actor.unitId !== undefined && unitIds.includes(actor.unitId)) return actor.unitId
  return unitsOfScope(actor, 'orders:write')[0]
}

/** The unit that serves the actor: the one for which the actor orders, or else the person's own. */
export async function unitToServe(conn: Conn, actor: Actor): Promise<string | undefined> {
  return (await unitToOrderFor(conn, actor)) ?? actor.unitId
}

/** The condition that the rows `t` belong to one of the units. */
export const isOfUnits = (unitIds: readonly string[]) =>
  sql`t.unit_id = any(${[...unitIds]}::text[])`
