/** The languages of the service, in the order in which it offers them. */
export const locales = ['en', 'de', 'fr'] as const

export type Locale = (typeof locales)[number]

/** The language of a reader about whom nothing is known. */
export const defaultLocale: Locale = 'en'

const knownLocales: ReadonlySet<unknown> = new Set(locales)

export function isLocale(value: unknown): value is Locale {
  return knownLocales.has(value)
}

/** The language of a reader: the person's own setting, else the setting of the company, else the default. */
export function readerLocale(
  person: string | null | undefined,
  company: string | null | undefined,
): Locale {
  if (isLocale(person)) return person
  return isLocale(company) ? company : defaultLocale
}
