import type { AnswerUnderTerms, Terms } from '#modules/products'
import type { Conn } from '#platform/db'
import { analyzeQuery, type Vocabulary } from '../query/analysis.ts'
import { parseQuery } from '../query/query-text.ts'
import { listSuggestions, type Suggestions, type SuggestionsRequest } from './suggest-store.ts'

export type Suggested = Suggestions & {
  /** The corrected text of the suggestions, if there were none for the typed text. */
  readonly correctedQuery: string | undefined
}

/**
 * Like a search, it uses a correction if there is nothing for the typed text. The last word may be unfinished, so first
 * only those before it are corrected.
 */
export async function suggest(
  conn: Conn,
  terms: Terms,
  vocabulary: () => Promise<Vocabulary>,
  request: SuggestionsRequest,
): Promise<AnswerUnderTerms<Suggested>> {
  const known = await vocabulary()
  const found = await listSuggestions(conn, terms, request, known)
  if (!isEmpty(found.answer)) return withoutCorrection(found)
  const { typed } = request
  const [, before = '', last = ''] = /^(.*\s)(\S+)\s*$/su.exec(typed) ?? []
  for (const [whole, end] of before === ''
    ? [[typed, '']]
    : [
        [before, last],
        [typed, ''],
      ]) {
    const parsed = parseQuery(whole ?? '')
    const { corrected } = await analyzeQuery(conn, terms.restrictions, parsed, known)
    if (corrected === undefined) continue
    const correctedQuery = `${corrected} ${end}`.trim()
    const again = { ...request, typed: correctedQuery }
    const { answer, revision } = await listSuggestions(conn, terms, again, known)
    if (!isEmpty(answer)) return { answer: { ...answer, correctedQuery }, revision }
  }
  return withoutCorrection(found)
}

function isEmpty({ products, brands, categories }: Suggestions): boolean {
  return products.length + brands.length + categories.length === 0
}

function withoutCorrection({
  answer,
  revision,
}: AnswerUnderTerms<Suggestions>): AnswerUnderTerms<Suggested> {
  return { answer: { ...answer, correctedQuery: undefined }, revision }
}
