import assert from 'node:assert/strict'
import type { Quantity } from '#kernel/quantity'
import { type Conn, sql, type Tx } from '#platform/db'
import { countedMax } from '#platform/health'
import { type Backorder, readBackorder, type StoredBackorder } from '../fields/backorder.ts'
import { type BackorderRoom, covers, roomOf } from '../product.ts'
import { requestedAndLocked, type StockLine, sumByProduct } from './locked-stock-sql.ts'

/** What the supplier takes beyond the stock, of each product for which it takes any. */
export async function listBackorders(
  conn: Conn,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, Backorder>> {
  const { rows } = await sql<{ id: string; backorder: StoredBackorder }>`
    select id, backorder from products.products
    where id = any(${productIds}) and backorder is not null and state = 'ACTIVE'
  `.execute(conn)
  return new Map(
    rows.flatMap(({ id, backorder }) => {
      const terms = readBackorder(backorder)
      return terms ? [[id, terms] as const] : []
    }),
  )
}

/**
 * Locks the stock of these products until the transaction ends, by rising id, as all do that lock several. Who moves
 * stock in two statements calls it first.
 */
export async function lockStock(tx: Tx, productIds: readonly string[]): Promise<void> {
  await sql`
    select from products.stock where product_id = any(${productIds}) order by product_id for update
  `.execute(tx)
}

/** A line that the supplier does not take beyond its stock, at least not all of it. */
export type Refused = {
  readonly productId: string
  readonly requested: Quantity
  readonly room: BackorderRoom | undefined
}

/** Lets the lines wait for stock: all or none. Returns those that the supplier does not take. The caller has locked the stock. */
export async function addBackordered(
  tx: Tx,
  lines: readonly StockLine[],
  now: Date,
): Promise<Refused[]> {
  if (lines.length === 0) return []
  const requested = sumByProduct(lines)
  const ids = requested.map(({ productId }) => productId)
  const terms = await listBackorders(tx, ids)
  const { rows } = await sql<{ product_id: string; backordered: number }>`
    select product_id, backordered from products.stock where product_id = any(${ids})
  `.execute(tx)
  const waiting = new Map(rows.map((row) => [row.product_id, BigInt(row.backordered)]))
  const refused = requested.flatMap(({ productId, quantity }) => {
    const own = terms.get(productId)
    const room = own && roomOf(own, waiting.get(productId) ?? 0n)
    return covers(room, quantity) ? [] : [{ productId, requested: quantity, room }]
  })
  if (refused.length > 0) return refused
  const { numAffectedRows } = await sql`
    with ${requestedAndLocked(requested)}
    update products.stock s set backordered = s.backordered + w.quantity, updated_at = ${now}::timestamptz
    from requested w join locked l using (product_id) where s.product_id = w.product_id
  `.execute(tx)
  assert.equal(numAffectedRows ?? 0n, BigInt(requested.length), 'each product has a row of stock')
  return []
}

/** The pieces no longer wait: they are cancelled. */
export async function dropBackordered(
  tx: Tx,
  lines: readonly StockLine[],
  now: Date,
): Promise<void> {
  const requested = sumByProduct(lines)
  const { numAffectedRows } = await sql`
    with ${requestedAndLocked(requested)}
    update products.stock s set backordered = s.backordered - w.quantity, updated_at = ${now}::timestamptz
    from requested w join locked l using (product_id)
    where s.product_id = w.product_id and s.backordered >= w.quantity
  `.execute(tx)
  assert.equal(numAffectedRows ?? 0n, BigInt(requested.length), 'only what waits is dropped')
}

/** Sells up to this much of the stock to an order that waits for it. Returns how much. The caller has locked the stock. */
export async function serveBackordered(
  tx: Tx,
  { productId, quantity }: StockLine,
  now: Date,
): Promise<Quantity> {
  const { rows } = await sql<{ served: number }>`
    with held as (
      select least(on_hand, ${quantity}::bigint) as served from products.stock where product_id = ${productId}
    )
    update products.stock s
    set on_hand = s.on_hand - h.served, committed = s.committed + h.served, backordered = s.backordered - h.served,
      updated_at = ${now}::timestamptz
    from held h where s.product_id = ${productId} and h.served > 0
    returning h.served
  `.execute(tx)
  return BigInt(rows[0]?.served ?? 0)
}

/** The products for which orders wait, and which have stock again. Served by `stock_backordered`. */
export async function listServable(conn: Conn, limit: number): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    select product_id from products.stock where backordered > 0 and on_hand > 0 order by updated_at limit ${limit}
  `.execute(conn)
  return rows.map((row) => row.product_id)
}

/** What the health surfaces show about stock that has not reached the orders that wait for it. */
export type Servable = {
  readonly productsServable: number
  /** Since the stock of the oldest last changed: it has been there for at least so long. */
  readonly oldestServableSeconds: number
}

/** Served by `stock_backordered`. */
export async function measureServable(conn: Conn, now: Date): Promise<Servable> {
  const { rows } = await sql<Servable>`
    with servable as materialized (
      select updated_at from products.stock where backordered > 0 and on_hand > 0 limit ${countedMax}
    )
    select count(*) as "productsServable",
      coalesce(extract(epoch from ${now}::timestamptz - min(updated_at)), 0)::float8 as "oldestServableSeconds"
    from servable
  `.execute(conn)
  const [measured] = rows
  if (!measured) throw new Error('an aggregate gave no row')
  return measured
}
