import type { Actor } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Quantity } from '#kernel/quantity'
import type { Fx, RateTable } from '#modules/fx'
import { type BuyingUnit, buyingUnitOf } from '#modules/structure'
import type { Conn, Database, Tx } from '#platform/db'
import type { TermsOf } from './agreements/create-terms.ts'
import { type DiscountFor, orderDiscountsOf } from './agreements/order-discounts-of.ts'
import {
  type CategoriesRequest,
  type ListedCategory,
  listCategories,
  listCategoryIds,
} from './categories/category-store.ts'
import { addProduct, changeProduct, type NewProduct } from './change-products.ts'
import type { ProductChanges } from './change-store.ts'
import { fail } from './failures.ts'
import type { SearchIndex } from './indexable.ts'
import type { Product } from './product.ts'
import { tableInto } from './rate-table.ts'
import { readCurrency } from './read-codes.ts'
import {
  findSubstitute,
  type Substitute,
  type SubstituteRequest,
} from './reading/find-substitute.ts'
import type { ProductReader } from './reading/product-reader.ts'
import {
  addBackordered,
  dropBackordered,
  listServable,
  lockStock,
  measureServable,
  type Refused,
  type Servable,
  serveBackordered,
} from './stock/backorder-store.ts'
import type { StockLine } from './stock/locked-stock-sql.ts'
import {
  commitReservedStock,
  releaseReservedStock,
  restockCommittedStock,
  type Shortage,
  takeStock,
} from './stock/stock-store.ts'
import { findSuccessor, type SuccessorOf } from './superseded-store.ts'
import { setTaxClass, type TaxClassChange } from './tax-classes/set-tax-class.ts'

export type ProductInCurrency = {
  readonly product: Product
  readonly table: RateTable | undefined
  /** The successor of a discontinued product. */
  readonly successor: SuccessorOf | undefined
}

export type Products = {
  /** The part of the category tree in the company's assortment. */
  categories(actor: Actor, requested: CategoriesRequest): Promise<ListedCategory[]>
  /**
   * The rates for prices in these currencies: into the requested currency, or else into the company's if there is a
   * rate. Undefined when no conversion is needed, or when there are no rates and no currency was requested. Throws like
   * `readProduct`.
   */
  ratesFor(
    actor: Actor,
    from: readonly string[],
    currency: string | undefined,
  ): Promise<RateTable | undefined>
  /**
   * The product at the company's prices in the language of the actor, and the rates into the requested currency, or else into the company's if there
   * is a rate. It also finds discontinued products, because an order may refer to them. Throws
   * `catalog.product_not_found`.
   */
  readProduct(actor: Actor, productId: string, currency?: string): Promise<ProductInCurrency>
  /** The ids of the categories of these products, and of all their ancestors. */
  categoriesOf(conn: Conn, productIds: readonly string[]): Promise<Set<string>>
  /** The discounts of the company's contracts by supplier, in one currency. Call it after `quote`, for the same buyer. */
  orderDiscounts(conn: Conn, buyer: BuyingUnit, currency: string, now: Date): Promise<DiscountFor>
  /** Participant. Undefined if the buyer cannot buy the product in the place of the other one. */
  findSubstitute(
    tx: Tx,
    buyer: BuyingUnit,
    requested: SubstituteRequest,
    now: Date,
  ): Promise<Substitute | undefined>
  /** Participant. Reserves all lines or none. Returns the lines that are short. */
  reserve(tx: Tx, lines: readonly StockLine[]): Promise<Shortage[]>
  /** Participant. Like `reserve` and `commitReserved` in one, for an immediate sale. */
  sell(tx: Tx, lines: readonly StockLine[]): Promise<Shortage[]>
  /** Participant. Turns reserved pieces into sold ones. Throws if they were not reserved. */
  commitReserved(tx: Tx, lines: readonly StockLine[]): Promise<void>
  /** Participant. Puts reserved pieces back on sale. Throws if they were not reserved. */
  releaseReserved(tx: Tx, lines: readonly StockLine[]): Promise<void>
  /**
   * Participant. Puts sold pieces back on sale, because they did not leave or were returned. Throws if they were not
   * sold.
   */
  restockCommitted(tx: Tx, lines: readonly StockLine[]): Promise<void>
  /** Participant. Locks the stock of products before statements that move it for different lines. */
  lockStock(tx: Tx, productIds: readonly string[]): Promise<void>
  /**
   * Participant. Lets all lines wait for stock, or none, and returns those that their suppliers do not take. Call
   * `lockStock` or `sell` for them before.
   */
  backorder(tx: Tx, lines: readonly StockLine[]): Promise<Refused[]>
  /** Participant. The pieces no longer wait for stock. Throws if they did not. */
  dropBackordered(tx: Tx, lines: readonly StockLine[]): Promise<void>
  /** Participant. Sells up to this much of the stock to a line that waits, and returns how much. Call `lockStock` before. */
  serveBackordered(tx: Tx, line: StockLine): Promise<Quantity>
  /** The products for which orders wait, and which have stock again. */
  listServable(limit: number): Promise<string[]>
  /** How many they are, up to `countedMax`. */
  measureServable(): Promise<Servable>
  /** Participant. */
  addProduct(tx: Tx, product: NewProduct): Promise<Id<'prd'>>
  /** Participant. Changes texts, conditions, price, stock or state of a product, with an event for each. */
  changeProduct(tx: Tx, productId: string, changes: ProductChanges): Promise<void>
  /** Sets how products and categories are taxed. For operators. */
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
  /** The default currency of a company. */
  readonly currencyOf: (companyId: string) => Promise<string>
}

