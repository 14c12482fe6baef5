import { type Actor, ownerIdOf } from '#kernel/actor'
import { buyingUnitOf } from '#modules/structure'
import { type Conn, sql } from '#platform/db'
import { fail } from '../failures.ts'
import type { SearchRecord } from './search-record.ts'
import { findSearch } from './search-store.ts'

/** Throws `catalog.search_not_found`, also for a search that shows the prices of another unit than the actor's. */
export async function readSearch(
  conn: Conn,
  actor: Actor,
  searchId: string,
): Promise<SearchRecord> {
  const search = await findSearch(conn, actor.companyId, searchId)
  if (!search || !(await mayRead(conn, actor, search))) throw fail('search_not_found', { searchId })
  return search
}

async function mayRead(conn: Conn, actor: Actor, { ownerId, unitId }: SearchRecord) {
  if (unitId === undefined || ownerId === ownerIdOf(actor)) return true
  return (await buyingUnitOf(conn, actor)).unitId === unitId
}

/** The condition of `readSearch` for the searches `t` of a list. */
export async function readableSearches(conn: Conn, actor: Actor) {
  const { unitId = null } = await buyingUnitOf(conn, actor)
  return sql`t.company_id = ${actor.companyId}
    and (t.unit_id is null or t.unit_id = ${unitId} or t.owner_id = ${ownerIdOf(actor)})`
}
