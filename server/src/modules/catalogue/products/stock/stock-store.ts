import assert from 'node:assert/strict'
import type { Quantity } from '#kernel/quantity'
import { sql, type Tx } from '#platform/db'
import { type BackorderRoom, roomOf } from '../product.ts'
import { listBackorders } from './backorder-store.ts'
import { requestedAndLocked, type StockLine, sumByProduct } from './locked-stock-sql.ts'

/** A line that is short: the requested quantity and the available one. */
export type Shortage = {
  readonly productId: string
  readonly requested: Quantity
  readonly available: Quantity
  /** What its supplier takes beyond the stock. Undefined: nothing. */
  readonly backorder: BackorderRoom | undefined
}

/**
 * Takes stock out of sale, as reserved or sold: all lines or none. The rows are locked by rising id, so that two
 * checkouts with the same products wait for each other without a deadlock. The quantities are checked after the lock.
 * The first pieces of a product are those that orders wait for, and are not for sale.
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
    for_sale: number
    backordered: number
    moved: number
  }>`
    with ${requestedAndLocked(requested)}, judged as materialized (
      select w.product_id, w.quantity, coalesce(greatest(l.on_hand - l.backordered, 0), 0) as for_sale,
        coalesce(l.backordered, 0) as backordered
      from requested w left join locked l using (product_id)
    ), moved as (
      update products.stock s
      set on_hand = s.on_hand - j.quantity, ${sql.ref(to)} = s.${sql.ref(to)} + j.quantity, updated_at = ${now}::timestamptz
      from judged j
      where s.product_id = j.product_id and not exists (select 1 from judged where for_sale < quantity)
      returning 1
    )
    select product_id, quantity, for_sale, backordered, (select count(*) from moved) as moved from judged order by product_id
  `.execute(tx)
  const short = rows.filter((row) => row.for_sale < row.quantity)
  const moved = rows[0]?.moved ?? 0
  assert.equal(
    moved,
    short.length > 0 ? 0 : requested.length,
    'stock is taken for all lines or none',
  )
  if (short.length === 0) return []
  const terms = await listBackorders(
    tx,
    short.map((row) => row.product_id),
  )
  return short.map((row) => {
    const own = terms.get(row.product_id)
    return {
      productId: row.product_id,
      requested: BigInt(row.quantity),
      available: BigInt(row.for_sale),
      backorder: own && roomOf(own, BigInt(row.backordered)),
    }
  })
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
