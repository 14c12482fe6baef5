import type { Decimal } from 'decimal.js'
import { type Id, newId } from '#kernel/id'
import type { Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { fail } from '../failures.ts'
import {
  insertCategories,
  insertProducts,
  type ProductDraft,
  upsertSuppliers,
} from '../product-store.ts'
import { termsChanged } from './create-terms.ts'
import { upsertEntries } from './entry-store.ts'
import { deletePriceList, listKnownCategories, savePriceList } from './price-list-store.ts'
import type { Seller } from './sellers.ts'

/** A product that one company alone can buy, for a while. */
export type AgreedProduct = Omit<
  ProductDraft,
  'id' | 'supplierCompanyId' | 'categoryId' | 'listPrice' | 'tiers' | 'byAgreement'
> & {
  readonly seller: Seller
  readonly buyerCompanyId: string
  /** Undefined: the category of what is sold on request. */
  readonly categoryId: string | undefined
  readonly unitPrice: Decimal
  /** Not included. */
  readonly validUntil: Date
}

/** The product, and the price list that shows it to its buyer. */
export type AgreedProductIds = { readonly productId: Id<'prd'>; readonly priceListId: Id<'pls'> }

const onRequest = 'cat_on_request'

/**
 * Participant. Adds a product that only this company sees and buys, until the agreement ends. No search finds it: it has no search
 * document.
 */
export async function addAgreedProduct(
  tx: Tx,
  product: AgreedProduct,
  now: Date,
): Promise<AgreedProductIds> {
  const { seller, buyerCompanyId, categoryId, unitPrice, validUntil, ...draft } = product
  const [productId, priceListId] = [newId('prd', now), newId('pls', now)]
  await upsertSuppliers(tx, [seller])
  const listed = { ...draft, id: productId, supplierCompanyId: seller.id, listPrice: unitPrice }
  const category = await knownCategory(tx, categoryId)
  await insertProducts(tx, [{ ...listed, categoryId: category, tiers: [], byAgreement: true }], now)
  await savePriceList(tx, {
    id: priceListId,
    supplierCompanyId: seller.id as Id<'co'>,
    name: `Offer ${draft.sku}`,
    currency: draft.currency,
    validFrom: now,
    validUntil,
    discounts: [],
    companyIds: [buyerCompanyId],
    unitId: undefined,
    entryCount: 1,
    version: 1,
    createdAt: now,
    updatedAt: now,
  })
  await upsertEntries(tx, priceListId, [{ productId, unitPrice, tiers: [] }])
  ringAfterCommit(tx, termsChanged)
  return { productId, priceListId }
}

/** Participant. Nobody sees or buys the product any more. What was bought stays bought. */
export async function endAgreedProduct(tx: Tx, { priceListId }: AgreedProductIds): Promise<void> {
  await deletePriceList(tx, priceListId)
  ringAfterCommit(tx, termsChanged)
}

async function knownCategory(tx: Tx, categoryId: string | undefined): Promise<string> {
  if (categoryId === undefined) {
    const root = { id: onRequest, name: 'On request', pathIds: [onRequest], path: ['On request'] }
    await insertCategories(tx, [{ ...root, nouns: [] }])
    return onRequest
  }
  const [known] = await listKnownCategories(tx, [categoryId])
  if (known === undefined) throw fail('category_unknown', { category: categoryId })
  return known
}
