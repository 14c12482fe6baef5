import type { Analysis } from './query/analysis.ts'
import type { ParsedQuery } from './query/query-text.ts'

export const noticeCodes = [
  'catalog.words_too_common',
  'catalog.only_exclusions',
  'catalog.no_words',
] as const

/** Why a search looked for nothing. */
export type SearchNotice = {
  readonly code: (typeof noticeCodes)[number]
  readonly message: string
  readonly words: readonly string[]
}

/** Explains a search without searchable words. Empty if there was something to search for. */
export function noticesOf(
  { words, units, ranges, exclusions }: ParsedQuery,
  analysis: Pick<Analysis, 'readings'> | undefined,
): readonly SearchNotice[] {
  const isMeasured = units.length + ranges.length > 0
  if (isMeasured || analysis?.readings.some(({ terms }) => terms.length > 0)) return []
  const notices: SearchNotice[] = []
  if (words.length > 0) {
    notices.push({
      code: 'catalog.words_too_common',
      message: 'Every text has these words, so they were left out. Add the name of the product.',
      words: words.map(({ text }) => text),
    })
  }
  if (exclusions.length > 0) {
    notices.push({
      code: 'catalog.only_exclusions',
      message:
        'These words are excluded, and there is nothing to search for. Add the name of the product.',
      words: exclusions,
    })
  }
  if (notices.length > 0) return notices
  return [
    {
      code: 'catalog.no_words',
      message: 'The query has no letter or digit. Type a word, a part number or a GTIN.',
      words: [],
    },
  ]
}
