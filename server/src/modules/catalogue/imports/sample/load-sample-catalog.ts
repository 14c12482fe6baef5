import assert from 'node:assert/strict'
import type { Id } from '#kernel/id'
import { quantityOf } from '#kernel/quantity'
import {
  type Indexable,
  insertCategories,
  insertProducts,
  type ProductDraft,
  upsertSuppliers,
} from '#modules/products'
import { analyzeCatalog, indexProducts, refreshSearchStatistics } from '#modules/search'
import type { Database } from '#platform/db'
import { claimLoad, findLoad, markLoadCompleted, markLoadProgress } from './load-store.ts'
import {
  readSampleCategories,
  readSampleProducts,
  type SampleCategory,
  type SampleProduct,
} from './sample-source.ts'
import { sampleProductId, sampleShipTo, sampleTerms } from './sample-terms.ts'

export type SampleSupplier = { readonly id: Id<'co'>; readonly name: string }

export type LoadSampleCatalogOptions = {
  readonly database: Database
  /** Six suppliers make sense. The article number decides which supplier gets a product. */
  readonly suppliers: readonly SampleSupplier[]
  readonly now: () => Date
  /** The address of the picture of a product, by its article number. Without it the products have no pictures. */
  readonly pictureUrlOf?: ((sku: string) => string) | undefined
  /** Called after each batch with the number of loaded products. */
  readonly onProgress?: (loaded: number) => void
}

const loadName = 'sample'
const batchMax = 500

/**
 * Loads the shipped catalogue into an empty database: products with sample prices and stock, and the search index. Each
 * batch commits with its position, so an interrupted load continues there. A second load finds the marker and does
 * nothing. It records no events, because nobody subscribes before the first load.
 */
export async function loadSampleCatalog(
  options: LoadSampleCatalogOptions,
): Promise<{ loaded: number }> {
  const { database, suppliers, now } = options
  assert(suppliers.length > 0, 'the sample catalogue needs somebody who sells it')
  const before = await findLoad(database.pool, loadName)
  if (before?.completed) return { loaded: 0 }

  const categories = await readSampleCategories()
  await database.transaction(async (tx) => {
    await upsertSuppliers(tx, suppliers)
    await insertCategories(tx, [...categories.values()])
  })
  const loaded = await loadProducts(options, categories, before?.linesDone ?? 0)
  await database.transaction(async (tx) => {
    if ((await claimLoad(tx, loadName)).completed) return
    await refreshSearchStatistics(tx, now())
    await markLoadCompleted(tx, loadName, now())
  })
  await analyzeCatalog(database.pool)
  return { loaded }
}

async function loadProducts(
  options: LoadSampleCatalogOptions,
  categories: ReadonlyMap<string, SampleCategory>,
  start: number,
): Promise<number> {
  const { database, now, onProgress } = options
  let done = start
  // The next batch is read and computed while PostgreSQL writes this one.
  let writing: Promise<void> = Promise.resolve()
  for await (const products of readSampleProducts(start, batchMax)) {
    const batch = products.map((product) => prepareProduct(product, categories, options))
    const from = done
    await writing
    writing = writeBatch(database, batch, from, now())
    // It is awaited above or below. Until then a failure must not count as unhandled.
    writing.catch(() => undefined)
    done += batch.length
    onProgress?.(done)
  }
  await writing
  return done - start
}

type Prepared = { readonly draft: ProductDraft; readonly indexable: Indexable }

/**
 * Two processes may load at once. The row of the load is locked, and a batch that the other process wrote is skipped.
 */
async function writeBatch(
  database: Database,
  batch: readonly Prepared[],
  from: number,
  now: Date,
): Promise<void> {
  await database.transaction(async (tx) => {
    const { linesDone } = await claimLoad(tx, loadName)
    if (linesDone >= from + batch.length) return
    await insertProducts(
      tx,
      batch.map(({ draft }) => draft),
      now,
    )
    await indexProducts(
      tx,
      batch.map(({ indexable }) => indexable),
    )
    await markLoadProgress(tx, loadName, from + batch.length)
  })
}

function prepareProduct(
  product: SampleProduct,
  categories: ReadonlyMap<string, SampleCategory>,
  { suppliers, pictureUrlOf }: Pick<LoadSampleCatalogOptions, 'suppliers' | 'pictureUrlOf'>,
): Prepared {
  const category = categories.get(product.category)
  assert(
    category,
    `product ${product.sku} names the category ${product.category}, which is not there`,
  )
  const terms = sampleTerms(product.sku, category.pathIds, suppliers.length)
  const supplier = suppliers[terms.supplier]
  assert(supplier, 'a supplier is drawn from those there are')
  const common = {
    id: sampleProductId(product.sku, product.releasedOn),
    supplierCompanyId: supplier.id,
    sku: product.sku,
    mpn: product.mpn,
    gtins: product.gtins,
    name: product.name,
    brand: product.brand,
    description: product.description,
    attributes: product.attributes,
    shipTo: sampleShipTo[terms.supplier % sampleShipTo.length] ?? [],
    listPrice: terms.listPrice,
    currency: 'EUR',
    releasedOn: product.releasedOn,
    moq: quantityOf(terms.moq),
    multiple: quantityOf(terms.multiple),
    tiers: terms.tiers.map((tier) => ({ ...tier, minQuantity: quantityOf(tier.minQuantity) })),
  }
  const { unit, leadTimeDays, onHand } = terms
  return {
    draft: {
      ...common,
      categoryId: category.id,
      unit,
      leadTimeDays,
      onHand: quantityOf(onHand),
      imageUrls: pictureUrlOf ? [pictureUrlOf(product.sku)] : [],
      sample: true,
    },
    indexable: { ...common, categoryIds: category.pathIds },
  }
}
