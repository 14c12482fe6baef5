import assert from 'node:assert/strict'
import type { Id } from '#kernel/id'
import { type LineDistinction, lineKeyOf } from '#modules/orders/line-references'
import { type Conn, sql } from '#platform/db'
import { type CartChange, type CartOwner, type ChangeOutcome, linesMax } from '../cart.ts'
import { allocationsText, tiersText, toLine } from '../store.ts'
import type { ItemRow } from '../tables.ts'
import {
  additionRefusal,
  type ChangeRow,
  type ItemChangeRow,
  itemOutcomeOf,
  outcomeOf,
  snapshotConflict,
} from './change-outcome.ts'
import { linesBefore, lockedCart, lockedItem, versionAtStart } from './change-sql.ts'

/**
 * Each change is one statement, and is safe in a transaction or without one:
 *
 * 1. `held` locks the row of the cart. Other changes of this cart, and checkouts of it, wait here.
 *
 * 2. The statement checks the lock of a checkout, the expected version and the limit on locked rows: PostgreSQL returns
 * those rows in their state after the wait, and not in that at the beginning of the statement.
 *
 * 3. The line and the cart get their next versions together, or neither does.
 *
 * A value that the statement reads without a lock may be older than the wait. So no decision rests on such a read,
 * except in `clearCart`, whose comment explains the check.
 */

type ChangeOf<Kind extends CartChange['kind']> = Extract<CartChange, { kind: Kind }>

export function applyChange(
  conn: Conn,
  owner: CartOwner,
  change: CartChange,
  now: Date,
): Promise<ChangeOutcome> {
  switch (change.kind) {
    case 'add_item':
      return insertItem(conn, owner, change, now)
    case 'change_quantity':
      return updateQuantity(conn, owner, change, now)
    case 'remove_item':
      return deleteItem(conn, owner, change, now)
    case 'clear':
      return clearCart(conn, owner, change, now)
    case 'set_place':
      return updatePlace(conn, owner, change, now)
  }
}

async function insertItem(
  conn: Conn,
  owner: CartOwner,
  change: ChangeOf<'add_item'>,
  now: Date,
): Promise<ChangeOutcome> {
  const { itemId, productId, quantity, prices, unitId } = change
  const lineKey = lineKeyOf(change)
  const [lowest] = prices
  assert(lowest, 'a product must have a list price')
  const { rows } = await sql<ChangeRow>`
    with ${lockedCart(owner)},
    added as (
      insert into cart.items
        (company_id, cart_id, id, position, product_id, quantity, item_version,
         added_prices, added_currency, allocations, requested_date, address_id, line_key, added_at, changed_at)
      select ${owner.companyId}, held.id, ${itemId}, held.snapshot_version + 1, ${productId}, ${quantity}::bigint, 1,
             ${tiersText(prices)}::jsonb, ${lowest.unitPrice.currency}, ${allocationsText(change)}::jsonb,
             ${change.requestedDate ?? null}::date, ${change.addressId ?? null}, ${lineKey}, ${now}::timestamptz, ${now}::timestamptz
      from held
      where held.checkout_id is null and held.line_count < ${linesMax}::integer
        and held.unit_id is not distinct from ${unitId ?? null}
      on conflict on constraint items_one_per_product do nothing
      returning id
    ),
    moved as (
      update cart.carts c
      set snapshot_version = held.snapshot_version + 1, line_count = held.line_count + 1, changed_at = ${now}
      from held, added
      where c.company_id = ${owner.companyId} and c.id = held.id
      returning c.snapshot_version
    )
    select held.*, moved.snapshot_version as changed_to, ${linesBefore(owner)}
    from held left join moved on true
  `.execute(conn)
  const [row] = rows
  const outcome = outcomeOf(row, owner, change)
  if (outcome) return outcome

  assert(row, 'the statement must return the cart')
  const unitOfCart = row.unit_id ?? undefined
  if (unitOfCart !== unitId) return { state: 'OTHER_UNIT', unitId: unitOfCart }
  const line = await findEqualLine(conn, owner.companyId, row.id, { productId, lineKey })
  return additionRefusal(row, line) ?? insertItem(conn, owner, change, now)
}

async function updateQuantity(
  conn: Conn,
  owner: CartOwner,
  change: ChangeOf<'change_quantity'>,
  now: Date,
): Promise<ChangeOutcome> {
  const { prices, distinction } = change
  const { rows } = await sql<ItemChangeRow>`
    with ${lockedCart(owner)}, ${lockedItem(owner, change.itemId)},
    changed as (
      update cart.items i
      set quantity = ${change.quantity}, item_version = held_item.item_version + 1, changed_at = ${now},
          added_prices = coalesce(${prices ? tiersText(prices) : null}::jsonb, i.added_prices),
          added_currency = coalesce(${prices?.[0]?.unitPrice.currency ?? null}, i.added_currency)
          ${distinction ? setDistinction(distinction) : noSql}
      from held, held_item
      where i.company_id = ${owner.companyId} and i.cart_id = held.id and i.id = ${change.itemId}
        and held.checkout_id is null and held_item.item_version = ${change.expectedItemVersion}::bigint
        ${distinction ? hasNoEqual(distinction) : noSql}
      returning i.id
    ),
    moved as (
      update cart.carts c
      set snapshot_version = held.snapshot_version + 1, changed_at = ${now}
      from held, changed
      where c.company_id = ${owner.companyId} and c.id = held.id
      returning c.snapshot_version
    )
    select held.*, held_item.item_version, moved.snapshot_version as changed_to, ${linesBefore(owner)}
    from held left join held_item on true left join moved on true
  `.execute(conn)
  const [row] = rows
  const outcome = itemOutcomeOf(row, owner, change)
  const isStopped = outcome.state === 'CONFLICT' && outcome.current === change.expectedItemVersion
  if (!row || !distinction || !isStopped) return outcome
  const equal = { productId: distinction.productId, lineKey: lineKeyOf(distinction) }
  const line = await findEqualLine(conn, owner.companyId, row.id, equal)
  assert(line, 'only an equal line stops a change of the expected version, and the cart is held')
  return { state: 'EXISTS', line }
}