export function createProducts(deps: ProductsDeps): Products {
  const { database, now, terms, searchIndex } = deps
  const { pool } = database
  return {
    categories: async (actor, requested) => {
      const { restrictions } = await terms.current(pool, await buyingUnitOf(pool, actor), now())
      return listCategories(pool, restrictions, requested)
    },
    ratesFor: (actor, from, currency) => ratesFor(deps, actor, from, currency),
    readProduct: async (actor, productId, currency) => {
      readCurrency(currency)
      const product = await getProduct(deps, actor, productId)
      const successor = await successorOf(deps, actor, product)
      const table = await ratesFor(deps, actor, [product.pricing.list.currency], currency)
      return { product, successor, table }
    },
    categoriesOf: listCategoryIds,
    orderDiscounts: (conn, buyer, currency, at) =>
      orderDiscountsOf(deps, conn, buyer, currency, at),
    findSubstitute: async (tx, buyer, requested, at) =>
      findSubstitute(tx, await terms.current(tx, buyer, at), requested),
    reserve: (tx, lines) => takeStock(tx, lines, 'reserved', now()),
    sell: (tx, lines) => takeStock(tx, lines, 'committed', now()),
    commitReserved: (tx, lines) => commitReservedStock(tx, lines, now()),
    releaseReserved: (tx, lines) => releaseReservedStock(tx, lines, now()),
    restockCommitted: (tx, lines) => restockCommittedStock(tx, lines, now()),
    lockStock,
    backorder: (tx, lines) => addBackordered(tx, lines, now()),
    dropBackordered: (tx, lines) => dropBackordered(tx, lines, now()),
    serveBackordered: (tx, line) => serveBackordered(tx, line, now()),
    listServable: (limit) => listServable(pool, limit),
    measureServable: () => measureServable(pool, now()),
    addProduct: (tx, product) => addProduct(searchIndex, tx, product, now()),
    changeProduct: (tx, productId, changes) =>
      changeProduct(searchIndex, tx, productId, changes, now()),
    setTaxClass: (actor, change) => setTaxClass(deps, actor, change),
  }
}

async function getProduct(
  { database: { pool }, terms, reader, now }: ProductsDeps,
  actor: Actor,
  productId: string,
): Promise<Product> {
  const buyer = await buyingUnitOf(pool, actor)
  const product = await terms.under(pool, buyer, now(), (current) =>
    reader.whole(current, productId, actor.language),
  )
  if (!product) throw fail('product_not_found', { productId })
  return product
}

async function successorOf(
  { database: { pool }, terms, now }: ProductsDeps,
  actor: Actor,
  { state, supplier, sku }: Product,
): Promise<SuccessorOf | undefined> {
  if (state === 'ACTIVE') return undefined
  const { restrictions } = await terms.current(pool, await buyingUnitOf(pool, actor), now())
  return findSuccessor(pool, restrictions, { supplierCompanyId: supplier.id, sku }, actor.language)
}

async function ratesFor(
  deps: ProductsDeps,
  actor: Actor,
  from: readonly string[],
  requested: string | undefined,
): Promise<RateTable | undefined> {
  const currency = readCurrency(requested)
  const target = currency ?? (await deps.currencyOf(actor.companyId))
  const others = from.filter((one) => one !== target)
  if (others.length === 0) return undefined
  const needed = currency !== undefined
  const table = await tableInto(deps, deps.database.pool, target, { needed, rateSetId: undefined })
  if (needed) for (const one of others) table?.getConversion(one)
  return table
}
