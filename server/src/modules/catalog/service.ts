import type { Actor } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { RateTable } from '#modules/fx'
import type { Conn, Tx } from '#platform/db'
import { type DiscountFor, orderDiscountsOf } from './agreements/order-discounts-of.ts'
import { createTerms, type TermsOf } from './agreements/terms.ts'
import {
  type CategoriesAsked,
  type ListedCategory,
  listCategories,
  listCategoryIds,
} from './category-store.ts'
import { addProduct, changeProduct, type NewProduct } from './change-products.ts'
import type { ProductChanges } from './change-store.ts'
import { addSynonyms, changeSynonyms, deleteSynonyms } from './change-synonyms.ts'
import { createChanges } from './changes.ts'
import { fail } from './failures.ts'
import { refreshSearchStatistics } from './index-store.ts'
import { createKinds } from './kinds.ts'
import { type MatchedLine, matchLines } from './match-lines.ts'
import type { OrderLine } from './order-lines.ts'
import { tableInto } from './price-scale.ts'
import type { Product } from './product.ts'
import { createProductReader } from './product-reader.ts'
import { type LineQuote, type QuoteItem, type QuoteOptions, quoteLines } from './quote.ts'
import { createSearch, type SearchDeps, type SearchResult } from './search.ts'
import { readCurrency, type SearchInput } from './search-input.ts'
import { setTaxClass, type TaxClassChange } from './set-tax-class.ts'
import {
  commitReservedStock,
  releaseReservedStock,
  restockCommittedStock,
  type Shortage,
  type StockLine,
  takeStock,
} from './stock-store.ts'
import { type Suggested, suggest } from './suggest.ts'
import { findSuccessor, type SuccessorOf } from './superseded-store.ts'
import type { Synonym, SynonymGroup } from './synonym.ts'
import { listSynonyms } from './synonym-store.ts'
import { createSynonyms } from './synonyms.ts'

export type ProductInCurrency = {
  readonly product: Product
  readonly table: RateTable | undefined
  /** Of what is not sold any more: what has taken its place. */
  readonly successor: SuccessorOf | undefined
}

export type Catalog = {
  /** What is on sale for the company that asks, at its prices, by words and filters. */
  search(actor: Actor, input: SearchInput): Promise<SearchResult>
  /** What a text that is being typed may become, so many of each kind at most. */
  suggest(actor: Actor, typed: string, limit: number): Promise<Suggested>
  /** Of the tree of categories, what the company may see. */
  categories(actor: Actor, asked: CategoriesAsked): Promise<ListedCategory[]>
  /** The product that each line of a quick order means, in their order. */
  matchLines(actor: Actor, lines: readonly OrderLine[]): Promise<MatchedLine[]>
  /**
   * What prices in these currencies are told with: in the currency that is asked for, else in the company's where there is a
   * rate. Undefined where none is needed, or none can be had and none was asked for. Throws as `readProduct` does.
   */
  ratesFor(
    actor: Actor,
    from: readonly string[],
    currency: string | undefined,
  ): Promise<RateTable | undefined>
  /** Words that search takes for one another; operators keep them. Changes count within seconds. */
  readonly synonyms: {
    list(page: { readonly after?: string | undefined; readonly limit: number }): Promise<Synonym[]>
    /** Throws `catalog.synonyms_invalid`, `_circular` and `_too_many`. */
    add(actor: Actor, group: SynonymGroup): Promise<Synonym>
    /** What is not named stays. Throws `catalog.synonyms_not_found` as well. */
    change(
      actor: Actor,
      id: string,
      changes: Parameters<typeof changeSynonyms>[3],
    ): Promise<Synonym>
    delete(actor: Actor, id: string): Promise<void>
  }
  /**
   * The product at the company's prices, and what these are converted with: into the currency that was asked for, or into the
   * company's where there is a rate.
   * Discontinued ones too: an order may name them. Throws `catalog.product_not_found`.
   */
  readProduct(actor: Actor, productId: string, currency?: string): Promise<ProductInCurrency>
  /**
   * Stock and the company's price of each product at its quantity today, and what keeps it from being ordered. In a
   * transaction, what the transaction sees. The one source of a price for carts, checkouts and orders.
   */
  quote(
    conn: Conn,
    companyId: string,
    items: readonly QuoteItem[],
    options?: QuoteOptions,
  ): Promise<Map<string, LineQuote>>
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
  /** Counts anew how common each word is. Harmless at any time; worth it after many changes. */
  refreshSearchStatistics(): Promise<void>
}

