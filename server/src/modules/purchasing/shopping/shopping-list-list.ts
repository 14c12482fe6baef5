import { Type } from 'typebox'
import { type Actor, may, ownerIdOf } from '#kernel/actor'
import { listNames } from '#modules/identity'
import { unitsOfMember } from '#modules/structure'
import { type Database, sql } from '#platform/db'
import { type Condition, defineList, filter, type List } from '#platform/lists'
import { countItems } from './item-store.ts'
import { toList } from './list-store.ts'
import { ListSummaryView, VisibilityName, viewSummary } from './shopping-schemas.ts'
import type { ListRow } from './tables.ts'

/** The shopping lists that the actor may read: their own, and those that others share with them. */
export function shoppingListList({ pool }: Database): List {
  return defineList({
    operationId: 'listShoppingLists',
    url: '/api/v1/lists',
    summary: 'List shopping lists',
    description:
      'Your own lists, those of your company, and those of your unit and the units above it. Administrators also see those of every other unit.',
    tags: ['Shopping lists'],
    config: { access: 'requester:read', operatorsToo: true },
    item: ListSummaryView,
    columns: ['id', 'name', 'visibility', 'unitId', 'ownerName', 'itemCount', 'changedAt'],
    filters: {
      visibility: filter(VisibilityName, (visibility) => sql`t.visibility = ${visibility}`),
      ownerId: filter(
        Type.String({ maxLength: 64, description: 'The person or integration that keeps them.' }),
        (ownerId) => sql`t.owner_id = ${ownerId}`,
      ),
      unitId: filter(Type.String({ maxLength: 64 }), (unitId) => sql`t.unit_id = ${unitId}`),
      productId: filter(
        Type.String({ maxLength: 64, description: 'The lists with this product.' }),
        (productId) => sql`exists (
          select 1 from shopping.items i
          where i.company_id = t.company_id and i.list_id = t.id and i.product_id = ${productId})`,
      ),
    },
    from: sql`shopping.lists t`,
    scope: async ({ actor }) =>
      readableBy(actor, await unitsOfMember(pool, actor.companyId, actor.id)),
    identity: { 't.id': 'text' },
    sorts: {
      newest: { keys: { 't.id': 'text' }, direction: 'desc' },
      name: { keys: { 't.name': 'text', 't.id': 'text' }, direction: 'asc' },
    },
    writtenAt: 't.written_at',
    csv: { operationId: 'downloadShoppingLists', summary: 'Download shopping lists' },
    show: async (rows: readonly ListRow[]) => {
      const lists = rows.map(toList)
      const [first] = lists
      if (!first) return []
      const ids = lists.map(({ id }) => id)
      const counts = await countItems(pool, first.companyId, ids)
      const names = await listNames(pool, [...new Set(lists.map(({ ownerId }) => ownerId))])
      return lists.map((list) =>
        viewSummary(list, {
          ownerName: names.get(list.ownerId),
          itemCount: counts.get(list.id) ?? 0,
        }),
      )
    },
  })
}

/** The rule of `mayRead`, for the statement of the list. */
function readableBy(actor: Actor, units: ReadonlySet<string>): Condition {
  const readsAllUnits = may(actor, 'administer_company') || may(actor, 'act_for_every_company')
  const ofUnits = readsAllUnits ? sql`true` : sql`t.unit_id = any(${[...units]}::text[])`
  return sql`t.company_id = ${actor.companyId} and (t.owner_id = ${ownerIdOf(actor)}
    or t.visibility = 'COMPANY' or (t.visibility = 'UNIT' and ${ofUnits}))`
}
