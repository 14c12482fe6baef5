import type { Actor } from '#kernel/actor'
import { numberOf, type Quantity, quantityOf, sumOfQuantities } from '#kernel/quantity'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { emitAll } from '#platform/outbox'
import { fitsUnit } from '#platform/units'
import type { AgreementsDeps } from '../agreements/deps.ts'
import { managedSupplierId } from '../agreements/sellers.ts'
import { ProductStockChanged } from '../events.ts'
import { fail } from '../failures.ts'
import {
  type LocatedProduct,
  listProductIds,
  lockLocated,
  type StockToStore,
  storeCounts,
} from './count-store.ts'
import { divideStock } from './divide-stock.ts'
import { countMax } from './location.ts'
import { holdLocations } from './location-store.ts'

/** A product by its id or by the supplier's article number. Without a count, the location no longer keeps it. */
export type CountDraft = {
  readonly productId?: string | undefined
  readonly sku?: string | undefined
  readonly available: number | null
}

export type StockCounted = { readonly counted: number; readonly removed: number }

/**
 * Records new counts in one location: all products of a call or none. The other locations keep their current stock,
 * including sales since their counts, and the stock for sale is the sum. The products are locked meanwhile, so
 * concurrent counts and purchases run one after the other.
 */
export async function countStock(
  { database, now: clock }: AgreementsDeps,
  actor: Actor,
  locationId: string,
  drafts: readonly CountDraft[],
): Promise<StockCounted> {
  const now = clock()
  return database.transaction(async (tx) => {
    const location = await holdLocations(tx, managedSupplierId(actor), locationId)
    if (!location) throw fail('stock_location_not_found', { locationId })
    const known = await listProductIds(tx, location.supplierCompanyId, {
      productIds: drafts.flatMap(({ productId }) => productId ?? []),
      skus: drafts.flatMap(({ sku }) => sku ?? []),
    })
    const counts = readDrafts(drafts, known)
    const products = await lockLocated(tx, [...counts.keys()])
    const stocks = products.map((product) => ({
      product,
      stock: replaceCount(product, locationId, counts.get(product.productId) ?? null, now),
    }))
    assertStockStorable(stocks.map(({ stock }) => stock))
    await storeCounts(
      tx,
      stocks.map(({ stock }) => stock),
      now,
    )
    await announce(tx, location.supplierCompanyId, stocks, now)
    const removed = [...counts.values()].filter((available) => available === null).length
    const counted = counts.size - removed
    recordAudit(tx, {
      companyId: location.supplierCompanyId,
      actor,
      action: 'catalog.stock_counted',
      target: { type: 'stock_location', id: locationId },
      outcome: 'done',
      details: { counted, removed },
      now,
    })
    return { counted, removed }
  })
}

type Recounted = { readonly product: LocatedProduct; readonly stock: StockToStore }

/** The first count of a product without locations replaces its whole stock. */
function replaceCount(
  { productId, onHand, counts: before }: LocatedProduct,
  locationId: string,
  available: Quantity | null,
  now: Date,
): StockToStore {
  if (available === null && !before.some((count) => count.locationId === locationId)) {
    return { productId, onHand, counts: before }
  }
  const elsewhere = divideStock(onHand, before)
    .filter((count) => count.locationId !== locationId)
    .map(({ available: counted, ...count }) => ({ ...count, counted }))
  const here = { locationId, counted: available ?? 0n, countedAt: now }
  const counts = available === null ? elsewhere : [...elsewhere, here]
  return { productId, counts, onHand: sumOfQuantities(counts.map(({ counted }) => counted)) }
}

function readDrafts(
  drafts: readonly CountDraft[],
  products: readonly { readonly id: string; readonly sku: string; readonly unit: string }[],
): Map<string, Quantity | null> {
  const byId = new Map(products.map(({ id }) => [id, id]))
  const bySku = new Map(products.map(({ id, sku }) => [sku, id]))
  const units = new Map(products.map(({ id, unit }) => [id, unit]))
  const refused: { place: number; reason: string }[] = []
  const counts = new Map<string, Quantity | null>()
  for (const [place, { productId, sku, available }] of drafts.entries()) {
    const id = productId === undefined ? bySku.get(sku ?? '') : byId.get(productId)
    const count = available === null ? null : quantityOf(available)
    if ((productId === undefined) === (sku === undefined)) {
      refused.push({ place, reason: 'product_id_or_sku' })
    } else if (id === undefined) {
      // A product of another supplier is as unknown as one that does not exist.
      refused.push({ place, reason: 'product_unknown' })
    } else if (counts.has(id)) {
      refused.push({ place, reason: 'product_twice' })
    } else if (count !== null && !fitsUnit(count, units.get(id) ?? '')) {
      refused.push({ place, reason: 'not_whole' })
    } else {
      counts.set(id, count)
    }
  }
  if (refused.length > 0) throw fail('stock_counts_invalid', { entries: refused.slice(0, 100) })
  return counts
}

function assertStockStorable(stocks: readonly StockToStore[]): void {
  const entries = stocks.flatMap(({ productId, onHand }) =>
    onHand > quantityOf(countMax) ? { productId, reason: 'more_than_is_counted' } : [],
  )
  if (entries.length > 0) throw fail('stock_counts_invalid', { entries: entries.slice(0, 100) })
}

async function announce(
  tx: Tx,
  companyId: string,
  stocks: readonly Recounted[],
  now: Date,
): Promise<void> {
  const changed = stocks.filter(({ product, stock }) => product.onHand !== stock.onHand)
  await emitAll(
    tx,
    ProductStockChanged,
    changed.map(({ product: { productId, sku, mpn, name, version, onHand }, stock }) => ({
      companyId,
      entityId: productId,
      entityVersion: version + 1,
      data: {
        productId,
        sku,
        mpn,
        name,
        before: numberOf(onHand),
        available: numberOf(stock.onHand),
      },
      occurredAt: now,
    })),
  )
}
