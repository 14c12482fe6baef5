import { Decimal } from 'decimal.js'
import type { Actor } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { numberOf, quantityOf } from '#kernel/quantity'
import { registerCompany } from '#modules/identity'
import { createSignedAddresses } from '#modules/images'
import {
  createChanges,
  createProductReader,
  createProducts,
  createTerms,
  insertCategories,
  type NewProduct,
  type Products,
  type TermsOf,
  upsertSuppliers,
} from '#modules/products'
import { createQuoter, type Quoter } from '#modules/quotes'
import {
  createProductSearch,
  indexProducts,
  type ProductSearch,
  type ProductSearchDeps,
  unindexProducts,
} from '#modules/search'
import { type Database, sql } from '#platform/db'
import { sealKeysFrom } from '#platform/seal'
import { aPrincipal } from './actors.ts'
import { anFx } from './fx.ts'

export type AProduct = {
  readonly id: Id<'prd'>
  readonly sku: string
  readonly mpn: string
  readonly name: string
  readonly supplierCompanyId: Id<'co'>
}

export type AProductOptions = Partial<
  Omit<NewProduct, 'listPrice' | 'tiers' | 'moq' | 'multiple' | 'onHand'>
> & {
  /** Quantities, as in JSON. */
  readonly moq?: number
  readonly multiple?: number
  readonly onHand?: number
  /** List price, as a decimal. */
  readonly unitPrice?: string
  /** Smallest quantity and price, as a decimal. */
  readonly tiers?: readonly (readonly [minQuantity: number, unitPrice: string])[]
}

/** Signs the addresses of pictures as the service does. */
export const addresses = createSignedAddresses({
  sealKeys: sealKeysFrom({ fallbackSecret: 'the secret of the catalogue tests' }),
  publicUrl: 'http://127.0.0.1:3000',
  sourceBaseUrl: 'http://127.0.0.1:3000',
})

const madeAt = new Date('2026-01-02T03:04:05Z')
export const sampleSupplierId: Id<'co'> = 'co_00000000000000000000000500'
/** A buyer of a company that has no agreements. */
export const buyer: Actor = aPrincipal('buyer')

export type Catalog = Products &
  Quoter &
  ProductSearch &
  Pick<ProductSearchDeps, 'reader' | 'changes' | 'terms'>

/** Products, what they cost and how they are found, as one service, for companies that buy in euros. */
export function aCatalog({
  database,
  fx = anFx(database),
  now = () => madeAt,
  currencyOf = async () => 'EUR',
  wake,
  terms = createTerms(),
}: Pick<ProductSearchDeps, 'database'> &
  Partial<Omit<ProductSearchDeps, 'terms' | 'reader' | 'changes'>> & {
    readonly terms?: TermsOf | undefined
  }): Catalog {
  const changes = createChanges(database.pool)
  const reader = createProductReader(database.pool, changes, addresses.urlOf)
  const deps = { database, fx, now, currencyOf, terms, reader, changes, wake }
  const searchIndex = { index: indexProducts, unindex: unindexProducts }
  return {
    reader,
    changes,
    terms,
    ...createProducts({ ...deps, searchIndex }),
    ...createQuoter(deps),
    ...createProductSearch(deps),
  }
}

let made = 0

/** A product on sale, with stock and a price, found by search. Its supplier is made when it is new. */
export async function aProduct(
  database: Database,
  overrides: AProductOptions = {},
): Promise<AProduct> {
  made += 1
  const { unitPrice = '2.50', tiers = [], moq = 1, multiple = 1, onHand = 100, ...rest } = overrides
  const product: NewProduct = {
    supplierCompanyId: sampleSupplierId,
    sku: `SKU-${made}`,
    mpn: `MPN-${made}`,
    gtins: [],
    name: `Hexagon bolt ${made}`,
    brand: 'Boltworks',
    description: '',
    attributes: [],
    categoryId: 'cat_bolts',
    unit: 'C62',
    leadTimeDays: 3,
    shipTo: ['DE', 'AT', 'FR', 'NL', 'GB', 'US'],
    currency: 'EUR',
    sample: false,
    releasedOn: '2026-01-02',
    // Prices are round numbers, and so are totals where a test is not about tax.
    taxClass: 'zero',
    ...rest,
    moq: quantityOf(moq),
    multiple: quantityOf(multiple),
    onHand: quantityOf(onHand),
    listPrice: new Decimal(unitPrice),
    tiers: tiers.map(([minQuantity, price]) => ({
      minQuantity: quantityOf(minQuantity),
      unitPrice: new Decimal(price),
    })),
  }
  const catalog = aCatalog({ database })
  const { supplierCompanyId, sku, mpn, name, categoryId } = product
  const id = await database.transaction(async (tx) => {
    await upsertSuppliers(tx, [
      { id: supplierCompanyId, name: `Supplier ${supplierCompanyId.slice(-3)}` },
    ])
    await aSupplier(tx, supplierCompanyId as Id<'co'>)
    await aCategory(tx, categoryId)
    return catalog.addProduct(tx, product)
  })
  return { id, sku, mpn, name, supplierCompanyId: supplierCompanyId as Id<'co'> }
}

/** A German company that sells, so that what it sells can be taxed. One that is there stays as it is. */
async function aSupplier(tx: Parameters<typeof registerCompany>[0], id: Id<'co'>): Promise<void> {
  const place = { currency: 'EUR', country: 'DE' }
  const kind = { supplier: true, platform: false }
  await registerCompany(tx, { id, name: `Supplier ${id.slice(-3)}`, ...place, ...kind }, madeAt)
}

async function aCategory(tx: Parameters<typeof insertCategories>[0], id: string): Promise<void> {
  const name = id.replace('cat_', '').replaceAll('_', ' ')
  const nouns = [name.replace(/s$/, '')]
  await insertCategories(tx, [{ id, name, pathIds: [id], path: [name], nouns }])
}

/** How many pieces of it there are, by where they stand. */
export async function stockOf(database: Database, productId: string) {
  const { rows } = await sql<{ on_hand: number; reserved: number; committed: number }>`
    select on_hand, reserved, committed from products.stock where product_id = ${productId}
  `.execute(database.pool)
  const [row] = rows
  if (!row) return undefined
  const units = (thousandths: number) => numberOf(BigInt(thousandths))
  return {
    on_hand: units(row.on_hand),
    reserved: units(row.reserved),
    committed: units(row.committed),
  }
}
