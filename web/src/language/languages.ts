/** The languages of the pages, each with its own name for itself. */
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français' } as const
export type Language = keyof typeof languages

export const defaultLanguage: Language = 'en'

export function isLanguage(text: unknown): text is Language {
  return typeof text === 'string' && Object.hasOwn(languages, text)
}
