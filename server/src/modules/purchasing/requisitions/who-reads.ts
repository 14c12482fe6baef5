import { type Actor, ownerIdOf } from '#kernel/actor'
import { isOfUnits, listUnitsBelow, unitsWithScope } from '#modules/structure'
import { type Conn, sql } from '#platform/db'
import type { Condition } from '#platform/lists'
import type { Requisition } from './requisition.ts'

/** The units for which the actor buys. Undefined: for the whole company. */
export type BoughtFor = readonly string[] | undefined

export async function boughtFor(conn: Conn, actor: Actor): Promise<BoughtFor> {
  return actor.scopes.has('payments:write')
    ? undefined
    : unitsWithScope(conn, actor, 'payments:write')
}

/** Buyers read what has been submitted, for the units for which they buy; everybody reads their own. `readableBy` is the rule of lists. */
export function mayRead(
  actor: Actor,
  { requesterId, state, unitId }: Pick<Requisition, 'requesterId' | 'state' | 'unitId'>,
  unitIds: BoughtFor,
): boolean {
  if (requesterId === ownerIdOf(actor)) return true
  return state !== 'DRAFT' && isBoughtFor({ unitId }, unitIds)
}

/** Whether the units have that of the requisition. The requester of one is a buyer of it only by this rule, too. */
export function isBoughtFor({ unitId }: Pick<Requisition, 'unitId'>, unitIds: BoughtFor): boolean {
  return !unitIds || (unitId !== undefined && unitIds.includes(unitId))
}

/** The rule of `mayRead`, for the statement of the list; with `unitId` only those of this unit and of the units below it. */
export async function readableBy(
  conn: Conn,
  actor: Actor,
  unitId: string | undefined,
): Promise<Condition> {
  const unitIds = await boughtFor(conn, actor)
  const ofUnits = unitIds ? isOfUnits(unitIds) : sql`true`
  const readable = sql`t.company_id = ${actor.companyId}
    and (t.requester_id = ${ownerIdOf(actor)} or (t.state <> 'DRAFT' and ${ofUnits}))`
  if (unitId === undefined) return readable
  const asked = await listUnitsBelow(conn, actor.companyId, [unitId])
  return sql`${readable} and ${isOfUnits(asked)}`
}
