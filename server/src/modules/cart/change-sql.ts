import { sql } from '#platform/db'
import type { CartOwner } from './cart.ts'

/** `no key update` is the lock that an update takes: it keeps no foreign key check waiting. */
export function held({ companyId, ownerId }: CartOwner) {
  return sql`held as materialized (
      select id, snapshot_version, line_count, currency, country, checkout_id, checkout_state
      from cart.carts
      where company_id = ${companyId} and owner_id = ${ownerId}
      for no key update
    )`
}

/** After the cart's row, never before it: one order of locks for everybody. */
export function heldItem({ companyId }: CartOwner, itemId: string) {
  return sql`held_item as materialized (
      select i.id, i.item_version
      from held join cart.items i on i.company_id = ${companyId} and i.cart_id = held.id and i.id = ${itemId}
      for no key update of i
    )`
}

/** The version as the statement began: read without the lock, so without waiting for it. */
export function begunVersion({ companyId, ownerId }: CartOwner) {
  return sql`(select snapshot_version from cart.carts
      where company_id = ${companyId} and owner_id = ${ownerId})`
}

/**
 * The lines as the statement found them, for a change that was made and had to wait for nobody: what was there before
 * and the change are what is there now, which saves reading the cart again. Null where another change came between.
 */
export function linesBefore(owner: CartOwner) {
  return sql`case when moved.snapshot_version = 1 + ${begunVersion(owner)} then ${linesFound(owner)} end as lines_before`
}

/** The lines of a cart that was taken without waiting for anybody. Null where a change came between. */
export function linesTaken(owner: CartOwner) {
  return sql`case when taken.snapshot_version = ${begunVersion(owner)} then ${linesFound(owner)} end as lines`
}

function linesFound({ companyId }: CartOwner) {
  return sql`coalesce(
      (select json_agg(json_build_object(
          'item_id', i.id, 'product_id', i.product_id, 'quantity', i.quantity, 'item_version', i.item_version,
          'added_prices', i.added_prices, 'added_currency', i.added_currency) order by i.position)
       from cart.items i
       where i.company_id = ${companyId} and i.cart_id = held.id), '[]')`
}
