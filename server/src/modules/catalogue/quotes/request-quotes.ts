import { createHash } from 'node:crypto'
import type { Actor } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import { numberOf, type Quantity } from '#kernel/quantity'
import { after } from '#kernel/time'
import type { Fx, RateTable } from '#modules/fx'
import {
  checkReadings,
  createTerms,
  readCountry,
  readCurrency,
  readOffers,
  type Terms,
  type TermsOf,
  type TopicReading,
  termsTopic,
} from '#modules/products'
import { type BuyingUnit, buyingUnitOf } from '#modules/structure'
import type { Cache } from '#platform/cache'
import type { Conn, Database } from '#platform/db'
import type { Tallies } from '#platform/tallies'
import type { Metrics } from '#platform/telemetry'
import { type LineQuote, type QuoteItem, quoteLine, type Sellable, tableFor } from './quote.ts'
import { createQuoteCache, type QuoteCache, quoteMs } from './quote-cache.ts'
import { bandOf, type CardKey, limitToBand, type QuoteCard } from './quote-card.ts'
import { createQuoteMetrics, type QuoteOutcome, type QuoteReading } from './quote-metrics.ts'

export type QuotesRequest = {
  readonly items: readonly QuoteItem[]
  /** By default, the currency of the company. */
  readonly currency?: string | undefined
  readonly country?: string | undefined
}

/** `quote` is undefined for an unknown product. */
export type Quoted = {
  readonly item: QuoteItem
  readonly quote:
    | {
        readonly id: string
        readonly line: LineQuote<Sellable>
        readonly quotedAt: Date
        readonly expiresAt: Date
        /** Undefined when nothing was converted. */
        readonly rates: Pick<RateTable, 'state' | 'asOf'> | undefined
      }
    | undefined
}

export type Quotes = {
  /**
   * Returns the quotes in the order of the items. A cached quote is at most a minute old, and is computed again if its
   * product, prices or stock changed.
   */
  request(actor: Actor, request: QuotesRequest): Promise<{ currency: string; quoted: Quoted[] }>
  reading(): Promise<QuoteReading>
}

export type QuotesDeps = {
  readonly database: Database
  readonly fx: Pick<Fx, 'ratesInto'>
  readonly cache: Cache
  readonly metrics: Metrics
  readonly tallies: Tallies
  readonly now: () => Date
  readonly terms?: TermsOf | undefined
  /** The default currency of a company. */
  readonly currencyOf: (companyId: string) => Promise<string>
}

/**
 * Reads the cache once for each product and band, checks all found cards in one statement, and computes the others with
 * two. Exchange rates are not cached with a quote: each answer converts with the current ones.
 */
export function createQuotes(deps: QuotesDeps): Quotes {
  const cache = createQuoteCache(deps.cache)
  const metrics = createQuoteMetrics(deps.metrics, deps.tallies)
  const terms = deps.terms ?? createTerms()

  return {
    request: async (actor, { items, ...given }) => {
      const started = performance.now()
      const chosen = readCurrency(given.currency)
      const country = readCountry(given.country)
      const now = deps.now()
      const currency = chosen ?? (await deps.currencyOf(actor.companyId))
      const found = await findCards(
        { ...deps, terms, cache },
        await buyingUnitOf(deps.database.pool, actor),
        items,
        currency,
        now,
      )
      const products = [...found.cards.values()].map(({ product }) => product)
      const table = await tableFor(deps, deps.database.pool, currency, products)
      for (const item of items) {
        const outcome = found.outcomes.get(keyOfItem(item))
        if (outcome) metrics.lines(outcome, 1)
      }
      metrics.request(performance.now() - started)
      const options = country === undefined ? { currency } : { currency, country }
      return {
        currency,
        quoted: items.map((item) =>
          quotedOf(item, found.cards.get(keyOfItem(item)), options, table),
        ),
      }
    },
    reading: metrics.read,
  }
}

type FindDeps = Pick<QuotesDeps, 'database'> & {
  readonly terms: TermsOf
  readonly cache: QuoteCache
}

type Found = {
  readonly cards: ReadonlyMap<string, QuoteCard>
  readonly outcomes: ReadonlyMap<string, QuoteOutcome>
}

