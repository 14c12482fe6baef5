import assert from 'node:assert/strict'
import type { Quantity } from '#kernel/quantity'
import { sql, type Tx } from '#platform/db'

export type StockLine = { readonly productId: string; readonly quantity: Quantity }

/** A line that is short: the requested quantity and the available one. */
export type Shortage = {
  readonly productId: string
  readonly requested: Quantity
  readonly available: Quantity
}

/**
 * Takes stock out of sale, as reserved or sold: all lines or none. The rows are locked by rising id, so that two
 * checkouts with the same products wait for each other without a deadlock. The quantities are checked after the lock.
 */
export async function takeStock(
  tx: Tx,
  lines: readonly StockLine[],
  to: 'reserved' | 'committed',
  now: Date,
): Promise<Shortage[]> {
  const requested = sumByProduct(lines)
  if (requested.length === 0) return []
  const { rows } = await sql<{
    product_id: string
    quantity: number
    on_hand: number
    moved: number
  }>`
    with ${requestedAndLocked(requested)}, judged as materialized (
      select w.product_id, w.quantity, coalesce(l.on_hand, 0) as on_hand
      from requested w left join locked l using (product_id)
    ), moved as (
      update products.stock s
      set on_hand = s.on_hand - j.quantity, ${sql.ref(to)} = s.${sql.ref(to)} + j.quantity, updated_at = ${now}::timestamptz
      from judged j
      where s.product_id = j.product_id and not exists (select 1 from judged where on_hand < quantity)
      returning 1
    )
    select product_id, quantity, on_hand, (select count(*) from moved) as moved from judged order by product_id
  `.execute(tx)
  const shortages = rows
    .filter((row) => row.on_hand < row.quantity)
    .map((row) => ({
      productId: row.product_id,
      requested: BigInt(row.quantity),
      available: BigInt(row.on_hand),
    }))
  const moved = rows[0]?.moved ?? 0
  assert.equal(
    moved,
    shortages.length > 0 ? 0 : requested.length,
    'stock is taken for all lines or none',
  )
  return shortages
}

/** The order was placed: its reserved pieces are sold. */
export async function commitReservedStock(
  tx: Tx,
  lines: readonly StockLine[],
  now: Date,
): Promise<void> {
  const requested = sumByProduct(lines)
  const { numAffectedRows } = await sql`
    with ${requestedAndLocked(requested)}
    update products.stock s
    set reserved = s.reserved - w.quantity, committed = s.committed + w.quantity, updated_at = ${now}::timestamptz
    from requested w join locked l using (product_id)
    where s.product_id = w.product_id and s.reserved >= w.quantity
  `.execute(tx)
  assertAllAffected(numAffectedRows, requested, 'committed')
}

/** There is no order: the reserved pieces are for sale again. */
export async function releaseReservedStock(
  tx: Tx,
  lines: readonly StockLine[],
  now: Date,
): Promise<void> {
  const requested = sumByProduct(lines)
  const { numAffectedRows } = await sql`
    with ${requestedAndLocked(requested)}
    update products.stock s
    set reserved = s.reserved - w.quantity, on_hand = s.on_hand + w.quantity, updated_at = ${now}::timestamptz
    from requested w join locked l using (product_id)
    where s.product_id = w.product_id and s.reserved >= w.quantity
  `.execute(tx)
  assertAllAffected(numAffectedRows, requested, 'released')
}

/** Sold pieces did not leave or were returned: they are for sale again. */
export async function restockCommittedStock(
  tx: Tx,
  lines: readonly StockLine[],
  now: Date,
): Promise<void> {
  const requested = sumByProduct(lines)
  if (requested.length === 0) return
  const { numAffectedRows } = await sql`
    with ${requestedAndLocked(requested)}
    update products.stock s
    set committed = s.committed - w.quantity, on_hand = s.on_hand + w.quantity, updated_at = ${now}::timestamptz
    from requested w join locked l using (product_id)
    where s.product_id = w.product_id and s.committed >= w.quantity
  `.execute(tx)
  assertAllAffected(numAffectedRows, requested, 'restocked', 'sold')
}

/** Fewer pieces are there than the caller moves. One of our own records is wrong, so the transaction must roll back. */
function assertAllAffected(
  affected: bigint | undefined,
  requested: readonly StockLine[],
  verb: string,
  place = 'reserved',
): void {
  assert.equal(
    affected ?? 0n,
    BigInt(requested.length),
    `stock cannot be ${verb}, because it is not ${place}`,
  )
}

/**
 * Each list is in a `select` of its own, which hides its length from the planner. Otherwise the planner would make a
 * custom plan for each execution, which takes longer than the execution.
 */
function requestedAndLocked(requested: readonly StockLine[]) {
  const ids = sql`(select ${requested.map(({ productId }) => productId)}::text[])::text[]`
  const quantities = sql`(select ${requested.map(({ quantity }) => quantity)}::bigint[])`
  return sql`requested as materialized (
      select * from unnest(${ids}, ${quantities}) as w(product_id, quantity)
    ), locked as materialized (
      select product_id, on_hand, reserved from products.stock
      where product_id = any(${ids}) order by product_id for update
    )`
}

/** Sums the lines by product, because a statement can update a row only once. */
function sumByProduct(lines: readonly StockLine[]): StockLine[] {
  const totals = new Map<string, Quantity>()
  for (const { productId, quantity } of lines) {
    assert(quantity > 0n, 'a line has a positive quantity')
    totals.set(productId, (totals.get(productId) ?? 0n) + quantity)
  }
  return [...totals].map(([productId, quantity]) => ({ productId, quantity }))
}
