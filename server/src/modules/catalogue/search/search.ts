import type { Actor } from '#kernel/actor'
import { canonicalJson } from '#kernel/canonical'
import type { Locale } from '#kernel/locale'
import type { Fx, RateTable } from '#modules/fx'
import {
  type AnswerUnderTerms,
  type Changes,
  listCurrencies,
  type Product,
  type ProductReader,
  type Terms,
  type TermsOf,
} from '#modules/products'
import { buyingUnitOf } from '#modules/structure'
import type { Database } from '#platform/db'
import type { Wake } from '#platform/wake'
import { createProposed, type ProposedFor } from './proposed.ts'
import { createAnalysisOf } from './query/analyses.ts'
import type { KindsOf } from './query/kinds.ts'
import type { ParsedQuery } from './query/query-text.ts'
import { type Facets, facetsOf } from './ranking/facets.ts'
import { isByPrice } from './ranking/order-sql.ts'
import { priceScale } from './ranking/price-scale.ts'
import { createScaleOf, type ScaleOf } from './ranking/price-scales.ts'
import { createRankings, hitsOfPage, type Ranked, type RankedFor } from './ranking/rankings.ts'
import type { SearchInput } from './search-input.ts'
import { noticesOf, type SearchNotice } from './search-notices.ts'
import type { Hit, MatchKind, Place, ResultMatch } from './search-query.ts'
import { asksNothing, questionOf, type SearchQuestion, withCategory } from './search-question.ts'
import type { Propose, SponsoredPlace } from './sponsorship.ts'
import type { Synonyms } from './synonyms/synonyms.ts'

export type Found = {
  readonly product: Product
  readonly match: MatchKind | undefined
  readonly place: Place
}

export type SearchResult = {
  /** One more than requested if there is a next page. */
  readonly found: readonly Found[]
  /** If nothing is found: the products that come nearest, without a word that carries the meaning. */
  readonly nearMisses: readonly Found[]
  readonly total: number
  readonly totalIsLowerBound: boolean
  /** The number of products with all words. Undefined if products with only some of the words were not searched. */
  readonly withAllWords: number | undefined
  /** Undefined for a search without words. */
  readonly match: ResultMatch | undefined
  readonly facets: Facets
  /** The currency of the price bounds and ranges, and of the prices that have a rate. */
  readonly currency: string
  /** The rates with which prices were compared. Undefined if no rate was needed. */
  readonly table: RateTable | undefined
  readonly correctedQuery: string | undefined
  readonly notices: readonly SearchNotice[]
  /**
   * Chooses sponsored places beside so many shown products. Undefined if no campaign would show a product of this result.
   */
  readonly award: ((shown: number) => Promise<readonly SponsoredPlace[]>) | undefined
}

export type SearchDeps = {
  readonly database: Database
  readonly fx: Pick<Fx, 'ratesInto'>
  readonly now: () => Date
  readonly terms: TermsOf
  /** The default currency of a company. */
  readonly currencyOf: (companyId: string) => Promise<string>
  /** Without it, a change of the synonyms takes effect some seconds later. */
  readonly wake?: Pick<Wake, 'listen'> | undefined
}

export type Search = (actor: Actor, input: SearchInput, propose?: Propose) => Promise<SearchResult>

export type SearchParts = {
  readonly changes: Changes
  readonly reader: ProductReader
  readonly synonyms: Synonyms
  readonly kindsOf: KindsOf
}

/**
 * Searches everything on sale. It reads a request as a question (search-question.ts), analyses its words
 * (query/analyses.ts), ranks the products (ranking/rankings.ts), and reads those of the page. A cached page costs a
 * share of the statement that reads changes. A new query costs three more statements: its words, the ranking with its
 * facets, and the page.
 */
export function createSearch(deps: SearchDeps, parts: SearchParts): Search {
  const { pool } = deps.database
  const scaleOf = createScaleOf(deps, parts.changes)
  const analysisOf = createAnalysisOf(pool, parts)
  const rankedFor = createRankings({ ...deps, changes: parts.changes, scaleOf, analysisOf })
  const proposedFor = createProposed(pool, parts.changes)
  const steps = { ...parts, scaleOf, rankedFor, proposedFor }
  return async (actor, input, propose) => {
    const question = await questionOf(deps, actor, input)
    const { parsed } = question
    if (parsed && asksNothing(parsed)) return nothingFound(question, parsed)
    const { language } = actor
    const buyer = await buyingUnitOf(pool, actor)
    return deps.terms.under(pool, buyer, deps.now(), (terms) =>
      searchUnder(deps, steps, terms, question, { ...input, propose, language }),
    )
  }
}

