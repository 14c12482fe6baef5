import { setTimeout as wait } from 'node:timers/promises'
import { Decimal } from 'decimal.js'
import type { Actor } from '#kernel/actor'
import { platformCompanyId } from '#modules/identity'
import type { Changes, ExternalOffer, Product, ProductReader, TermsOf } from '#modules/products'
import type { ProductSource } from '#modules/search'
import { buyingUnitOf } from '#modules/structure'
import type { Database } from '#platform/db'
import type { Wake } from '#platform/wake'
import { offersTopic } from '../deps.ts'
import { withMatches } from './list-matched-offers.ts'
import { viewOffer } from './schemas.ts'
import { hasLiveRun, listWantedOffers, type WantedOffers } from './wanted-offer-store.ts'

export type ExternalSourceDeps = {
  readonly database: Database
  readonly terms: TermsOf
  readonly productReader: ProductReader
  readonly productChanges: Pick<Changes, 'moment'>
  readonly currencyOf: (companyId: string) => Promise<string>
  readonly wake: Wake
  readonly now: () => Date
  /** The limit of a run. */
  readonly limitSeconds: number
}

type Request = Parameters<ProductSource['find']>[0]['request']

const batchMax = 20
/** Without hints, when the cache is unavailable, a search looks this often. */
const lookMs = 700

/**
 * The offers of sources outside the catalogue, for searches that wait for them: those that are known, and those that runs find
 * while they go on. A company sees the offers of its own sources and of operators.
 */
export function externalSource(deps: ExternalSourceDeps): ProductSource {
  return {
    limitSeconds: deps.limitSeconds,
    find: async function* find({ actor, request, createdAt }, signal) {
      const wanted = await wantedOf(deps, actor, request)
      if (!wanted) return
      const { pool } = deps.database
      const companies = [...new Set([actor.companyId, platformCompanyId])]
      const rings = ringsOf(deps.wake, signal)
      const sent: string[] = []
      try {
        for (;;) {
          rings.forget()
          // The runs first: what a run stored before it ended is seen by the look after it.
          const isLive = await hasLiveRun(pool, companies, {
            companyId: actor.companyId,
            createdAt,
          })
          const page = { without: sent, limit: batchMax }
          const found = await listWantedOffers(pool, companies, wanted, page)
          sent.push(...found.map(({ id }) => id))
          if (found.length > 0) yield await batchOf(deps, actor, found)
          // The search stops asking when it has enough.
          if (found.length === batchMax) continue
          if (!isLive) return
          await rings.next()
        }
      } finally {
        rings.close()
      }
    },
  }
}

/** Undefined if nobody can say whether an external offer passes the filters. */
async function wantedOf(
  { currencyOf }: ExternalSourceDeps,
  { companyId }: Actor,
  request: Request,
): Promise<WantedOffers | undefined> {
  const { q = '', category, attribute = [], brand = [], supplier = [], sku = [] } = request
  const { availability = [], maxLeadTimeDays } = request
  if (category !== undefined || maxLeadTimeDays !== undefined) return undefined
  if (attribute.length + availability.length > 0) return undefined
  const words = q.toWellFormed().replaceAll('\u0000', '')
  if (words.trim() === '') return undefined
  const [min, max] = [boundOf(request.minPrice), boundOf(request.maxPrice)]
  const isPriced = min !== undefined || max !== undefined
  const currency = request.currency?.toUpperCase()
  return {
    words,
    brands: brand.map((one) => one.toLowerCase()),
    suppliers: supplier,
    skus: sku,
    ...(isPriced && { price: { min, max, currency: currency ?? (await currencyOf(companyId)) } }),
  }
}

/** The search has refused every other form. */
function boundOf(bound: number | string | undefined): string | undefined {
  return bound === undefined ? undefined : new Decimal(String(bound).trim()).toFixed()
}

async function batchOf(
  deps: ExternalSourceDeps,
  actor: Actor,
  found: Awaited<ReturnType<typeof listWantedOffers>>,
): Promise<{ readonly products: readonly Product[]; readonly offers: readonly ExternalOffer[] }> {
  const { now } = deps
  const offers = await withMatches(deps, actor, found)
  const products = await readProducts(deps, actor, [
    ...new Set(offers.flatMap(({ matches }) => matches[0]?.productId ?? [])),
  ])
  return { products, offers: offers.map((offer) => viewOffer(offer, now())) }
}

/** The known products, at the prices of the buyer. */
async function readProducts(
  { database, terms, productReader, productChanges, now }: ExternalSourceDeps,
  actor: Actor,
  ids: readonly string[],
): Promise<Product[]> {
  if (ids.length === 0) return []
  const buyer = await buyingUnitOf(database.pool, actor)
  const products = await terms.under(database.pool, buyer, now(), async (current) => {
    const moment = await productChanges.moment()
    const read = await productReader.page(current, ids, moment, actor.language)
    return { answer: read.products, revision: read.termsRevision }
  })
  return ids.flatMap((id) => products.get(id) ?? [])
}

/** Waits for the next ring, for a while. A ring since `forget` ends the next wait at once. */
function ringsOf(wake: Wake, signal: AbortSignal) {
  let hasRung = false
  let ring: AbortController | undefined
  const stop = wake.listen(offersTopic, () => {
    hasRung = true
    ring?.abort()
  })
  return {
    forget: () => {
      hasRung = false
    },
    next: async () => {
      signal.throwIfAborted()
      if (hasRung) return
      ring = new AbortController()
      const either = AbortSignal.any([signal, ring.signal])
      await wait(lookMs, undefined, { signal: either }).catch(() => undefined)
      signal.throwIfAborted()
    },
    close: stop,
  }
}
