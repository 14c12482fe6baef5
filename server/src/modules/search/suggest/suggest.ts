import type { AnswerUnderTerms, Terms } from '#modules/products'
import type { Conn } from '#platform/db'
import { analyzeQuery, type Vocabulary } from '../query/analysis.ts'
import { parseQuery } from '../query/query-text.ts'
import { listSuggestions, type Suggestions } from './suggest-store.ts'

export type Suggested = Suggestions & {
  /** What these are for, where nothing was for what was typed. */
  readonly correctedQuery: string | undefined
}

/** As a search does: where nothing is for what was typed, for what was meant. */
export async function suggest(
  conn: Conn,
  terms: Terms,
  vocabulary: () => Promise<Vocabulary>,
  { typed, limit }: { readonly typed: string; readonly limit: number },
): Promise<AnswerUnderTerms<Suggested>> {
  const found = await listSuggestions(conn, terms, typed, limit)
  if (!isEmpty(found.answer)) return uncorrected(found)
  const parsed = parseQuery(typed)
  const { corrected } = await analyzeQuery(conn, terms.restrictions, parsed, await vocabulary())
  if (corrected === undefined) return uncorrected(found)
  const { answer, revision } = await listSuggestions(conn, terms, corrected, limit)
  return {
    answer: { ...answer, correctedQuery: isEmpty(answer) ? undefined : corrected },
    revision,
  }
}

function isEmpty({ products, brands, categories }: Suggestions): boolean {
  return products.length + brands.length + categories.length === 0
}

function uncorrected({
  answer,
  revision,
}: AnswerUnderTerms<Suggestions>): AnswerUnderTerms<Suggested> {
  return { answer: { ...answer, correctedQuery: undefined }, revision }
}
