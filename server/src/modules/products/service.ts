import type { Actor } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Fx, RateTable } from '#modules/fx'
import type { Conn, Database, Tx } from '#platform/db'
import { type DiscountFor, orderDiscountsOf } from './agreements/order-discounts-of.ts'
import type { TermsOf } from './agreements/terms.ts'
import {
  type CategoriesAsked,
  type ListedCategory,
  listCategories,
  listCategoryIds,
} from './categories/category-store.ts'
import { addProduct, changeProduct, type NewProduct } from './change-products.ts'
import type { ProductChanges } from './change-store.ts'
import { fail } from './failures.ts'
import type { SearchIndex } from './indexable.ts'
import type { Product } from './product.ts'
import type { ProductReader } from './product-reader.ts'
import { tableInto } from './rate-table.ts'
import { readCurrency } from './read-codes.ts'
import { setTaxClass, type TaxClassChange } from './set-tax-class.ts'
import {
  commitReservedStock,
  releaseReservedStock,
  restockCommittedStock,
  type Shortage,
  type StockLine,
  takeStock,
} from './stock/stock-store.ts'
import { findSuccessor, type SuccessorOf } from './superseded-store.ts'

export type ProductInCurrency = {
  readonly product: Product
  readonly table: RateTable | undefined
  /** Of what is not sold any more: what has taken its place. */
  readonly successor: SuccessorOf | undefined
}

export type Products = {
  /** Of the tree of categories, what the company may see. */
  categories(actor: Actor, asked: CategoriesAsked): Promise<ListedCategory[]>
  /**
   * What prices in these currencies are told with: in the currency that is asked for, else in the company's where there is a
   * rate. Undefined where none is needed, or none can be had and none was asked for. Throws as `readProduct` does.
   */
  ratesFor(
    actor: Actor,
    from: readonly string[],
    currency: string | undefined,
  ): Promise<RateTable | undefined>
  /**
   * The product at the company's prices, and what these are converted with: into the currency that was asked for, or into the
   * company's where there is a rate.
   * Discontinued ones too: an order may name them. Throws `catalog.product_not_found`.
   */
  readProduct(actor: Actor, productId: string, currency?: string): Promise<ProductInCurrency>
  /** The ids of the categories of these products, with all above them. */
  categoriesOf(conn: Conn, productIds: readonly string[]): Promise<Set<string>>
  /** What the company's contracts take off the goods of each supplier, told in a currency. Asked after `quote`. */
  orderDiscounts(conn: Conn, companyId: string, currency: string, now: Date): Promise<DiscountFor>
  /** Participant. All lines or none: where any is short, nothing has changed and every short line is named. */
  reserve(tx: Tx, lines: readonly StockLine[]): Promise<Shortage[]>
  /** Participant. As `reserve` and `commitReserved` in one, for what is sold as soon as it is asked for. */
  sell(tx: Tx, lines: readonly StockLine[]): Promise<Shortage[]>
  /** Participant. What was reserved is sold. Throws where it was not reserved. */
  commitReserved(tx: Tx, lines: readonly StockLine[]): Promise<void>
  /** Participant. What was reserved can be sold again. Throws where it was not reserved. */
  releaseReserved(tx: Tx, lines: readonly StockLine[]): Promise<void>
  /** Participant. What was sold did not leave, or came back: it can be sold again. Throws where it was not sold. */
  restockCommitted(tx: Tx, lines: readonly StockLine[]): Promise<void>
  /** Participant. */
  addProduct(tx: Tx, product: NewProduct): Promise<Id<'prd'>>
  /** Participant. Texts, conditions, price, stock or the end of a product, each with its event. */
  changeProduct(tx: Tx, productId: string, changes: ProductChanges): Promise<void>
  /** For operators: how products and categories are taxed. */
  setTaxClass(
    actor: Actor,
    change: TaxClassChange,
  ): Promise<{ products: number; categories: number }>
}

export type ProductsDeps = {
  readonly database: Database
  readonly fx: Pick<Fx, 'ratesInto'>
  readonly now: () => Date
  readonly terms: TermsOf
  readonly reader: ProductReader
  readonly searchIndex: SearchIndex
  /** The currency a company thinks in. */
  readonly currencyOf: (companyId: string) => Promise<string>
}

export function createProducts(deps: ProductsDeps): Products {
  const { database, now, terms, searchIndex } = deps
  const { pool } = database
  return {
    categories: async ({ companyId }, asked) =>
      listCategories(pool, (await terms.current(pool, companyId, now())).shelf, asked),
    ratesFor: (actor, from, currency) => ratesFor(deps, actor, from, currency),
    readProduct: async (actor, productId, currency) => {
      readCurrency(currency)
      const product = await getProduct(deps, actor, productId)
      const successor = await successorOf(deps, actor, product)
      const table = await ratesFor(deps, actor, [product.pricing.list.currency], currency)
      return { product, successor, table }
    },
    categoriesOf: listCategoryIds,
    orderDiscounts: (conn, companyId, currency, at) =>
      orderDiscountsOf(deps, conn, companyId, currency, at),
    reserve: (tx, lines) => takeStock(tx, lines, 'reserved', now()),
    sell: (tx, lines) => takeStock(tx, lines, 'committed', now()),
    commitReserved: (tx, lines) => commitReservedStock(tx, lines, now()),
    releaseReserved: (tx, lines) => releaseReservedStock(tx, lines, now()),
    restockCommitted: (tx, lines) => restockCommittedStock(tx, lines, now()),
    addProduct: (tx, product) => addProduct(searchIndex, tx, product, now()),
    changeProduct: (tx, productId, changes) =>
      changeProduct(searchIndex, tx, productId, changes, now()),
    setTaxClass: (actor, change) => setTaxClass(deps, actor, change),
  }
}

async function getProduct(
  { database: { pool }, terms, reader, now }: ProductsDeps,
  { companyId }: Actor,
  productId: string,
): Promise<Product> {
  const product = await terms.under(pool, companyId, now(), (held) => reader.whole(held, productId))
  if (!product) throw fail('product_not_found', { productId })
  return product
}

async function successorOf(
  { database: { pool }, terms, now }: ProductsDeps,
  { companyId }: Actor,
  { state, supplier, sku }: Product,
): Promise<SuccessorOf | undefined> {
  if (state === 'ACTIVE') return undefined
  const { shelf } = await terms.current(pool, companyId, now())
  return findSuccessor(pool, shelf, { supplierCompanyId: supplier.id, sku })
}

async function ratesFor(
  deps: ProductsDeps,
  actor: Actor,
  from: readonly string[],
  asked: string | undefined,
): Promise<RateTable | undefined> {
  const currency = readCurrency(asked)
  const target = currency ?? (await deps.currencyOf(actor.companyId))
  const others = from.filter((one) => one !== target)
  if (others.length === 0) return undefined
  const needed = currency !== undefined
  const table = await tableInto(deps, deps.database.pool, target, { needed, rateSetId: undefined })
  if (needed) for (const one of others) table?.getConversion(one)
  return table
}
