import assert from 'node:assert/strict'
import type { Id } from '#kernel/id'
import { unitPrice } from '#kernel/money'
import { numberOf, quantityOf } from '#kernel/quantity'
import {
  distinctionOf,
  type LineDistinction,
  readRequestedReferences,
} from '#modules/orders/line-references'
import { type Conn, sql, type Tx } from '#platform/db'
import type { Cart, CartLine, CartLock, CartOwner, PriceTier } from './cart.ts'
import type { CartRow, ItemRow } from './tables.ts'

type CartLineRow = Pick<
  CartRow,
  | 'id'
  | 'company_id'
  | 'snapshot_version'
  | 'currency'
  | 'country'
  | 'unit_id'
  | 'checkout_id'
  | 'checkout_state'
> & {
  [Column in keyof LineColumns]: LineColumns[Column] | null
}

export type LineColumns = Pick<
  ItemRow,
  | 'product_id'
  | 'quantity'
  | 'item_version'
  | 'added_prices'
  | 'added_currency'
  | 'allocations'
  | 'requested_date'
  | 'address_id'
> & { item_id: string }

/** The cart with its lines at one instant, in one statement. */
export async function findCart(conn: Conn, owner: CartOwner): Promise<Cart | undefined> {
  const { rows } = await sql<CartLineRow>`
    select c.id, c.company_id, c.snapshot_version, c.currency, c.country, c.unit_id, c.checkout_id, c.checkout_state,
           i.id as item_id, i.product_id, i.quantity, i.item_version,
           i.added_prices, i.added_currency, i.allocations, i.requested_date, i.address_id
    from cart.carts c
    left join cart.items i on i.company_id = c.company_id and i.cart_id = c.id
    where ${isTheCart(owner, 'c.')}
    order by i.position
  `.execute(conn)
  return toCart(rows)
}

/** The unit that the owner of the cart chose. */
export async function findUnitOfCart(conn: Conn, owner: CartOwner): Promise<string | undefined> {
  const { rows } = await sql<Pick<CartRow, 'unit_id'>>`
    select unit_id from cart.carts where ${isTheCart(owner)}
  `.execute(conn)
  return rows[0]?.unit_id ?? undefined
}

/** The condition that finds the active cart of an owner, or the one that is named, if it is the owner's. */
export function isTheCart({ companyId, ownerId, cartId }: CartOwner, alias: '' | 'c.' = '') {
  const of = sql.raw(alias)
  if (cartId === undefined) {
    return sql`${of}company_id = ${companyId} and ${of}owner_id = ${ownerId}`
  }
  return sql`${of}company_id = ${companyId} and ${of}id = ${cartId}
      and coalesce(${of}owner_id, ${of}inactive_owner_id) = ${ownerId}`
}

/**
 * Participant: the cart, held until the transaction ends. It takes two statements: the lock may wait for another
 * change, and the second statement sees the lines after that change. Undefined: the cart was deleted, or another one
 * became active while the statement waited.
 */
export async function findHeldCart(tx: Tx, owner: CartOwner): Promise<Cart | undefined> {
  const { rows } = await sql`
    select id from cart.carts where ${isTheCart(owner)} for no key update
  `.execute(tx)
  if (rows.length === 0) return undefined
  const cart = await findCart(tx, owner)
  assert(cart, `the cart of ${owner.ownerId} is held and must exist`)
  return cart
}

export type NewCart = {
  readonly owner: CartOwner
  readonly id: Id<'cart'>
  readonly currency: string
  readonly country: string
  readonly name?: string | undefined
  readonly unitId?: string | undefined
  readonly now: Date
}

/** Any number of first uses at once make one cart: all but one find `carts_one_per_owner` taken, and get undefined. */
export async function insertCartOnce(conn: Conn, cart: NewCart): Promise<Cart | undefined> {
  const { owner, id, currency, country, name = null, unitId, now } = cart
  const { rows } = await sql`
    insert into cart.carts
      (company_id, id, owner_id, snapshot_version, line_count, currency, country, name, unit_id, created_at, changed_at)
    values (${owner.companyId}, ${id}, ${owner.ownerId}, 1, 0, ${currency}, ${country}, ${name}, ${unitId ?? null}, ${now}, ${now})
    on conflict on constraint carts_one_per_owner do nothing
    returning id
  `.execute(conn)
  if (rows.length === 0) return undefined
  const { companyId } = owner
  return {
    id,
    companyId,
    snapshotVersion: 1,
    currency,
    country,
    unitId,
    lock: undefined,
    lines: [],
  }
}

function toCart(rows: readonly CartLineRow[]): Cart | undefined {
  const [row] = rows
  if (!row) return undefined
  return {
    id: row.id as Id<'cart'>,
    companyId: row.company_id as Id<'co'>,
    snapshotVersion: row.snapshot_version,
    currency: row.currency,
    country: row.country,
    unitId: row.unit_id ?? undefined,
    lock: toLock(row),
    lines: rows.flatMap((line) => (isLine(line) ? [toLine(line)] : [])),
  }
}

/** A cart without lines is one row whose line columns are all null. */
function isLine(row: CartLineRow): row is CartLineRow & LineColumns {
  return row.item_id !== null
}

export function toLine(row: LineColumns): CartLine {
  return {
    id: row.item_id as Id<'itm'>,
    itemVersion: row.item_version,
    productId: row.product_id,
    quantity: BigInt(row.quantity),
    addedPrices: toTiers(row.added_prices, row.added_currency),
    ...distinctionOf({
      ...readRequestedReferences(row),
      addressId: row.address_id ?? undefined,
    }),
  }
}

export function allocationsText({ allocations }: LineDistinction): string | null {
  return allocations ? JSON.stringify(allocations) : null
}

export function toLock(row: Pick<CartRow, 'checkout_id' | 'checkout_state'>): CartLock | undefined {
  if (row.checkout_id === null || row.checkout_state === null) return undefined
  return { checkoutId: row.checkout_id, state: row.checkout_state as CartLock['state'] }
}

/** `unitPrice` is the price of `perQuantity` units. Absent: one. */
type StoredTier = {
  readonly minQuantity: number
  readonly unitPrice: string
  readonly perQuantity?: number
}

/** The shape that `tiersText` writes. */
function toTiers(stored: unknown, currency: string): PriceTier[] {
  const tiers = stored as readonly StoredTier[]
  return tiers.map((tier) => ({
    minQuantity: quantityOf(tier.minQuantity),
    unitPrice: unitPrice(tier.unitPrice, currency, tier.perQuantity),
  }))
}

export function tiersText(tiers: readonly PriceTier[]): string {
  return JSON.stringify(
    tiers.map(
      ({ minQuantity, unitPrice: { amount, perQuantity } }): StoredTier => ({
        minQuantity: numberOf(minQuantity),
        unitPrice: amount.toFixed(),
        ...(perQuantity === 1 ? {} : { perQuantity }),
      }),
    ),
  )
}
