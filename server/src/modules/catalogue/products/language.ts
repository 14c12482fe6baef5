/** The languages with stemming in search. In other languages, words match as they are. */
export const stemmedLanguages = ['en', 'de', 'fr'] as const

/** How search analyses a text. */
export type ReadingLanguage = (typeof stemmedLanguages)[number] | 'any'

/** The language of a text when the supplier gives none. */
export const defaultLanguage = 'en'

export function readingOf(language: string): ReadingLanguage {
  return stemmedLanguages.find((known) => known === language) ?? 'any'
}

/** A document that is not English has a lexeme of this mark and its language. No word begins like this. */
export const languageMark = '=l:'
