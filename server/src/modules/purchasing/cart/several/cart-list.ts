import { Type } from 'typebox'
import { sql } from '#platform/db'
import { defineList, filter, type List } from '#platform/lists'
import { ownerOf } from '../cart.ts'
import { CartSummaryView, viewCartSummary } from './cart-set-schemas.ts'
import { type CartSummary, isOfOwner } from './cart-set-store.ts'

/** The carts of the actor. */
export const cartList: List = defineList({
  operationId: 'listCarts',
  url: '/api/v1/carts',
  summary: 'List carts of the caller',
  description: 'Your carts: the active one, and the others.',
  tags: ['Cart'],
  config: { access: 'requester:read' },
  item: CartSummaryView,
  columns: ['id', 'name', 'active', 'lineCount', 'currency', 'country', 'changedAt'],
  filters: {
    active: filter(
      Type.Boolean({ description: 'True: the active cart. False: the others.' }),
      (active) => sql`(t.owner_id is not null) = ${active}`,
    ),
  },
  from: sql`cart.carts t`,
  scope: async ({ actor }) => isOfOwner(ownerOf(actor)),
  identity: { 't.id': 'text' },
  sorts: { newest: { keys: { 't.id': 'text' }, direction: 'desc' } },
  show: async (rows: readonly CartSummary[]) => rows.map(viewCartSummary),
})