export type CatalogDeps = Omit<SearchDeps, 'terms'> & { readonly terms?: TermsOf | undefined }

export function createCatalog(given: CatalogDeps): Catalog {
  const deps = { ...given, terms: given.terms ?? createTerms() }
  const { database, now, terms } = deps
  const { pool } = database
  const changes = createChanges(pool)
  const reader = createProductReader(pool, changes)
  const synonyms = createSynonyms(database, deps.wake)
  const kindsOf = createKinds(pool, changes)
  const getProduct = async ({ companyId }: Actor, productId: string) => {
    const product = await terms.under(pool, companyId, now(), (held) =>
      reader.whole(held, productId),
    )
    if (!product) throw fail('product_not_found', { productId })
    return product
  }
  const ratesFor: Catalog['ratesFor'] = async (actor, from, given) => {
    const currency = readCurrency(given)
    const target = currency ?? (await deps.currencyOf(actor.companyId))
    const others = from.filter((one) => one !== target)
    if (others.length === 0) return undefined
    const needed = currency !== undefined
    const table = await tableInto(deps, pool, target, { needed, rateSetId: undefined })
    if (needed) for (const one of others) table?.getConversion(one)
    return table
  }
  const successorOf = async ({ companyId }: Actor, { state, supplier, sku }: Product) => {
    if (state === 'ACTIVE') return undefined
    const { shelf } = await terms.current(pool, companyId, now())
    return findSuccessor(pool, shelf, { supplierCompanyId: supplier.id, sku })
  }
  return {
    search: createSearch(deps, { changes, reader, synonyms, kindsOf }),
    suggest: async ({ companyId }, typed, limit) => {
      const vocabulary = async () => ({
        synonyms: await synonyms.current(),
        kinds: await kindsOf(await changes.moment()),
      })
      return terms.under(pool, companyId, now(), (held) =>
        suggest(pool, held, vocabulary, { typed, limit }),
      )
    },
    categories: async ({ companyId }, asked) =>
      listCategories(pool, (await terms.current(pool, companyId, now())).shelf, asked),
    matchLines: async ({ companyId }, lines) =>
      matchLines(pool, await terms.current(pool, companyId, now()), lines),
    ratesFor,
    synonyms: {
      list: (page) => listSynonyms(pool, page),
      add: (actor, group) => addSynonyms(deps, actor, group),
      change: (actor, id, changes) => changeSynonyms(deps, actor, id, changes),
      delete: (actor, id) => deleteSynonyms(deps, actor, id),
    },
    readProduct: async (actor, productId, currency) => {
      readCurrency(currency)
      const product = await getProduct(actor, productId)
      const successor = await successorOf(actor, product)
      const table = await ratesFor(actor, [product.pricing.list.currency], currency)
      return { product, successor, table }
    },
    quote: (conn, companyId, items, options) => quoteLines(deps, conn, companyId, items, options),
    categoriesOf: listCategoryIds,
    orderDiscounts: (conn, companyId, currency, at) =>
      orderDiscountsOf(deps, conn, companyId, currency, at),
    reserve: (tx, lines) => takeStock(tx, lines, 'reserved', now()),
    sell: (tx, lines) => takeStock(tx, lines, 'committed', now()),
    commitReserved: (tx, lines) => commitReservedStock(tx, lines, now()),
    releaseReserved: (tx, lines) => releaseReservedStock(tx, lines, now()),
    restockCommitted: (tx, lines) => restockCommittedStock(tx, lines, now()),
    addProduct: (tx, product) => addProduct(tx, product, now()),
    changeProduct: (tx, productId, changes) => changeProduct(tx, productId, changes, now()),
    setTaxClass: (actor, change) => setTaxClass(deps, actor, change),
    refreshSearchStatistics: () => database.transaction((tx) => refreshSearchStatistics(tx, now())),
  }
}
