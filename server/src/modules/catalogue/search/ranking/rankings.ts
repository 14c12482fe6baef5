import type { Locale } from '#kernel/locale'
import {
  type Changes,
  createExactCache,
  documents,
  type Moment,
  type RateDeps,
  type Terms,
} from '#modules/products'
import type { Database } from '#platform/db'
import type { AnalysisOf } from '../query/analyses.ts'
import type { Analysis } from '../query/analysis.ts'
import type { SearchInput } from '../search-input.ts'
import type { Filters, Hit, Ranking } from '../search-query.ts'
import type { SearchQuestion } from '../search-question.ts'
import type { SynonymList } from '../synonyms/synonyms.ts'
import { type Facets, facetsOf } from './facets.ts'
import { readsDocumentsOnly, selectedFacets } from './filter-sql.ts'
import { priceBoundsOf } from './price-bounds.ts'
import type { PriceScale } from './price-scale.ts'
import type { ScaleOf } from './price-scales.ts'
import { rankProducts } from './rank-store.ts'

/** The first places of a search result, with all inputs of the places. */
export type Ranked = {
  readonly ranking: Ranking
  readonly facets: Facets
  readonly scale: PriceScale
  readonly analysis: Analysis | undefined
}

/** A search with the terms of a company. Its answer depends on nothing else but the catalogue. */
export type RankingRequest = {
  readonly question: SearchQuestion
  readonly terms: Terms
  readonly synonyms: SynonymList
  readonly rateSetId: string | undefined
  /** The language of the reader, which its texts come first in. */
  readonly language: Locale | undefined
}

/** `key`: equal keys are equal requests, but for the language. `since`: a moment before the request. */
export type RankedFor = (key: string, since: Moment, request: RankingRequest) => Promise<Ranked>

export type RankDeps = RateDeps & {
  readonly database: Database
  readonly changes: Changes
  readonly scaleOf: ScaleOf
  readonly analysisOf: AnalysisOf
}

/** The number of cached places of a result: ten pages. Deeper pages are ranked again. */
const cachedHits = 201
const cachedMax = 300

/**
 * Caches rankings until a document changes. Concurrent equal requests share one ranking. A filter on stock or lead times is
 * neither cached nor shared: a sale changes no document, and counts at once.
 */
export function createRankings(deps: RankDeps): RankedFor {
  const { changes } = deps
  const cached = createExactCache<Ranked>(changes, cachedMax)
  const underWay = new Map<string, { since: Moment; ranking: Promise<Ranked> }>()

  const begin = (key: string, since: Moment, request: RankingRequest) => {
    const mine = { since, ranking: rank(deps, since, request) }
    underWay.set(key, mine)
    const end = () => {
      if (underWay.get(key) === mine) underWay.delete(key)
    }
    mine.ranking.then(end, end)
    return mine
  }

  return async (anyLanguage, since, request) => {
    if (!readsDocumentsOnly(request.question.filters)) return rank(deps, since, request)
    const key = `${anyLanguage} ${request.language}`
    const known = cached.get(anyLanguage, documents) ?? cached.get(key, documents)
    if (known) return known
    let going = underWay.get(key)
    if (!going || !changes.holds(documents, going.since)) going = begin(key, since, request)
    const ranked = await going.ranking
    const { hits, nearMisses } = ranked.ranking
    if (hits.length + nearMisses.length > 0) {
      cached.set(prefersLanguage(ranked.analysis) ? key : anyLanguage, ranked, going.since)
    }
    return ranked
  }
}

/** Where all readings are the same, the language of the reader changes nothing. */
function prefersLanguage(analysis: Analysis | undefined): boolean {
  return analysis !== undefined && analysis.readings.length > 1
}

async function rank(
  deps: RankDeps,
  since: Moment,
  { question, terms, synonyms, rateSetId, language }: RankingRequest,
): Promise<Ranked> {
  const { pool } = deps.database
  const { parsed, filters, sort } = question
  const scale = await deps.scaleOf(since, question, terms, rateSetId)
  const analysis = parsed && (await deps.analysisOf(since, parsed, terms, synonyms))
  if (question.currencyMatters) await assertPricesComparable(deps, filters, scale, analysis)
  const priceBounds = await priceBoundsOf(deps, pool, scale)
  const request = { analysis, language, filters, scale, priceBounds, sort, after: undefined }
  const found = await rankProducts(pool, { ...request, limit: cachedHits, counting: true })
  const ranking = found.match === 'none' && found.total > 0 ? asNearMisses(found, question) : found
  // The facets contain the counts now, so the cached result of each query stays small.
  return {
    ranking: { ...ranking, counts: [] },
    scale,
    analysis,
    facets: facetsOf(ranking.counts, filters, priceBounds),
  }
}

const nearMissesMax = 5

/** In any other order than that of relevance, the first near misses are not the nearest. */
function asNearMisses(found: Ranking, { sort, filters }: SearchQuestion): Ranking {
  // A selected filter may be why, so its other values stay.
  const selected = new Set<string>(selectedFacets(filters))
  if (filters.traits.length > 0) selected.add('traits')
  return {
    ...found,
    hits: [],
    nearMisses: sort === 'relevance' ? found.hits.slice(0, nearMissesMax) : [],
    counts: found.counts.filter(({ facet }) => selected.has(facet)),
    total: 0,
    totalIsLowerBound: false,
    withAllWords: undefined,
  }
}

/** Refuses a search that finds a product whose currency has no rate. Other searches are not refused. */
async function assertPricesComparable(
  { database }: RankDeps,
  filters: Filters,
  scale: PriceScale,
  analysis: Analysis | undefined,
): Promise<void> {
  const { missing, agreed } = scale
  const [currency] = missing
  if (currency === undefined) return
  const lists = agreed.filter((list) => missing.includes(list.currency)).map(({ id }) => id)
  const pricedBy = { currencies: missing, lists }
  const { hits } = await rankProducts(database.pool, {
    analysis,
    filters: { ...filters, minPrice: undefined, maxPrice: undefined, pricedBy },
    scale,
    priceBounds: [],
    sort: 'newest',
    after: undefined,
    limit: 1,
    counting: false,
  })
  if (hits.length > 0) scale.table?.getConversion(currency)
}

/** The hits of a page and the one after them. It needs no statement if they are among the cached places. */
export async function hitsOfPage(
  { database }: Pick<RankDeps, 'database'>,
  { ranking, scale, analysis }: Ranked,
  { filters, sort }: SearchQuestion,
  { after, limit, language }: SearchInput & { readonly language: Locale | undefined },
): Promise<readonly Hit[]> {
  const start = after
    ? ranking.hits.findIndex(
        ({ id, key }) => id === after.id && (sort === 'relevance' || key === after.key),
      ) + 1
    : 0
  const isAll = ranking.hits.length < cachedHits
  const isRemembered = after === undefined || start > 0
  if (isRemembered && (isAll || start + limit + 1 <= ranking.hits.length)) {
    return ranking.hits.slice(start, start + limit + 1)
  }
  const request = { analysis, language, filters, scale, priceBounds: [], sort, after }
  return (await rankProducts(database.pool, { ...request, limit: limit + 1, counting: false })).hits
}