function setDistinction(distinction: LineDistinction) {
  return sql`, allocations = ${allocationsText(distinction)}::jsonb,
          requested_date = ${distinction.requestedDate ?? null}::date, address_id = ${distinction.addressId ?? null},
          line_key = ${lineKeyOf(distinction)}`
}

/** The statement must begin after it could lock the cart, or it would miss a line that was added in the meantime. */
function hasNoEqual(distinction: LineDistinction) {
  return sql`and not exists (
          select 1 from cart.items o
          where o.company_id = i.company_id and o.cart_id = i.cart_id and o.product_id = i.product_id
            and o.line_key = ${lineKeyOf(distinction)} and o.id <> i.id
        )`
}

const noSql = sql``

async function deleteItem(
  conn: Conn,
  owner: CartOwner,
  change: ChangeOf<'remove_item'>,
  now: Date,
): Promise<ChangeOutcome> {
  const { rows } = await sql<ItemChangeRow>`
    with ${lockedCart(owner)}, ${lockedItem(owner, change.itemId)},
    removed as (
      delete from cart.items i
      using held, held_item
      where i.company_id = ${owner.companyId} and i.cart_id = held.id and i.id = ${change.itemId}
        and held.checkout_id is null and held_item.item_version = ${change.expectedItemVersion}::bigint
      returning i.id
    ),
    moved as (
      update cart.carts c
      set snapshot_version = held.snapshot_version + 1, line_count = held.line_count - 1, changed_at = ${now}
      from held, removed
      where c.company_id = ${owner.companyId} and c.id = held.id
      returning c.snapshot_version
    )
    select held.*, held_item.item_version, moved.snapshot_version as changed_to, ${linesBefore(owner)}
    from held left join held_item on true left join moved on true
  `.execute(conn)
  return itemOutcomeOf(rows[0], owner, change)
}

/**
 * The delete finds the lines that existed when the statement began. A client that guessed a future version could meet a
 * cart that has gained a line since, so the version must also be the one at the beginning of the statement.
 */
async function clearCart(
  conn: Conn,
  owner: CartOwner,
  change: ChangeOf<'clear'>,
  now: Date,
): Promise<ChangeOutcome> {
  const { rows } = await sql<ChangeRow>`
    with ${lockedCart(owner)},
    judged as (
      select held.id from held
      where held.checkout_id is null and held.snapshot_version = ${versionAtStart(owner)}
        and held.snapshot_version = ${change.expectedSnapshotVersion}::bigint
    ),
    cleared as (
      delete from cart.items i using judged
      where i.company_id = ${owner.companyId} and i.cart_id = judged.id
    ),
    moved as (
      update cart.carts c
      set snapshot_version = held.snapshot_version + 1, line_count = 0, changed_at = ${now}
      from held, judged
      where c.company_id = ${owner.companyId} and c.id = held.id
      returning c.snapshot_version
    )
    select held.*, moved.snapshot_version as changed_to, ${linesBefore(owner)}
    from held left join moved on true
  `.execute(conn)
  const [row] = rows
  const outcome = outcomeOf(row, owner, change)
  if (outcome) return outcome

  assert(row, 'the statement must return the cart')
  const conflict = snapshotConflict(row, change.expectedSnapshotVersion)
  return conflict ?? clearCart(conn, owner, change, now)
}

async function updatePlace(
  conn: Conn,
  owner: CartOwner,
  change: ChangeOf<'set_place'>,
  now: Date,
): Promise<ChangeOutcome> {
  const { rows } = await sql<ChangeRow>`
    with ${lockedCart(owner)},
    moved as (
      update cart.carts c
      set snapshot_version = held.snapshot_version + 1, changed_at = ${now},
          currency = coalesce(${change.currency ?? null}, c.currency),
          country = coalesce(${change.country ?? null}, c.country),
          name = coalesce(${change.name ?? null}, c.name)
          ${change.unitId === undefined ? noSql : sql`, unit_id = ${change.unitId}`}
      from held
      where c.company_id = ${owner.companyId} and c.id = held.id
        and held.checkout_id is null and held.snapshot_version = ${change.expectedSnapshotVersion}::bigint
      returning c.snapshot_version
    )
    select held.*, moved.snapshot_version as changed_to, ${linesBefore(owner)}
    from held left join moved on true
  `.execute(conn)
  const [row] = rows
  const outcome = outcomeOf(row, owner, change)
  if (outcome) return outcome
  assert(row, 'the statement must return the cart')
  return { state: 'CONFLICT', current: row.snapshot_version }
}

async function findEqualLine(
  conn: Conn,
  companyId: Id<'co'>,
  cartId: string,
  { productId, lineKey }: { readonly productId: string; readonly lineKey: string },
) {
  const { rows } = await sql<ItemRow & { item_id: string }>`
    select i.*, i.id as item_id from cart.items i
    where i.company_id = ${companyId} and i.cart_id = ${cartId} and i.product_id = ${productId}
      and i.line_key = ${lineKey}
  `.execute(conn)
  return rows[0] && toLine(rows[0])
}
