import { match } from '@formatjs/intl-localematcher'

/** The languages of the pages, each with its own name for itself. */
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français' } as const
export type Language = keyof typeof languages

export const defaultLanguage: Language = 'en'

export function isLanguage(text: unknown): text is Language {
  return typeof text === 'string' && Object.hasOwn(languages, text)
}

/** The first of the wanted languages that we have, or one that its readers understand. */
export function matchLanguage(wanted: readonly string[]): Language {
  const tags = wanted.filter(isTag)
  return match(tags, Object.keys(languages), defaultLanguage) as Language
}

/** Browsers and apps may send anything. */
function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}
