import type { Id } from '#kernel/id'
import { type Gathering, sql, type Tx, writeBeforeCommit } from '#platform/db'
import type { Cart, CartOwner, CheckoutState } from './cart.ts'
import { linesTaken } from './changing/change-sql.ts'
import { isTheCart, type LineColumns, toLine } from './store.ts'
import type { CartRow } from './tables.ts'

export type CartAtCheckout = {
  /** False if the cart was locked, at another version, or empty: then nothing was changed. */
  readonly locked: boolean
  /**
   * The cart when it was locked. Undefined if the caller must read it: it was not locked, or the statement waited for the
   * lock.
   */
  readonly cart: Cart | undefined
}

type TakenRow = Pick<CartRow, 'id' | 'snapshot_version' | 'currency' | 'country' | 'unit_id'> & {
  readonly locked: boolean
  readonly lines: readonly LineColumns[] | null
}

/**
 * Locks the cart for a checkout if it is free and at the expected version. The row is held until the transaction ends,
 * so no change of the cart can fall between this and the commit: each change waits, and then finds the lock.
 */
export async function lockCart(
  tx: Tx,
  owner: CartOwner,
  { checkoutId, expectedSnapshotVersion }: { checkoutId: string; expectedSnapshotVersion: number },
): Promise<CartAtCheckout | undefined> {
  const { rows } = await sql<TakenRow>`
    with held as materialized (
      select id, snapshot_version, line_count, checkout_id, currency, country, unit_id from cart.carts
      where ${isTheCart(owner)}
      for no key update
    ),
    taken as (
      update cart.carts c set checkout_id = ${checkoutId}, checkout_state = 'RESERVED'
      from held
      where c.company_id = ${owner.companyId} and c.id = held.id and held.checkout_id is null
        and held.snapshot_version = ${expectedSnapshotVersion}::bigint and held.line_count > 0
      returning c.id, c.snapshot_version
    )
    select held.id, held.snapshot_version, held.currency, held.country, held.unit_id, taken.id is not null as locked,
           ${linesTaken(owner)}
    from held left join taken on true
  `.execute(tx)
  const [row] = rows
  return row && { locked: row.locked, cart: cartOf(row, owner, checkoutId) }
}

function cartOf(
  { id, snapshot_version, currency, country, unit_id, lines }: TakenRow,
  { companyId }: CartOwner,
  checkoutId: string,
): Cart | undefined {
  if (!lines) return undefined
  return {
    id: id as Id<'cart'>,
    companyId,
    snapshotVersion: snapshot_version,
    currency,
    country,
    unitId: unit_id ?? undefined,
    lock: { checkoutId, state: 'RESERVED' },
    lines: lines.map(toLine),
  }
}

/** Returns false if this checkout does not hold the cart, or no longer does. */
export async function markUnlocked(
  tx: Tx,
  companyId: Id<'co'>,
  cartId: string,
  checkoutId: string,
): Promise<boolean> {
  const { rows } = await sql`
    update cart.carts set checkout_id = null, checkout_state = null
    where company_id = ${companyId} and id = ${cartId} and checkout_id = ${checkoutId}
    returning id
  `.execute(tx)
  return rows.length === 1
}

type LockState = {
  readonly companyId: string
  readonly cartId: string
  readonly checkoutId: string
  readonly state: CheckoutState
}

const lockStates: Gathering<LockState> = {
  writes: (changes) =>
    changes.map(({ companyId, cartId, checkoutId, state }, at) => ({
      name: `cart_state_${at}`,
      statement: sql`
        update cart.carts set checkout_state = ${state}
        where company_id = ${companyId} and id = ${cartId} and checkout_id = ${checkoutId}`,
    })),
}

/** Written just before the commit. Changes nothing if this checkout does not hold the cart. */
export function markLockState(tx: Tx, lockState: LockState): void {
  writeBeforeCommit(tx, lockStates, [lockState])
}

type BoughtLines = {
  readonly companyId: string
  readonly cartId: string
  readonly checkoutId: string
  readonly itemIds: readonly string[]
  readonly now: Date
}

/**
 * Removes the lines and unlocks the cart, both or neither. While a checkout holds the cart nothing else changes it, so
 * the statement cannot have begun before a line that it should remove.
 */
const boughtLineRemovals: Gathering<BoughtLines> = {
  writes: (all) =>
    all.flatMap(({ companyId, cartId, checkoutId, itemIds, now }, at) => {
      const removalName = `cart_lines_${at}`
      const isHeld = sql`c.company_id = ${companyId} and c.id = ${cartId} and c.checkout_id = ${checkoutId}`
      return [
        {
          name: removalName,
          statement: sql`
            delete from cart.items i using cart.carts c
            where ${isHeld} and i.company_id = c.company_id and i.cart_id = c.id
              and i.id = any(${itemIds}::text[])
            returning i.id`,
        },
        {
          name: `cart_left_${at}`,
          statement: sql`
            update cart.carts c
            set snapshot_version = snapshot_version + 1,
                line_count = line_count - (select count(*) from ${sql.ref(removalName)})::integer,
                checkout_id = null, checkout_state = null, changed_at = ${now}
            where ${isHeld}`,
        },
      ]
    }),
}

/** Written just before the commit. Changes nothing if this checkout does not hold the cart, or no longer does. */
export function deleteBoughtLines(tx: Tx, boughtLines: BoughtLines): void {
  writeBeforeCommit(tx, boughtLineRemovals, [boughtLines])
}
