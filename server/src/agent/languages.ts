import type { Language } from './grammar/numbers/number-found.ts'

export type QuestionLanguage = 'en' | 'de' | 'fr'

/** The language in which the companion asks. */
export function questionLanguageOf(locale: string): QuestionLanguage {
  const [language = ''] = locale.toLowerCase().split('-')
  return language === 'de' || language === 'fr' ? language : 'en'
}

/** How a locale writes numbers: French writes a decimal comma, as German does. */
export function conventionOf(locale: string): Language {
  return questionLanguageOf(locale) === 'en' ? 'en' : 'de'
}
