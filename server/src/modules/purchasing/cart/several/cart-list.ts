import { Type } from 'typebox'
import { type Database, sql } from '#platform/db'
import { defineList, filter, type List, newestFirst } from '#platform/lists'
import { ownerOf } from '../cart.ts'
import { CartSummaryView, viewCartSummary } from './cart-set-schemas.ts'
import { type CartSummary, isOfOwner } from './cart-set-store.ts'
import { isSharedWith, listRights } from './share-store.ts'

/** The carts of the actor, and those that colleagues share with the actor. */
export function cartList({ pool }: Database): List {
  return defineList({
    operationId: 'listCarts',
    url: '/api/v1/carts',
    summary: 'List carts of the caller',
    description:
      'Your carts: the active one, and the others. Also the carts that colleagues share with you.',
    tags: ['Cart'],
    config: { access: 'requester:read' },
    item: CartSummaryView,
    columns: [
      'id',
      'name',
      'active',
      'right',
      'ownerId',
      'lineCount',
      'currency',
      'country',
      'changedAt',
    ],
    filters: {
      active: filter(
        Type.Boolean({ description: 'True: the active cart. False: the others.' }),
        (active, { actor }) => {
          const { ownerId } = ownerOf(actor)
          return sql`(t.owner_id is not distinct from ${ownerId}) = ${active}`
        },
      ),
    },
    from: sql`cart.carts t`,
    scope: async ({ actor }) => {
      const owner = ownerOf(actor)
      return sql`(${isOfOwner(owner)} or ${isSharedWith(owner)})`
    },
    identity: { 't.id': 'text' },
    sorts: newestFirst,
    writtenAt: 't.written_at',
    show: async (rows: readonly CartSummary[], { actor }) => {
      const ids = rows.map(({ id }) => id)
      const rights = await listRights(pool, ownerOf(actor), ids)
      return rows.map((row) => viewCartSummary(row, rights.get(row.id)))
    },
  })
}
