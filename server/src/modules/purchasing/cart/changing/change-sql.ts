import { sql } from '#platform/db'
import type { CartOwner } from '../cart.ts'
import { isTheCart } from '../store.ts'

/** `no key update` is the lock of an update: foreign key checks do not wait for it. */
export function lockedCart(owner: CartOwner) {
  return sql`held as materialized (
      select id, snapshot_version, line_count, currency, country, unit_id, checkout_id, checkout_state
      from cart.carts
      where ${isTheCart(owner)}
      for no key update
    )`
}

/** Locked after the cart's row, never before it: everybody takes locks in the same order. */
export function lockedItem({ companyId }: CartOwner, itemId: string) {
  return sql`held_item as materialized (
      select i.id, i.item_version
      from held join cart.items i on i.company_id = ${companyId} and i.cart_id = held.id and i.id = ${itemId}
      for no key update of i
    )`
}

/** The version when the statement began: read without the lock, and so without waiting for it. */
export function versionAtStart(owner: CartOwner) {
  return sql`(select snapshot_version from cart.carts
      where ${isTheCart(owner)})`
}

/**
 * The lines when the statement began, for a change that waited for nobody. These lines and the change give the current
 * lines, which saves reading the cart again. Null if another change came between.
 */
export function linesBefore(owner: CartOwner) {
  return sql`case when moved.snapshot_version = 1 + ${versionAtStart(owner)} then ${linesFound(owner)} end as lines_before`
}

/** The lines of a cart that was locked without waiting. Null if a change came between. */
export function linesTaken(owner: CartOwner) {
  return sql`case when taken.snapshot_version = ${versionAtStart(owner)} then ${linesFound(owner)} end as lines`
}

function linesFound({ companyId }: CartOwner) {
  return sql`coalesce(
      (select json_agg(json_build_object(
          'item_id', i.id, 'product_id', i.product_id, 'quantity', i.quantity, 'item_version', i.item_version,
          'added_prices', i.added_prices, 'added_currency', i.added_currency,
          'allocations', i.allocations, 'requested_date', i.requested_date, 'address_id', i.address_id) order by i.position)
       from cart.items i
       where i.company_id = ${companyId} and i.cart_id = held.id), '[]')`
}