/** Finds the cards as they are after this call begins, under the current terms. */
async function findCards(
  { database: { pool }, terms, cache }: FindDeps,
  buyer: BuyingUnit,
  items: readonly QuoteItem[],
  currency: string,
  now: Date,
): Promise<Found> {
  const lookUnder = (one: Terms) => lookAll(pool, cache, cardKeysOf(items, currency, one), one, now)
  const first = await lookUnder(await terms.cached(pool, buyer, now))
  // Terms that were read for this request need no second check.
  const seen = first.haveTermsChanged
    ? await lookUnder(await terms.current(pool, buyer, now))
    : first

  const missing = seen.looked.flatMap(({ wanted, looked }) =>
    looked.outcome === 'hit' ? [] : [wanted],
  )
  const computed = await computeCards(pool, missing, seen, now)
  const isAway = seen.looked.some(({ looked }) => looked.outcome === 'uncached')
  if (!isAway) await Promise.all(computed.map((card) => cache.keep(card, now)))
  const hits = seen.looked.flatMap(({ looked }) => (looked.outcome === 'hit' ? [looked.card] : []))
  return {
    cards: new Map([...hits, ...computed].map((card) => [keyOfCard(card), card])),
    outcomes: new Map(seen.looked.map(({ key, looked }) => [key, looked.outcome])),
  }
}

/** One key for each product and band, for all quantities in the band. */
function cardKeysOf(
  items: readonly QuoteItem[],
  currency: string,
  terms: Terms,
): Map<string, CardKey> {
  return new Map(
    items.map((item) => [
      keyOfItem(item),
      { productId: item.productId, band: bandOf(item.quantity), currency, terms: terms.key },
    ]),
  )
}

const keyOfItem = ({ productId, quantity }: QuoteItem) => `${productId}/${bandOf(quantity).from}`
const keyOfCard = ({ product, band }: QuoteCard) => `${product.id}/${band.from}`

/** Returns the cached cards, without those that changed since they were cached. */
async function lookAll(
  conn: Conn,
  cache: QuoteCache,
  cardKeys: ReadonlyMap<string, CardKey>,
  terms: Terms,
  now: Date,
) {
  const found = await Promise.all(
    [...cardKeys].map(async ([key, wanted]) => ({
      key,
      wanted,
      looked: await cache.look(wanted, now),
    })),
  )
  const readings = found.flatMap(({ looked }) =>
    looked.outcome === 'hit' ? [readingOf(looked.card)] : [],
  )
  const { snapshot, changed } = await checkReadings(conn, [
    { topic: termsTopic, snapshot: terms.snapshot },
    ...readings,
  ])
  const [haveTermsChanged = false, ...haveChanged] = changed
  const looked = found.map((one) => {
    const isDropped = one.looked.outcome === 'hit' && haveChanged.shift()
    return isDropped ? { ...one, looked: { outcome: 'dropped' as const } } : one
  })
  return { looked, terms, snapshot, haveTermsChanged }
}

const readingOf = ({ product, snapshot }: QuoteCard): TopicReading => ({
  topic: product.id,
  snapshot,
})

async function computeCards(
  conn: Conn,
  missing: readonly CardKey[],
  { terms, snapshot }: { readonly terms: Terms; readonly snapshot: string },
  now: Date,
): Promise<QuoteCard[]> {
  if (missing.length === 0) return []
  const ids = [...new Set(missing.map(({ productId }) => productId))]
  const { offers } = await readOffers(conn, terms, ids)
  const ends = [after(now, quoteMs), terms.validUntil].flatMap((end) => end?.getTime() ?? [])
  // A quote does not outlive the agreement.
  const expiresAt = new Date(Math.min(...ends))
  return missing.flatMap(({ productId, band, currency }) => {
    const offer = offers.get(productId)
    if (!offer) return []
    const product = limitToBand(offer, band)
    const id = newId('qte', now)
    return { id, product, band, currency, terms: terms.key, snapshot, quotedAt: now, expiresAt }
  })
}

function quotedOf(
  item: QuoteItem,
  card: QuoteCard | undefined,
  options: { readonly currency: string; readonly country?: string },
  table: RateTable | undefined,
): Quoted {
  if (!card) return { item, quote: undefined }
  const line = quoteLine(card.product, item.quantity, options, table)
  const rates = line.conversion && table
  const id = quoteIdOf(card.id, item.quantity, rates?.rateSetId)
  const ends = [card.expiresAt, rates?.usableUntil].flatMap((end) => end?.getTime() ?? [])
  // A quote does not outlive the rates that it is converted with.
  const expiresAt = new Date(Math.min(...ends))
  return { item, quote: { id, line, quotedAt: card.quotedAt, expiresAt, rates } }
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** The same card, quantity and rates always give the same id. */
function quoteIdOf(cardId: Id<'qte'>, quantity: Quantity, rateSetId: string | undefined): string {
  const named = [cardId, numberOf(quantity), ...(rateSetId === undefined ? [] : [rateSetId])].join(
    '/',
  )
  const digest = createHash('sha256').update(named).digest()
  const own = [...digest.subarray(0, 16)].map((byte) => alphabet.charAt(byte & 31)).join('')
  return cardId.slice(0, 'qte_'.length + 10) + own
}
