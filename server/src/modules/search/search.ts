import type { Actor } from '#kernel/actor'
import { canonicalJson } from '#kernel/canonical'
import type { Fx, RateTable } from '#modules/fx'
import {
  type Changes,
  createHeld,
  documents,
  findCategoryId,
  type IdentifierQuery,
  isAnySuperseded,
  listCurrencies,
  listSuccessors,
  type Moment,
  normalIdentifier,
  type Product,
  type ProductReader,
  readCurrency,
  type Shelf,
  type Terms,
  type TermsOf,
  type Under,
} from '#modules/products'
import type { Conn, Database } from '#platform/db'
import type { Wake } from '#platform/wake'
import { type Analysis, analyzeQuery } from './query/analysis.ts'
import type { KindsOf } from './query/kinds.ts'
import { type ParsedQuery, parseQuery } from './query/query-text.ts'
import { typedGtin } from './query/typed-gtin.ts'
import { type Facets, facetsOf } from './ranking/facets.ts'
import { isByPrice } from './ranking/order-sql.ts'
import { priceBoundsOf } from './ranking/price-bounds.ts'
import { type PriceScale, priceScale } from './ranking/price-scale.ts'
import { rankProducts } from './ranking/rank-store.ts'
import { filtersOf, type SearchInput } from './search-input.ts'
import { noticesOf, type SearchNotice } from './search-notices.ts'
import type { Filters, Hit, MatchKind, Place, Ranking, ResultMatch, Sort } from './search-query.ts'
import type { SynonymList, Synonyms } from './synonyms/synonyms.ts'

export type Found = {
  readonly product: Product
  readonly match: MatchKind | undefined
  readonly place: Place
}

export type SearchResult = {
  /** One more than asked for where there is a next page. */
  readonly found: readonly Found[]
  readonly total: number
  readonly totalIsLowerBound: boolean
  /** Where products with only some of the words were looked for, too: so many have all of them. */
  readonly withAllWords: number | undefined
  /** Undefined where no words were asked for. */
  readonly match: ResultMatch | undefined
  readonly facets: Facets
  /** In which the price bounds and ranges are told, and prices shown where there is a rate. */
  readonly currency: string
  /** The rates that prices were compared with. Undefined where none had to be. */
  readonly table: RateTable | undefined
  readonly correctedQuery: string | undefined
  readonly notices: readonly SearchNotice[]
}

export type SearchDeps = {
  readonly database: Database
  readonly fx: Pick<Fx, 'ratesInto'>
  readonly now: () => Date
  readonly terms: TermsOf
  /** The currency a company thinks in. */
  readonly currencyOf: (companyId: string) => Promise<string>
  /** Without it a change of the synonyms is met some seconds later. */
  readonly wake?: Pick<Wake, 'listen'> | undefined
}

/** So many places of a result are remembered: ten pages. Deeper ones are ranked again. */
const rememberedHits = 201
const memoEntries = 300

type Ranked = {
  readonly ranking: Ranking
  readonly facets: Facets
  readonly scale: PriceScale
  readonly analysis: Analysis | undefined
}

type Asked = {
  readonly parsed: ParsedQuery | undefined
  readonly filters: Filters
  readonly sort: Sort
  readonly currency: string
  /** Without rates, and without that of something found, the request is refused. */
  readonly currencyMatters: boolean
}

export type Search = (actor: Actor, input: SearchInput) => Promise<SearchResult>

export type SearchParts = {
  readonly changes: Changes
  readonly reader: ProductReader
  readonly synonyms: Synonyms
  readonly kindsOf: KindsOf
}

/**
 * Search over everything on sale: for a page that is remembered a share in the look at what has changed, three statements
 * more for a new query (its words, the ranking with its facets, the page).
 */
