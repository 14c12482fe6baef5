import type { Actor } from '#kernel/actor'
import { findCategoryId, type Restrictions, readCurrency } from '#modules/products'
import type { Conn } from '#platform/db'
import { type ParsedQuery, parseQuery } from './query/query-text.ts'
import { typedGtin } from './query/typed-gtin.ts'
import { isByPrice } from './ranking/order-sql.ts'
import { filtersOf, type SearchInput } from './search-input.ts'
import type { Filters, Sort } from './search-query.ts'

/** The meaning of a search request, without its page. */
export type SearchQuestion = {
  /** Undefined for a search without words. */
  readonly parsed: ParsedQuery | undefined
  readonly filters: Filters
  readonly sort: Sort
  readonly currency: string
  /** If true, the search is refused without rates, or if it finds a product whose currency has no rate. */
  readonly currencyMatters: boolean
}

/** Replaces the name of a category by its id. */
export async function withCategory(
  conn: Conn,
  restrictions: Restrictions,
  question: SearchQuestion,
): Promise<SearchQuestion> {
  const typed = question.filters.category
  if (typed === undefined) return question
  const category = await findCategoryId(conn, restrictions, typed)
  return { ...question, filters: { ...question.filters, category } }
}

/** Reads a search request. Throws for invalid input. */
export async function questionOf(
  deps: { readonly currencyOf: (companyId: string) => Promise<string> },
  actor: Actor,
  input: SearchInput,
): Promise<SearchQuestion> {
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

/** Without words all products are equally relevant. */
function sortOf(sort: Sort | undefined, parsed: ParsedQuery | undefined): Sort {
  const wanted = sort ?? 'relevance'
  return wanted === 'relevance' && !parsed ? 'newest' : wanted
}

/** The query has only punctuation, or only excluded words. */
export function asksNothing({ words, units, ranges, identifiers }: ParsedQuery): boolean {
  const { exact, named } = identifiers
  return words.length + units.length + ranges.length + exact.length === 0 && named === undefined
}
