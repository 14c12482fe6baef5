import { type Id, newId } from '#kernel/id'
import { numberOf } from '#kernel/quantity'
import type { Tx } from '#platform/db'
import { type EventKind, emit } from '#platform/outbox'
import { findCategoryPath, type ProductChanges, updateProduct } from './change-store.ts'
import {
  brandData,
  listPriceData,
  ProductCreated,
  ProductDiscontinued,
  ProductPriceChanged,
  ProductStockChanged,
  ProductUpdated,
  priceBeforeData,
  tiersData,
} from './events.ts'
import { fail } from './failures.ts'
import type { SearchIndex } from './indexable.ts'
import { insertProducts, type ProductDraft } from './product-store.ts'
import { lockProduct, type WholeProduct } from './whole-product-store.ts'

export type NewProduct = Omit<ProductDraft, 'id'>

/** Participant. Adds a product. Search finds it and its event is published when the transaction commits. */
export async function addProduct(
  searchIndex: SearchIndex,
  tx: Tx,
  product: NewProduct,
  now: Date,
): Promise<Id<'prd'>> {
  const categoryIds = await findCategoryPath(tx, product.categoryId)
  if (!categoryIds) throw fail('category_unknown', { category: product.categoryId })
  const id = newId('prd', now)
  await insertProducts(tx, [{ ...product, id }], now)
  await searchIndex.index(tx, [{ ...product, id, categoryIds }])
  const { sku, mpn, name, brand, categoryId, supplierCompanyId } = product
  await emit(tx, ProductCreated, {
    companyId: supplierCompanyId,
    entityId: id,
    entityVersion: 1,
    data: {
      productId: id,
      sku,
      mpn,
      name,
      ...brandData(brand),
      categoryId,
      ...listPriceData(product),
    },
    occurredAt: now,
  })
  return id
}

/** Participant. Changes a product, keeps the search index in step, and records an event for each kind of change. */
export async function changeProduct(
  searchIndex: SearchIndex,
  tx: Tx,
  productId: string,
  changes: ProductChanges,
  now: Date,
): Promise<void> {
  const before = await lockProduct(tx, productId)
  if (!before) throw fail('product_not_found', { productId })
  await updateProduct(tx, productId, changes, now)
  const discontinued = changes.discontinued === true || before.state === 'DISCONTINUED'
  if (discontinued) await searchIndex.unindex(tx, [productId])
  else {
    const { [changes.language ?? '']: _own, ...texts } = before.texts
    await searchIndex.index(tx, [{ ...before, ...changes, texts }])
  }
  await announce(tx, before, changes, now)
}

async function announce(
  tx: Tx,
  before: WholeProduct,
  changes: ProductChanges,
  now: Date,
): Promise<void> {
  const { id: productId, sku, mpn } = before
  const facts = { productId, sku, mpn, name: changes.name ?? before.name }
  const publish = <Data>(kind: EventKind<Data>, data: Data) =>
    emit(tx, kind, {
      companyId: before.supplierCompanyId,
      entityId: productId,
      entityVersion: before.version + 1,
      data,
      occurredAt: now,
    })
  const changed = Object.keys(changes).filter((field) => !fieldsWithOwnEvent.has(field))
  if (changed.length > 0) await publish(ProductUpdated, { ...facts, changed })
  const { listPrice = before.listPrice, onHand } = changes
  if (!listPrice.eq(before.listPrice) || changes.tiers) {
    await publish(ProductPriceChanged, {
      ...facts,
      ...priceBeforeData(before),
      ...listPriceData({ ...before, listPrice }),
      ...(changes.tiers ? { tiers: tiersData(changes.tiers, before) } : {}),
    })
  }
  if (onHand !== undefined && onHand !== before.onHand) {
    await publish(ProductStockChanged, {
      ...facts,
      before: numberOf(before.onHand),
      available: numberOf(onHand),
    })
  }
  if (changes.discontinued && before.state === 'ACTIVE') await publish(ProductDiscontinued, facts)
}

/** Fields whose change has its own event. */
const fieldsWithOwnEvent = new Set(['listPrice', 'tiers', 'onHand', 'discontinued'])
