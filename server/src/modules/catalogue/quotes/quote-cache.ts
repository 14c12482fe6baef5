import { secondsMs } from '#kernel/time'
import { type Cache, CacheUnavailable } from '#platform/cache'
import { type CardKey, type QuoteCard, readCard, writeCard } from './quote-card.ts'

/** The longest lifetime of a cached quote. */
export const quoteMs = secondsMs(60)

/** Buyers with the same terms share their quotes. Buyers without an agreement share those under this key. */
const listPrices = 'list'

export type Looked =
  | { readonly outcome: 'hit'; readonly card: QuoteCard }
  /** `purged`: the entry was malformed and is deleted. `dropped`: the quote has changed since it was cached. */
  | { readonly outcome: 'miss' | 'purged' | 'dropped' | 'uncached' }

export type QuoteCache = {
  look(wanted: CardKey, now: Date): Promise<Looked>
  /** Never throws: a quote that is not cached is computed again. */
  keep(card: QuoteCard, now: Date): Promise<void>
}

export function createQuoteCache(cache: Cache): QuoteCache {
  return {
    look: async (wanted, now) => {
      const key = keyOf(wanted)
      try {
        const text = await cache.get(key)
        if (text === undefined) return { outcome: 'miss' }
        const card = readCard(text, wanted)
        if (!card || card.expiresAt.getTime() - now.getTime() > quoteMs) {
          await cache.delete(key)
          return { outcome: 'purged' }
        }
        return card.expiresAt > now ? { outcome: 'hit', card } : { outcome: 'miss' }
      } catch (error) {
        if (error instanceof CacheUnavailable) return { outcome: 'uncached' }
        throw error
      }
    },
    keep: async (card, now) => {
      const ttlMs = card.expiresAt.getTime() - now.getTime()
      if (ttlMs <= 0) return
      const { product, band, currency, terms } = card
      const wanted = { productId: product.id, band, currency, terms }
      try {
        await cache.set(keyOf(wanted), writeCard(card), ttlMs)
      } catch (error) {
        if (!(error instanceof CacheUnavailable)) throw error
      }
    },
  }
}

export function keyOf({ productId, band, currency, terms }: CardKey): string {
  return `catalog:quote:3:${terms || listPrices}:${currency}:${productId}:${band.from}`
}
