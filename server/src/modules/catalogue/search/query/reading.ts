import type { Term } from './query-terms.ts'

/** The query in one language of the catalogue. */
export type Reading = {
  /** Undefined if the query reads the same in all languages. */
  readonly language: string | undefined
  readonly terms: readonly Term[]
  /** A tsquery condition for documents of the language. Undefined if the query reads the same in all languages. */
  readonly own: string | undefined
}
