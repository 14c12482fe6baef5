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

/** The company that buys, and its unit for which it does. Undefined: the company as a whole. */
export type BuyingUnit = {
  readonly companyId: string
  readonly unitId: string | undefined
}

/**
 * The unit for which the actor buys, which decides prices and assortment, and which an order keeps: the person's own. Who orders for
 * some units only, and belongs to none of them, buys for the first of them.
 */
export async function buyingUnitOf(conn: Conn, actor: Actor): Promise<BuyingUnit> {
  const { companyId, unitId } = actor
  const [first] = unitsOfScope(actor, 'orders:write')
  if (first === undefined || unitId === first || actor.scopes.has('orders:write')) {
    return { companyId, unitId }
  }
  const unitIds = await unitsWithScope(conn, actor, 'orders:write')
  const isOwn = unitId !== undefined && unitIds.includes(unitId)
  return { companyId, unitId: isOwn ? unitId : first }
}

/** The condition that the rows `t` belong to one of the units. */
export const isOfUnits = (unitIds: readonly string[]) =>
  sql`t.unit_id = any(${[...unitIds]}::text[])`
