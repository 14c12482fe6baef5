import assert from 'node:assert/strict'
import { lineKeyOf } from '#modules/orders/line-references'
import { sql, type Tx } from '#platform/db'
import type { Cart, CartLine } from '../cart.ts'
import { allocationsText, tiersText } from '../store.ts'

/**
 * Participant: adds the lines to a cart whose row the transaction holds, in one statement, and returns the cart as it
 * is then. The caller has checked the lock of a checkout, the limit and the products, and nobody can have changed them
 * since. The version of the cart rises by one for each line.
 */
export async function insertLines(
  tx: Tx,
  cart: Cart,
  lines: readonly CartLine[],
  now: Date,
): Promise<Cart> {
  if (lines.length === 0) return cart
  const { numAffectedRows } = await sql`
    with added as (
      insert into cart.items
        (company_id, cart_id, id, position, product_id, quantity, item_version,
         added_prices, added_currency, allocations, requested_date, address_id, line_key, added_at, changed_at)
      select ${cart.companyId}, ${cart.id}, a.id, ${cart.snapshotVersion}::bigint + a.place, a.product_id, a.quantity, 1,
             a.prices, a.currency, a.allocations, a.requested_date, a.address_id, a.line_key, ${now}::timestamptz, ${now}::timestamptz
      from unnest(
        ${lines.map(({ id }) => id)}::text[],
        ${lines.map(({ productId }) => productId)}::text[],
        ${lines.map(({ quantity }) => quantity)}::bigint[],
        ${lines.map(({ addedPrices }) => tiersText(addedPrices))}::jsonb[],
        ${lines.map(currencyOf)}::text[],
        ${lines.map(allocationsText)}::jsonb[],
        ${lines.map(({ requestedDate }) => requestedDate ?? null)}::date[],
        ${lines.map(({ addressId }) => addressId ?? null)}::text[],
        ${lines.map(lineKeyOf)}::text[]
      ) with ordinality
        as a(id, product_id, quantity, prices, currency, allocations, requested_date, address_id, line_key, place)
      returning id
    )
    update cart.carts
    set snapshot_version = snapshot_version + (select count(*) from added),
        line_count = line_count + (select count(*) from added), changed_at = ${now}
    where company_id = ${cart.companyId} and id = ${cart.id} and snapshot_version = ${cart.snapshotVersion}::bigint
  `.execute(tx)
  assert.equal(numAffectedRows, 1n, `the transaction holds cart ${cart.id}`)
  return {
    ...cart,
    snapshotVersion: cart.snapshotVersion + lines.length,
    lines: [...cart.lines, ...lines],
  }
}

function currencyOf({ addedPrices: [lowest] }: CartLine): string {
  assert(lowest, 'a product must have a list price')
  return lowest.unitPrice.currency
}
