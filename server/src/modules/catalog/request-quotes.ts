import { createHash } from 'node:crypto'
import type { Actor } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import { after } from '#kernel/time'
import type { Fx, RateTable } from '#modules/fx'
import type { Cache } from '#platform/cache'
import type { Database } from '#platform/db'
import type { Metrics } from '#platform/telemetry'
import { createTerms, type Terms, type TermsOf } from './agreements/terms.ts'
import { readOffers } from './offer-store.ts'
import { type LineQuote, type QuoteItem, quoteLine, type Sellable, tableFor } from './quote.ts'
import { createQuoteCache, type Looked, quoteMs } from './quote-cache.ts'
import { bandOf, type QuoteCard, tableOf, type Wanted, within } from './quote-card.ts'
import { createQuoteMetrics, type QuoteReading } from './quote-metrics.ts'
import { readCountry, readCurrency } from './search-input.ts'

export type QuotesRequest = {
  readonly items: readonly QuoteItem[]
  /** Unless given, that of the company. */
  readonly currency?: string | undefined
  readonly country?: string | undefined
}

/** Undefined for a product that there is not. */
export type Quoted = {
  readonly item: QuoteItem
  readonly quote:
    | {
        readonly id: string
        readonly line: LineQuote<Sellable>
        readonly quotedAt: Date
        readonly expiresAt: Date
        readonly rates: QuoteCard['rates']
      }
    | undefined
}

export type Quotes = {
  /** In the order of the items. What is known of the last minute is not computed again. */
  request(actor: Actor, request: QuotesRequest): Promise<{ currency: string; quoted: Quoted[] }>
  reading(): QuoteReading
}

export type QuotesDeps = {
  readonly database: Database
  readonly fx: Pick<Fx, 'ratesInto'>
  readonly cache: Cache
  readonly metrics: Metrics
  readonly now: () => Date
  readonly terms?: TermsOf | undefined
  /** The currency a company thinks in. */
  readonly currencyOf: (companyId: string) => Promise<string>
}

/** One question to the cache for each product and band, and two statements for all that it does not know. */
export function createQuotes(deps: QuotesDeps): Quotes {
  const cache = createQuoteCache(deps.cache)
  const metrics = createQuoteMetrics(deps.metrics)
  const termsOf = deps.terms ?? createTerms()

  async function computed(
    missing: readonly Wanted[],
    terms: Terms,
    now: Date,
  ): Promise<QuoteCard[]> {
    const [first] = missing
    if (!first) return []
    const { pool } = deps.database
    const ids = [...new Set(missing.map(({ productId }) => productId))]
    const { offers } = await readOffers(pool, terms, ids)
    const table = await tableFor(deps, pool, first.currency, [...offers.values()])
    return missing.flatMap((wanted) => {
      const offer = offers.get(wanted.productId)
      return offer ? [cardOf(offer, wanted, { table, terms, now })] : []
    })
  }

  return {
    request: async (actor, { items, ...given }) => {
      const started = performance.now()
      const asked = readCurrency(given.currency)
      const country = readCountry(given.country)
      const now = deps.now()
      const currency = asked ?? (await deps.currencyOf(actor.companyId))
      const terms = await termsOf.remembered(deps.database.pool, actor.companyId, now)
      const wanted = wantedOf(items, currency, terms.key)
      const looked = await lookAll(cache, wanted, now)
      const missing = [...wanted].flatMap(([key, one]) =>
        looked.get(key)?.outcome === 'hit' ? [] : [[key, one] as const],
      )
      const fresh = await computed(
        missing.map(([, one]) => one),
        terms,
        now,
      )
      const isAway = [...looked.values()].some(({ outcome }) => outcome === 'uncached')
      if (!isAway) await Promise.all(fresh.map((card) => cache.keep(card, now)))

      const cards = new Map<string, QuoteCard>()
      for (const [key, one] of looked) if (one.outcome === 'hit') cards.set(key, one.card)
      for (const card of fresh) cards.set(keyOfCard(card), card)
      for (const item of items) {
        const outcome = looked.get(keyOfItem(item))?.outcome
        if (outcome) metrics.lines(outcome, 1, now)
      }
      metrics.request(performance.now() - started)
      const options = country === undefined ? { currency } : { currency, country }
      return {
        currency,
        quoted: items.map((item) => quotedOf(item, cards.get(keyOfItem(item)), options)),
      }
    },
    reading: metrics.read,
  }
}

/** Once for each product and band, whatever the quantities in it. */
function wantedOf(
  items: readonly QuoteItem[],
  currency: string,
  terms: string,
): Map<string, Wanted> {
  return new Map(
    items.map((item) => [
      keyOfItem(item),
      { productId: item.productId, band: bandOf(item.quantity), currency, terms },
    ]),
  )
}

const keyOfItem = ({ productId, quantity }: QuoteItem) => `${productId}/${bandOf(quantity).from}`
const keyOfCard = ({ product, band }: QuoteCard) => `${product.id}/${band.from}`

async function lookAll(
  cache: ReturnType<typeof createQuoteCache>,
  wanted: ReadonlyMap<string, Wanted>,
  now: Date,
): Promise<Map<string, Looked>> {
  const entries = [...wanted]
  const looked = await Promise.all(entries.map(([, one]) => cache.look(one, now)))
  return new Map(entries.map(([key], at) => [key, looked[at] ?? { outcome: 'miss' as const }]))
}

type Found = {
  readonly table: RateTable | undefined
  readonly terms: Terms
  readonly now: Date
}

function cardOf(
  offer: Sellable,
  { band, currency }: Wanted,
  { table, terms, now }: Found,
): QuoteCard {
  const from = offer.pricing.list.currency
  const conversion = from === currency ? undefined : table?.conversionFrom(from)
  const stands = after(now, quoteMs)
  const ends = [stands, conversion && table?.usableUntil, terms.validUntil]
  const expiresAt = Math.min(...ends.flatMap((end) => end?.getTime() ?? []))
  return {
    id: newId('qte', now),
    product: within(offer, band),
    band,
    currency,
    terms: terms.key,
    conversion,
    rates: conversion && table ? { state: table.state, asOf: table.asOf } : undefined,
    quotedAt: now,
    // A quote does not outlive the rates that it is converted with, nor the agreement.
    expiresAt: new Date(expiresAt),
  }
}

function quotedOf(
  item: QuoteItem,
  card: QuoteCard | undefined,
  options: { readonly currency: string; readonly country?: string },
): Quoted {
  if (!card) return { item, quote: undefined }
  const { quotedAt, expiresAt, rates } = card
  const line = quoteLine(card.product, item.quantity, options, tableOf(card))
  return {
    item,
    quote: { id: quoteIdOf(card.id, item.quantity), line, quotedAt, expiresAt, rates },
  }
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Of the card and the quantity: asked for again while it stands, a quote has the name that it had. */
function quoteIdOf(cardId: Id<'qte'>, quantity: number): string {
  const digest = createHash('sha256').update(`${cardId}/${quantity}`).digest()
  const own = [...digest.subarray(0, 16)].map((byte) => alphabet.charAt(byte & 31)).join('')
  return cardId.slice(0, 'qte_'.length + 10) + own
}
