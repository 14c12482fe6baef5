import { newId } from '#kernel/id'
import type { Tx } from '#platform/db'
import { documentOf } from '../document.ts'
import { indexDocuments, unindexProducts } from '../index-store.ts'
import { insertCurrencies, insertProducts } from '../product-store.ts'
import { announceChanged, announceCreated, type Changed, ended } from './announce.ts'
import { categoriesOf, type KnownCategories, uncategorised } from './categories.ts'
import type { Problem } from './import.ts'
import type { ImportedProduct } from './imported-product.ts'
import { type Defaults, merge, newProduct } from './merge.ts'
import {
  lockProductsBySku,
  putImagesAndClasses,
  replaceTiersOf,
  setStock,
  updateWholeProducts,
  type WholeProduct,
} from './upsert-store.ts'

export type Written = {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly discontinued: number
  /** By the article number: what kept a product from being made. */
  readonly refused: ReadonlyMap<string, Problem>
  /** To be called after the commit. */
  remember(): void
}

/**
 * Participant. Brings the supplier's products to what the file says of them, with search and events, by a handful of
 * statements however many they are. No article number comes twice.
 */
export async function writeProducts(
  tx: Tx,
  given: readonly ImportedProduct[],
  defaults: Defaults,
  known: KnownCategories,
  now: Date,
): Promise<Written> {
  const skus = given.map(({ sku }) => sku)
  const existing = await lockProductsBySku(tx, defaults.supplierCompanyId, skus)
  const paths = given.flatMap(({ sku, categoryPath }) => {
    if (categoryPath) return [categoryPath]
    return existing.has(sku) ? [] : [uncategorised]
  })
  const categories = await categoriesOf(tx, paths, known)

  const created: WholeProduct[] = []
  const changes: Changed[] = []
  const refused = new Map<string, Problem>()
  for (const one of given) {
    const before = existing.get(one.sku)
    if (before) {
      const category = one.categoryPath && categories.of(one.categoryPath)
      const merged = merge(before, one, category)
      if (merged.changed.size > 0) changes.push({ before, ...merged })
    } else if (one.discontinued) {
    } else {
      const category = categories.of(one.categoryPath ?? uncategorised)
      const made = newProduct(one, newId('prd', now), category, defaults)
      if ('code' in made) refused.set(one.sku, made)
      else created.push(made)
    }
  }
  await insertNew(tx, created, now)
  await applyChanges(tx, changes, now)
  const discontinued = changes.filter(ended).length
  return {
    created: created.length,
    updated: changes.length - discontinued,
    unchanged: given.length - created.length - changes.length - refused.size,
    discontinued,
    refused,
    remember: categories.remember,
  }
}

async function insertNew(tx: Tx, created: readonly WholeProduct[], now: Date): Promise<void> {
  if (created.length === 0) return
  await insertProducts(tx, created, now)
  await putImagesAndClasses(tx, created)
  await indexDocuments(tx, created.map(documentOf))
  await announceCreated(tx, created, now)
}

/** What search keeps a copy of. Stock and conditions are read where they are. */
const searched = new Set([
  'name',
  'description',
  'language',
  'brand',
  'mpn',
  'gtins',
  'attributes',
  'categoryId',
  'shipTo',
  'listPrice',
  'currency',
  'releasedOn',
  'state',
])

/** Participant. Writes products that are locked and differ, and tells of it. */
export async function applyChanges(tx: Tx, changes: readonly Changed[], now: Date): Promise<void> {
  if (changes.length === 0) return
  const products = changes.map(({ product }) => product)
  await updateWholeProducts(tx, products, now)
  const changedIn = (field: string) =>
    changes.filter(({ changed }) => changed.has(field)).map(({ product }) => product)
  await replaceTiersOf(tx, changedIn('tiers'))
  await setStock(tx, changedIn('onHand'), now)
  await insertCurrencies(tx, [...new Set(changedIn('currency').map(({ currency }) => currency))])
  const isSearched = ({ changed }: Changed) => [...changed].some((field) => searched.has(field))
  const found = changes.filter(isSearched).map(({ product }) => product)
  await indexDocuments(tx, found.filter(({ state }) => state === 'ACTIVE').map(documentOf))
  await unindexProducts(
    tx,
    changes.filter(ended).map(({ product }) => product.id),
  )
  await announceChanged(tx, changes, now)
}
