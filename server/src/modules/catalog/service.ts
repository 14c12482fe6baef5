import type { Actor } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { RateTable } from '#modules/fx'
import type { Conn, Tx } from '#platform/db'
import { addProduct, changeProduct, type NewProduct } from './change-products.ts'
import type { ProductChanges } from './change-store.ts'
import { fail } from './failures.ts'
import { refreshSearchStatistics } from './index-store.ts'
import { type MatchedLine, matchLines } from './match-lines.ts'
import { listOffers, type Offer } from './offer-store.ts'
import type { OrderLine } from './order-lines.ts'
import type { Product } from './product.ts'
import { type LineQuote, type QuoteItem, type QuoteOptions, quoteLines } from './quote.ts'
import { findProduct } from './read-store.ts'
import { createSearch, type SearchDeps, type SearchResult } from './search.ts'
import { refuseUnknownCurrency, type SearchInput } from './search-input.ts'
import { setTaxClass, type TaxClassChange } from './set-tax-class.ts'
import {
  commitReservedStock,
  releaseReservedStock,
  reserveStock,
  type Shortage,
  type StockLine,
} from './stock-store.ts'
import { listSuggestions, type Suggestions } from './suggest-store.ts'

export type ProductInCurrency = {
  readonly product: Product
  readonly table: RateTable | undefined
}

export type Catalog = {
  /** What is on sale, by words and filters. Nothing in it depends on who asks but the currency. */
  search(actor: Actor, input: SearchInput): Promise<SearchResult>
  /** What a text that is being typed may become, so many of each kind at most. */
  suggest(typed: string, limit: number): Promise<Suggestions>
  /** The product that each line of a quick order means, in their order. */
  matchLines(lines: readonly OrderLine[]): Promise<MatchedLine[]>
  /** Discontinued ones too: an order may name them. */
  findProduct(conn: Conn, productId: string): Promise<Product | undefined>
  /** Throws `catalog.product_not_found`. */
  getProduct(conn: Conn, productId: string): Promise<Product>
  /** The product, and what its prices are converted with where another currency was asked for. */
  readProduct(productId: string, currency?: string): Promise<ProductInCurrency>
  /** Today's price and stock of each product at its quantity, and what keeps it from being ordered. */
  quote(
    conn: Conn,
    items: readonly QuoteItem[],
    options?: QuoteOptions,
  ): Promise<Map<string, LineQuote>>
  /** Participant. The prices that the transaction sees, by product. */
  pricesAt(tx: Tx, productIds: readonly string[]): Promise<Map<string, Offer>>
  /** Participant. All lines or none: where any is short, nothing has changed and every short line is named. */
  reserve(tx: Tx, lines: readonly StockLine[]): Promise<Shortage[]>
  /** Participant. What was reserved is sold. Throws where it was not reserved. */
  commitReserved(tx: Tx, lines: readonly StockLine[]): Promise<void>
  /** Participant. What was reserved can be sold again. Throws where it was not reserved. */
  releaseReserved(tx: Tx, lines: readonly StockLine[]): Promise<void>
  /** Participant. */
  addProduct(tx: Tx, product: NewProduct): Promise<Id<'prd'>>
  /** Participant. Texts, conditions, price, stock or the end of a product, each with its event. */
  changeProduct(tx: Tx, productId: string, changes: ProductChanges): Promise<void>
  /** For operators: how products and categories are taxed. */
  setTaxClass(
    actor: Actor,
    change: TaxClassChange,
  ): Promise<{ products: number; categories: number }>
  /** Counts anew how common each word is. Harmless at any time; worth it after many changes. */
  refreshSearchStatistics(): Promise<void>
}

export function createCatalog(deps: SearchDeps): Catalog {
  const { database, now } = deps
  const getProduct = async (conn: Conn, productId: string) => {
    const product = await findProduct(conn, productId)
    if (!product) throw fail('product_not_found', { productId })
    return product
  }
  return {
    search: createSearch(deps),
    suggest: (typed, limit) => listSuggestions(database.pool, typed, limit),
    matchLines: (lines) => matchLines(database.pool, lines),
    findProduct,
    getProduct,
    readProduct: async (productId, currency) => {
      refuseUnknownCurrency(currency)
      const product = await getProduct(database.pool, productId)
      const from = product.pricing.list.currency
      if (currency === undefined || currency === from) return { product, table: undefined }
      const table = await deps.fx.ratesInto(database.pool, currency, now())
      table.getConversion(from)
      return { product, table }
    },
    quote: (conn, items, options) => quoteLines(deps, conn, items, options),
    pricesAt: listOffers,
    reserve: (tx, lines) => reserveStock(tx, lines, now()),
    commitReserved: (tx, lines) => commitReservedStock(tx, lines, now()),
    releaseReserved: (tx, lines) => releaseReservedStock(tx, lines, now()),
    addProduct: (tx, product) => addProduct(tx, product, now()),
    changeProduct: (tx, productId, changes) => changeProduct(tx, productId, changes, now()),
    setTaxClass: (actor, change) => setTaxClass(deps, actor, change),
    refreshSearchStatistics: () => database.transaction((tx) => refreshSearchStatistics(tx, now())),
  }
}
