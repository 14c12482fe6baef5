import type { Quantity } from '#kernel/quantity'
import { type Conn, sql, type Tx } from '#platform/db'

export type ProductCount = {
  readonly locationId: string
  readonly counted: Quantity
}

/** A count, and its time. */
export type DatedCount = ProductCount & { readonly countedAt: Date }

export type LocatedProduct = {
  readonly productId: string
  readonly sku: string
  readonly mpn: string
  readonly name: string
  readonly version: number
  readonly onHand: Quantity
  /** In the order in which sales draw on the locations. */
  readonly counts: readonly DatedCount[]
}

/** Finds the supplier's products by id or article number, without a lock. */
export async function listProductIds(
  conn: Conn,
  supplierCompanyId: string,
  named: { readonly productIds: readonly string[]; readonly skus: readonly string[] },
): Promise<{ id: string; sku: string; unit: string }[]> {
  const { rows } = await sql<{ id: string; sku: string; unit: string }>`
    select id, sku, unit from products.products where supplier_company_id = ${supplierCompanyId} and id = any(${named.productIds})
    union
    select id, sku, unit from products.products where supplier_company_id = ${supplierCompanyId} and sku = any(${named.skus})
  `.execute(conn)
  return rows
}

/**
 * Locks the products and their stock by rising id, as all do that lock several. A second statement reads the counts, so
 * that it sees what the previous lock holder wrote.
 */
export async function lockLocated(
  tx: Tx,
  productIds: readonly string[],
): Promise<LocatedProduct[]> {
  const { rows } = await sql<{
    id: string
    sku: string
    mpn: string
    name: string
    version: number
    on_hand: number
  }>`
    select p.id, p.sku, p.mpn, p.name, p.version, k.on_hand
    from products.products p join products.stock k on k.product_id = p.id
    where p.id = any(${productIds}) order by p.id for update of p, k
  `.execute(tx)
  const counts = await sql<{
    product_id: string
    location_id: string
    counted: number
    counted_at: Date
  }>`
    select c.product_id, c.location_id, c.counted, c.counted_at
    from products.stock_counts c join products.stock_locations l on l.id = c.location_id
    where c.product_id = any(${productIds}) order by c.product_id, l.position, l.id
  `.execute(tx)
  const byProduct = Map.groupBy(counts.rows, (row) => row.product_id)
  return rows.map((row) => ({
    productId: row.id,
    sku: row.sku,
    mpn: row.mpn,
    name: row.name,
    version: row.version,
    onHand: BigInt(row.on_hand),
    counts: (byProduct.get(row.id) ?? []).map((count) => ({
      locationId: count.location_id,
      counted: BigInt(count.counted),
      countedAt: count.counted_at,
    })),
  }))
}

export type StockToStore = {
  readonly productId: string
  readonly onHand: Quantity
  readonly counts: readonly DatedCount[]
}

/** Replaces all counts of the products and sets their stock for sale. The caller has locked the products. */
export async function storeCounts(
  tx: Tx,
  stocks: readonly StockToStore[],
  now: Date,
): Promise<void> {
  const ids = stocks.map(({ productId }) => productId)
  const counts = stocks.flatMap(({ productId, counts }) =>
    counts.map((count) => ({ productId, ...count })),
  )
  await sql`delete from products.stock_counts where product_id = any(${ids})`.execute(tx)
  await sql`
    insert into products.stock_counts (product_id, location_id, counted, counted_at)
    select c.* from unnest(
      ${counts.map(({ productId }) => productId)}::text[],
      ${counts.map(({ locationId }) => locationId)}::text[],
      ${counts.map(({ counted }) => counted)}::bigint[],
      ${counts.map(({ countedAt }) => countedAt)}::timestamptz[]) as c
  `.execute(tx)
  await sql`
    update products.stock s set on_hand = g.on_hand, updated_at = ${now}::timestamptz
    from unnest(${ids}::text[], ${stocks.map(({ onHand }) => onHand)}::bigint[]) as g(product_id, on_hand)
    where s.product_id = g.product_id
  `.execute(tx)
  await sql`
    update products.products set version = version + 1, updated_at = ${now}::timestamptz where id = any(${ids})
  `.execute(tx)
}

export type StockInLocation = {
  readonly productId: string
  readonly sku: string
  readonly countedAt: Date
  readonly onHand: Quantity
  readonly counts: readonly ProductCount[]
}

/**
 * Returns the counts of a location by product, with all that `divideStock` needs. Served by `stock_counts_by_location`.
 */
export async function listStockIn(
  conn: Conn,
  locationId: string,
  page: { readonly after?: string | undefined; readonly limit: number },
): Promise<StockInLocation[]> {
  const { rows } = await sql<{
    product_id: string
    sku: string
    counted_at: Date
    on_hand: number
    counts: { locationId: string; counted: number }[]
  }>`
    select here.product_id, p.sku, here.counted_at, k.on_hand,
      (select jsonb_agg(jsonb_build_object('locationId', l.id, 'counted', c.counted) order by l.position, l.id)
        from products.stock_counts c join products.stock_locations l on l.id = c.location_id
        where c.product_id = here.product_id) as counts
    from products.stock_counts here
    join products.products p on p.id = here.product_id
    join products.stock k on k.product_id = here.product_id
    where here.location_id = ${locationId} and here.product_id > ${page.after ?? ''}
    order by here.product_id limit ${page.limit}
  `.execute(conn)
  return rows.map((row) => ({
    productId: row.product_id,
    sku: row.sku,
    countedAt: row.counted_at,
    onHand: BigInt(row.on_hand),
    counts: row.counts.map(({ locationId, counted }) => ({ locationId, counted: BigInt(counted) })),
  }))
}
