import type { Alternative } from '../synonyms/synonyms.ts'
import type { LanguageLexemes, Lexeme } from './analysis-store.ts'

/** What may replace a word: one lexeme, or several next to each other. */
export type Standing = {
  readonly lexemes: readonly string[]
  /** The lexemes that count for the rank of a document. */
  readonly counted: readonly string[]
  readonly documents: number
  /** The source of this alternative. Undefined for the parts of a compound. */
  readonly alternative?: Alternative
}

/** The words in one language. */
export type LanguageVariants = Pick<LanguageLexemes, 'language' | 'own'> & {
  readonly words: readonly {
    readonly lexemes: readonly Lexeme[]
    readonly synonyms: readonly Standing[]
    /** This word and the next one were typed as one word. */
    readonly isTypedAsOne: boolean
    /** They are a name and a number, `cat 6`. */
    readonly isSeries: boolean
  }[]
  /** For each pair of neighbours, the word that they form when written together. */
  readonly glued: readonly (readonly Lexeme[])[]
}
