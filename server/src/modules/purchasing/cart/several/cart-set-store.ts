import assert from 'node:assert/strict'
import type { Id } from '#kernel/id'
import { type Conn, sql, type Tx } from '#platform/db'
import type { CartOwner } from '../cart.ts'
import type { NewCart } from '../store.ts'
import type { CartRow } from '../tables.ts'

/** A cart in the list of its owner's carts. */
export type CartSummary = CartRow

type HeldCart = Pick<
  CartRow,
  | 'id'
  | 'company_id'
  | 'owner_id'
  | 'name'
  | 'line_count'
  | 'snapshot_version'
  | 'checkout_id'
  | 'checkout_state'
>

/** All carts of the owner, the active one and the others. */
export function isOfOwner({ companyId, ownerId }: CartOwner) {
  return sql`t.company_id = ${companyId} and (t.owner_id = ${ownerId} or t.inactive_owner_id = ${ownerId})`
}

export async function countCarts(conn: Conn, owner: CartOwner): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from cart.carts t where ${isOfOwner(owner)}
  `.execute(conn)
  return rows[0]?.count ?? 0
}

/**
 * Holds the owner's carts until the transaction ends, in the order of their ids. A cart that became active or inactive
 * while the statement waited is among them, with its present values.
 */
export async function holdCarts(tx: Tx, owner: CartOwner): Promise<readonly HeldCart[]> {
  const { rows } = await sql<HeldCart>`
    select t.id, t.company_id, t.owner_id, t.name, t.line_count, t.snapshot_version, t.checkout_id, t.checkout_state
    from cart.carts t
    where ${isOfOwner(owner)} order by t.id for update
  `.execute(tx)
  return rows
}

export async function insertInactiveCart(tx: Tx, cart: NewCart): Promise<void> {
  const { owner, id, currency, country, name, unitId, now } = cart
  await sql`
    insert into cart.carts
      (company_id, id, inactive_owner_id, snapshot_version, line_count, currency, country, name, unit_id, created_at, changed_at)
    values (${owner.companyId}, ${id}, ${owner.ownerId}, 1, 0, ${currency}, ${country}, ${name}, ${unitId ?? null}, ${now}, ${now})
  `.execute(tx)
}

/** The transaction holds both carts. The present one goes first, because only one may have the owner. */
export async function markActive(
  tx: Tx,
  { companyId, ownerId }: CartOwner,
  active: HeldCart | undefined,
  cartId: string,
): Promise<void> {
  await sql`
    update cart.carts set owner_id = null, inactive_owner_id = ${ownerId}
    where company_id = ${companyId} and owner_id = ${ownerId}
  `.execute(tx)
  const { numAffectedRows } = await sql`
    update cart.carts
    set owner_id = ${ownerId}, inactive_owner_id = null,
        snapshot_version = greatest(snapshot_version, ${active?.snapshot_version ?? 0}::bigint) + 1
    where company_id = ${companyId} and id = ${cartId} and inactive_owner_id = ${ownerId}
  `.execute(tx)
  assert.equal(numAffectedRows, 1n, `the transaction holds cart ${cartId}`)
}

/** The transaction holds the cart. */
export async function markHandedOver(
  tx: Tx,
  { companyId, ownerId, cartId }: CartOwner,
  receiverId: string,
  now: Date,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update cart.carts
    set inactive_owner_id = ${receiverId}, changed_at = ${now}, snapshot_version = snapshot_version + 1
    where company_id = ${companyId} and id = ${cartId} and inactive_owner_id = ${ownerId}
  `.execute(tx)
  assert.equal(numAffectedRows, 1n, `the transaction holds cart ${cartId}`)
}

/** Its lines go with it. The transaction holds the cart. */
export async function deleteInactiveCart(
  tx: Tx,
  { companyId, ownerId }: CartOwner,
  cartId: string,
): Promise<void> {
  await sql`
    delete from cart.carts where company_id = ${companyId} and id = ${cartId} and inactive_owner_id = ${ownerId}
  `.execute(tx)
}

export async function getCartSummary(
  conn: Conn,
  companyId: Id<'co'>,
  cartId: string,
): Promise<CartSummary> {
  const { rows } = await sql<CartSummary>`
    select * from cart.carts where company_id = ${companyId} and id = ${cartId}
  `.execute(conn)
  const [row] = rows
  assert(row, `cart ${cartId} is held and must exist`)
  return row
}
