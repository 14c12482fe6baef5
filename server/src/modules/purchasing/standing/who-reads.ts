import { type Actor, lacksForCompany, ownerIdOf } from '#kernel/actor'
import { isOfUnits, unitsWithScope } from '#modules/structure'
import { type Conn, sql } from '#platform/db'
import { type Condition, ofCompany } from '#platform/lists'
import { isOwner, type StandingOrder } from './standing-order.ts'

/** The units whose standing orders the actor reads, beside the own ones. Undefined: the actor reads all of the company. */
async function unitsReadBy(conn: Conn, actor: Actor): Promise<readonly string[] | undefined> {
  if (!lacksForCompany(actor, 'orders:read')) return undefined
  return unitsWithScope(conn, actor, 'orders:read')
}

/** `readableBy` is the rule of lists. */
export async function mayRead(
  conn: Conn,
  actor: Actor,
  standingOrder: Pick<StandingOrder, 'ownerId' | 'unitId'>,
): Promise<boolean> {
  const unitIds = await unitsReadBy(conn, actor)
  if (!unitIds || isOwner(actor, standingOrder)) return true
  const { unitId } = standingOrder
  return unitId !== undefined && unitIds.includes(unitId)
}

/** The rule of `mayRead`, for the statement of the list. */
export async function readableBy(conn: Conn, actor: Actor): Promise<Condition> {
  const unitIds = await unitsReadBy(conn, actor)
  if (!unitIds) return ofCompany(actor)
  return sql`${ofCompany(actor)} and (t.owner_id = ${ownerIdOf(actor)} or ${isOfUnits(unitIds)})`
}
