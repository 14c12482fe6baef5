import { type Actor, lacksForCompany, type Scope } from '#kernel/actor'
import { isOfUnits, unitsWithScope } from '#modules/structure'
import { type Conn, sql } from '#platform/db'
import type { Condition } from '#platform/lists'
import type { Order } from './order.ts'

/** The orders that a person reaches: the own ones, and those of the units for which a role of the person has the scope. */
export type Reach = { readonly personId: string; readonly unitIds: readonly string[] }

/** Undefined: the actor reaches those of everybody in the company. */
export async function reachOf(conn: Conn, actor: Actor, scope: Scope): Promise<Reach | undefined> {
  if (!lacksForCompany(actor, scope)) return undefined
  return { personId: actor.id, unitIds: await unitsWithScope(conn, actor, scope) }
}

/** Whether an order is among those that somebody reaches. `isReached` is the rule of statements. */
export function reaches(
  reach: Reach | undefined,
  { placedBy, requestedBy, unitId }: Pick<Order, 'placedBy' | 'requestedBy' | 'unitId'>,
): boolean {
  if (!reach) return true
  const { personId, unitIds } = reach
  const isOwn = personId === placedBy || personId === requestedBy
  return isOwn || (unitId !== undefined && unitIds.includes(unitId))
}

/** The orders `t`, or those of another alias, that `reaches` lets the person reach. */
export function isReached({ personId, unitIds }: Reach, alias: 't' | 'o' = 't'): Condition {
  const of = sql.raw(alias)
  return sql`(${of}.placed_by = ${personId} or ${of}.requested_by = ${personId} or ${isOfUnits(unitIds, alias)})`
}

/** The condition that the rows `t` name an order that the actor reaches. Undefined: the actor reaches those of everybody in the company. */
export async function ofReachedOrders(
  conn: Conn,
  actor: Actor,
  scope: Scope,
): Promise<Condition | undefined> {
  const reach = await reachOf(conn, actor, scope)
  return (
    reach &&
    sql`exists (
      select 1 from orders.orders o
      where o.company_id = t.company_id and o.id = t.order_id and ${isReached(reach, 'o')})`
  )
}

/** Whether the actor may read this order of the own company. Reads nothing for those who read all of them. */
export async function reachesOrder(conn: Conn, actor: Actor, orderId: string): Promise<boolean> {
  const reach = await reachOf(conn, actor, 'orders:read')
  if (!reach) return true
  const { rows } = await sql`
    select 1 from orders.orders t
    where t.company_id = ${actor.companyId} and t.id = ${orderId} and ${isReached(reach)}
  `.execute(conn)
  return rows.length > 0
}
