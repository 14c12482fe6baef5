import type { AnswerUnderTerms, Terms } from '#modules/products'
import type { Conn } from '#platform/db'
import { analyzeQuery, type Vocabulary } from '../query/analysis.ts'
import { parseQuery } from '../query/query-text.ts'
import { listSuggestions, type Suggestions, type SuggestionsRequest } from './suggest-store.ts'

export type Suggested = Suggestions & {
  /** The corrected text of the suggestions, if there were none for the typed text. */
  readonly correctedQuery: string | undefined
}

/** Like a search, it uses a correction if there is nothing for the typed text. */
export async function suggest(
  conn: Conn,
  terms: Terms,
  vocabulary: () => Promise<Vocabulary>,
  request: SuggestionsRequest,
): Promise<AnswerUnderTerms<Suggested>> {
  const found = await listSuggestions(conn, terms, request)
  if (!isEmpty(found.answer)) return uncorrected(found)
  const parsed = parseQuery(request.typed)
  const { corrected } = await analyzeQuery(conn, terms.restrictions, parsed, await vocabulary())
  if (corrected === undefined) return uncorrected(found)
  const { answer, revision } = await listSuggestions(conn, terms, { ...request, typed: corrected })
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