export function createSearch(deps: SearchDeps, parts: SearchParts): Search {
  const { changes, reader, synonyms, kindsOf } = parts
  const { pool } = deps.database
  const remembered = createHeld<Ranked>(changes, memoEntries)
  const analyses = createHeld<Analysis>(changes, memoEntries)
  const underWay = new Map<string, { since: Moment; ranking: Promise<Ranked> }>()
  const currencies = createHeld<readonly string[]>(changes, 1)
  const superseding = createHeld<boolean>(changes, 1)

  async function analysisOf(
    since: Moment,
    parsed: ParsedQuery,
    terms: Terms,
    list: SynonymList,
  ): Promise<Analysis> {
    const key = `${terms.shelfKey} ${list.revision} ${parsed.text}`
    const known = analyses.get(key, documents)
    if (known) return known
    const identifiers = await withSuccessors(since, parsed.identifiers, terms)
    const vocabulary = { synonyms: list, kinds: await kindsOf(since) }
    const analysis = await analyzeQuery(pool, terms.shelf, { ...parsed, identifiers }, vocabulary)
    // A correction must not outlive the moment in which the word becomes known.
    if (analysis.corrected === undefined) analyses.set(key, analysis, since)
    return analysis
  }

  /** Numbers of articles that are not sold any more ask for what has taken their place. */
  async function withSuccessors(
    since: Moment,
    identifiers: IdentifierQuery,
    { shelf }: Terms,
  ): Promise<IdentifierQuery> {
    const { exact, named = [], brief = [] } = identifiers
    const typed = [...exact].concat(named, brief)
    if (typed.length === 0) return identifiers
    let isAny = superseding.get('', documents)
    if (isAny === undefined) {
      isAny = await isAnySuperseded(pool)
      superseding.set('', isAny, since)
    }
    if (!isAny) return identifiers
    const successors = [...(await listSuccessors(pool, shelf, typed)).values()].flat()
    const numbers = successors.map(({ sku }) => normalIdentifier(sku))
    return { ...identifiers, exact: [...new Set([...exact, ...numbers])] }
  }

  /** No statement but when a document has changed, and when the rates have to be looked at again. */
  async function scaleOf(
    since: Moment,
    asked: Asked,
    { lists: agreed }: Terms,
    rateSetId: string | undefined,
  ): Promise<PriceScale> {
    let known = currencies.get('', documents)
    if (!known) {
      known = await listCurrencies(pool)
      currencies.set('', known, since)
    }
    const { currency: target, currencyMatters: needed } = asked
    return priceScale(deps, pool, { currencies: known, agreed, target, needed, rateSetId })
  }

  async function rankAnew(
    since: Moment,
    asked: Asked,
    terms: Terms,
    rateSetId: string | undefined,
    list: SynonymList,
  ): Promise<Ranked> {
    const { parsed, filters, sort } = asked
    const scale = await scaleOf(since, asked, terms, rateSetId)
    const analysis = parsed && (await analysisOf(since, parsed, terms, list))
    if (asked.currencyMatters) await refuseIncomparable(filters, scale, analysis)
    const priceBounds = await priceBoundsOf(deps, pool, scale)
    const request = { analysis, filters, scale, priceBounds, sort, after: undefined }
    const ranking = await rankProducts(pool, { ...request, limit: rememberedHits, counting: true })
    // The counts have become the facets: what is remembered for many queries is kept small.
    return {
      ranking: { ...ranking, counts: [] },
      scale,
      analysis,
      facets: facetsOf(ranking.counts, filters, priceBounds),
    }
  }

  /** What is priced in a currency without a rate refuses the searches that it belongs to, and no others. */
  async function refuseIncomparable(
    filters: Filters,
    scale: PriceScale,
    analysis: Analysis | undefined,
  ): Promise<void> {
    const { missing, agreed } = scale
    const [currency] = missing
    if (currency === undefined) return
    const lists = agreed.filter((list) => missing.includes(list.currency)).map(({ id }) => id)
    const pricedBy = { currencies: missing, lists }
    const { hits } = await rankProducts(pool, {
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

  /** Equal questions that come together are answered by one ranking. */
  async function ranked(
    key: string,
    moment: Moment,
    ...question: [Asked, Terms, string | undefined, SynonymList]
  ): Promise<Ranked> {
    const known = remembered.get(key, documents)
    if (known) return known
    let going = underWay.get(key)
    if (!going || !changes.holds(documents, going.since)) {
      const ranking = rankAnew(moment, ...question)
      const mine = { since: moment, ranking }
      underWay.set(key, mine)
      const end = () => {
        if (underWay.get(key) === mine) underWay.delete(key)
      }
      ranking.then(end, end)
      going = mine
    }
    const answer = await going.ranking
    if (answer.ranking.hits.length > 0) remembered.set(key, answer, going.since)
    return answer
  }

  async function pageHits(
    { ranking, scale, analysis }: Ranked,
    { filters, sort }: Asked,
    { after, limit }: SearchInput,
  ): Promise<readonly Hit[]> {
    const start = after
      ? ranking.hits.findIndex(
          ({ id, key }) => id === after.id && (sort === 'relevance' || key === after.key),
        ) + 1
      : 0
    const complete = ranking.hits.length < rememberedHits
    const isRemembered = after === undefined || start > 0
    if (isRemembered && (complete || start + limit + 1 <= ranking.hits.length)) {
      return ranking.hits.slice(start, start + limit + 1)
    }
    const request = { analysis, filters, scale, priceBounds: [], sort, after, limit: limit + 1 }
    return (await rankProducts(pool, { ...request, counting: false })).hits
  }

  async function searchUnder(
    terms: Terms,
    typed: Asked,
    input: SearchInput,
  ): Promise<Under<SearchResult>> {
    const question = await withCategory(pool, terms.shelf, typed)
    const asked = { ...question, filters: { ...question.filters, shelf: terms.shelf } }
    const moment = await changes.moment()
    // A place that was reckoned with a set of rates is found in a ranking by the same set.
    const { table } = await scaleOf(moment, asked, terms, input.after?.rateSetId)
    const rateSetId = table?.rateSetId
    const list = await synonyms.current()
    const text = asked.parsed?.text
    const rest = { ...question, parsed: undefined }
    const key = canonicalJson([text, list.revision, rateSetId, terms.key, rest])
    const answer = await ranked(key, moment, asked, terms, rateSetId, list)
    const hits = await pageHits(answer, asked, input)
    const ids = hits.map(({ id }) => id)
    const page = await reader.page(terms, ids, moment)
    return { answer: resultOf(answer, asked, hits, page.products), revision: page.termsRevision }
  }

  return async (actor, input) => {
    const asked = await askedOf(deps, actor, input)
    if (asked.parsed && asksNothing(asked.parsed)) return nothingFound(asked, asked.parsed)
    return deps.terms.under(pool, actor.companyId, deps.now(), (terms) =>
      searchUnder(terms, asked, input),
    )
  }
}

/**
 * Refuses now what a search for this would refuse whatever it finds: what cannot be meant, and a comparison of prices for
 * which there are no rates.
 */
export async function refuseUnsearchable(
  deps: SearchDeps,
  actor: Actor,
  input: SearchInput,
): Promise<void> {
  const asked = await askedOf(deps, actor, input)
  const { currency: target, currencyMatters: needed } = asked
  const { pool } = deps.database
  const { lists: agreed, shelf } = await deps.terms.remembered(pool, actor.companyId, deps.now())
  await withCategory(pool, shelf, asked)
  if (!needed) return
  const currencies = await listCurrencies(pool)
  await priceScale(deps, pool, { currencies, agreed, target, needed, rateSetId: undefined })
}

/** Reads the name of a category as its id. */
async function withCategory(conn: Conn, shelf: Shelf, asked: Asked): Promise<Asked> {
  const typed = asked.filters.category
  if (typed === undefined) return asked
  const category = await findCategoryId(conn, shelf, typed)
  return { ...asked, filters: { ...asked.filters, category } }
}

async function askedOf(
  deps: Pick<SearchDeps, 'currencyOf'>,
  actor: Actor,
  input: SearchInput,
): Promise<Asked> {
  const filters = filtersOf(input)
  const { q = '' } = input
  const currency = readCurrency(input.currency)
  const parsed = q.trim() === '' ? undefined : parseQuery(typedGtin(q) ?? q)
  const sort = sortOf(input.sort, parsed)
  return {
    parsed,
    filters,
    sort,
    currency: currency ?? (await deps.currencyOf(actor.companyId)),
    currencyMatters:
      currency !== undefined || isByPrice(sort) || Boolean(filters.minPrice || filters.maxPrice),
  }
}

/** Without words there is nothing to be relevant to. */
function sortOf(sort: Sort | undefined, parsed: ParsedQuery | undefined): Sort {
  const wanted = sort ?? 'relevance'
  return wanted === 'relevance' && !parsed ? 'newest' : wanted
}

/** Punctuation only, or only what must not occur. */
function asksNothing({ words, units, identifiers }: ParsedQuery): boolean {
  const { exact, named } = identifiers
  return words.length + units.length + exact.length === 0 && named === undefined
}

function nothingFound({ currency, filters }: Asked, parsed: ParsedQuery): SearchResult {
  return {
    found: [],
    total: 0,
    totalIsLowerBound: false,
    withAllWords: undefined,
    match: 'none',
    facets: facetsOf([], filters, []),
    currency,
    table: undefined,
    correctedQuery: undefined,
    notices: noticesOf(parsed, undefined),
  }
}

/** A product that has left the shop since it was ranked is left out. */
function resultOf(
  { ranking, facets, scale, analysis }: Ranked,
  { parsed, sort }: Asked,
  hits: readonly Hit[],
  products: ReadonlyMap<string, Product>,
): SearchResult {
  const { currency, table } = scale
  const resultMatch = parsed && matchOf(ranking)
  // Where a key depends on the rates, the place says which.
  const rateSetId = isByPrice(sort) && scale.from.length > 1 ? table?.rateSetId : undefined
  const reckoned = rateSetId === undefined ? {} : { rateSetId }
  return {
    found: hits.flatMap(({ id, key, match }) => {
      const product = products.get(id)
      const kind = match === 'text' && resultMatch === 'partial' ? 'near' : match
      return product ? [{ product, match: kind, place: { id, key, ...reckoned } }] : []
    }),
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

function matchOf({ total, isComplete }: Ranking): ResultMatch {
  if (total === 0) return 'none'
  return isComplete ? 'full' : 'partial'
}
