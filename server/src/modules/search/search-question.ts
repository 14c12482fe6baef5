import type { Actor } from '#kernel/actor'
import { findCategoryId, type Restrictions, readCurrency } from '#modules/products'
import type { Conn } from '#platform/db'
import { type ParsedQuery, parseQuery } from './query/query-text.ts'
import { typedGtin } from './query/typed-gtin.ts'
import { isByPrice } from './ranking/order-sql.ts'
import { filtersOf, type SearchInput } from './search-input.ts'
import type { Filters, Sort } from './search-query.ts'

/** What a search asks for, the page apart. */
export type SearchQuestion = {
  /** Undefined where it has no words. */
  readonly parsed: ParsedQuery | undefined
  readonly filters: Filters
  readonly sort: Sort
  readonly currency: string
  /** The search is refused without rates, and without the rate of a product that it finds. */
  readonly currencyMatters: boolean
}

/** Reads the name of a category as its id. */
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

/** Reads what a search asks for. Throws where it cannot be meant. */
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

/** Without words nothing is more relevant than anything else. */
function sortOf(sort: Sort | undefined, parsed: ParsedQuery | undefined): Sort {
  const wanted = sort ?? 'relevance'
  return wanted === 'relevance' && !parsed ? 'newest' : wanted
}

/** The query has only punctuation, or only words that must not occur. */
export function asksNothing({ words, units, identifiers }: ParsedQuery): boolean {
  const { exact, named } = identifiers
  return words.length + units.length + exact.length === 0 && named === undefined
}
