import {
  type Actor,
  type Permission,
  type Scope,
  unitsOfPermission,
  unitsOfScope,
} from '#kernel/actor'
import type { Failure } from '#kernel/failure'
import { type Conn, sql } from '#platform/db'
import { fail } from '../failures.ts'
import { findUnit, listUnitsBelow } from './unit-store.ts'

/** The units for which a role of the person has the scope, and all units below them. Reads nothing for people without such a role. */
export async function unitsWithScope(
  conn: Conn,
  actor: Actor,
  scope: Scope,
): Promise<readonly string[]> {
  const unitIds = unitsOfScope(actor, scope)
  return unitIds.length === 0 ? [] : listUnitsBelow(conn, actor.companyId, unitIds)
}

/** The units for which a role of the person has the permission, and all units below them. Reads nothing for people without such a role. */
export async function unitsWithPermission(
  conn: Conn,
  actor: Actor,
  permission: Permission,
): Promise<readonly string[]> {
  const unitIds = unitsOfPermission(actor, permission)
  return unitIds.length === 0 ? [] : listUnitsBelow(conn, actor.companyId, unitIds)
}

/** The company that buys, and its unit for which it does. Undefined: the company as a whole. */
export type BuyingUnit = {
  readonly companyId: string
  readonly unitId: string | undefined
}

/**
 * The unit for which the actor buys, which decides prices and assortment, and which an order keeps: the one that the actor chose, or
 * the person's own. Who orders for some units only, belongs to none of them and chose none, buys for the first of them. Throws if the
 * actor cannot buy for the chosen unit.
 */
export async function buyingUnitOf(
  conn: Conn,
  actor: Actor,
  chosenId?: string,
): Promise<BuyingUnit> {
  const { companyId, unitId } = actor
  if (chosenId !== undefined) {
    const refusal = await refusalOfUnit(conn, actor, chosenId)
    if (refusal) throw refusal
    return { companyId, unitId: chosenId }
  }
  const [first] = unitsOfScope(actor, 'orders:write')
  if (first === undefined || unitId === first || actor.scopes.has('orders:write')) {
    return { companyId, unitId }
  }
  const unitIds = await unitsWithScope(conn, actor, 'orders:write')
  const isOwn = unitId !== undefined && unitIds.includes(unitId)
  return { companyId, unitId: isOwn ? unitId : first }
}

/** Why the actor cannot buy for the unit. Undefined: the actor can. */
export async function refusalOfUnit(
  conn: Conn,
  actor: Actor,
  unitId: string,
): Promise<Failure | undefined> {
  const unit = await findUnit(conn, actor.companyId, unitId)
  if (!unit || unit.endedAt) return fail('unit_unknown', { unitId })
  const reached = await unitsToBuyFor(conn, actor)
  const isReached = reached === undefined || reached.includes(unitId)
  return isReached ? undefined : fail('unit_not_allowed', { unitId })
}

/** The units for which a role of the actor orders. Undefined: all, because it orders for the whole company. */
export async function unitsToBuyFor(
  conn: Conn,
  actor: Actor,
): Promise<readonly string[] | undefined> {
  if (actor.scopes.has('orders:write')) return undefined
  return unitsWithScope(conn, actor, 'orders:write')
}

/** The condition that the rows `t`, or those of another alias, belong to one of the units. */
export const isOfUnits = (unitIds: readonly string[], alias: 't' | 'o' = 't') =>
  sql`${sql.raw(alias)}.unit_id = any(${[...unitIds]}::text[])`