type Steps = SearchParts & {
  readonly scaleOf: ScaleOf
  readonly rankedFor: RankedFor
  readonly proposedFor: ProposedFor
}

/** Who reads the answer. */
type Reader = { readonly propose: Propose | undefined; readonly language: Locale | undefined }

async function searchUnder(
  deps: SearchDeps,
  { changes, reader, synonyms, scaleOf, rankedFor, proposedFor }: Steps,
  terms: Terms,
  typed: SearchQuestion,
  input: SearchInput & Reader,
): Promise<AnswerUnderTerms<SearchResult>> {
  const plain = await withCategory(deps.database.pool, terms.restrictions, typed)
  const question = { ...plain, filters: { ...plain.filters, restrictions: terms.restrictions } }
  const moment = await changes.moment()
  // A place that was computed with a rate set exists only in a ranking with the same set.
  const { table } = await scaleOf(moment, question, terms, input.after?.rateSetId)
  const rateSetId = table?.rateSetId
  const list = await synonyms.current()
  const rest = { ...plain, parsed: undefined }
  const key = canonicalJson([plain.parsed?.text, list.revision, rateSetId, terms.key, rest])
  const { language } = input
  const asked = { question, terms, synonyms: list, rateSetId, language }
  const ranked = await rankedFor(key, moment, asked)
  const hits = await hitsOfPage(deps, ranked, question, input)
  const ids = [...hits, ...ranked.ranking.nearMisses].map(({ id }) => id)
  const proposed = await proposedFor({ key, moment, question, ranked }, input.propose)
  const all = proposed ? [...new Set([...ids, ...proposed.ids])] : ids
  const page = await reader.page(terms, all, moment, language)
  const result = resultOf(ranked, question, hits, page.products)
  const award = proposed && ((shown: number) => proposed.award(page.products, shown))
  return { answer: { ...result, award }, revision: page.termsRevision }
}

/** Refuses at once what a search would always refuse: invalid input, and a comparison of prices without rates. */
export async function assertSearchable(
  deps: SearchDeps,
  actor: Actor,
  input: SearchInput,
): Promise<void> {
  const question = await questionOf(deps, actor, input)
  const { currency: target, currencyMatters: needed } = question
  const { pool } = deps.database
  const { lists: agreed, restrictions } = await deps.terms.cached(
    pool,
    await buyingUnitOf(pool, actor),
    deps.now(),
  )
  await withCategory(pool, restrictions, question)
  if (!needed) return
  const currencies = await listCurrencies(pool)
  await priceScale(deps, pool, { currencies, agreed, target, needed, rateSetId: undefined })
}

function nothingFound({ currency, filters }: SearchQuestion, parsed: ParsedQuery): SearchResult {
  return {
    found: [],
    nearMisses: [],
    total: 0,
    totalIsLowerBound: false,
    withAllWords: undefined,
    match: 'none',
    facets: facetsOf([], filters, []),
    currency,
    table: undefined,
    correctedQuery: undefined,
    notices: noticesOf(parsed, undefined),
    award: undefined,
  }
}

/** Omits products that went off sale since the ranking. */
function resultOf(
  { ranking, facets, scale, analysis }: Ranked,
  { parsed, sort }: SearchQuestion,
  hits: readonly Hit[],
  products: ReadonlyMap<string, Product>,
): Omit<SearchResult, 'award'> {
  const { currency, table } = scale
  const resultMatch = parsed && (ranking.total === 0 ? 'none' : ranking.match)
  // If the key depends on the rates, the place names their set.
  const rateSetId = isByPrice(sort) && scale.from.length > 1 ? table?.rateSetId : undefined
  const reckoned = rateSetId === undefined ? {} : { rateSetId }
  const foundOf = (some: readonly Hit[]) =>
    some.flatMap(({ id, key, match }): Found[] => {
      const product = products.get(id)
      const kind = match === 'text' && resultMatch !== 'full' && parsed ? 'near' : match
      return product ? [{ product, match: kind, place: { id, key, ...reckoned } }] : []
    })
  return {
    found: foundOf(hits),
    nearMisses: foundOf(ranking.nearMisses),
    total: ranking.total,
    totalIsLowerBound: ranking.totalIsLowerBound,
    withAllWords: ranking.withAllWords,
    match: resultMatch,
    facets,
    currency,
    table,
    correctedQuery: analysis?.corrected,
    notices: parsed && ranking.total === 0 ? noticesOf(parsed, analysis) : [],
  }
}
