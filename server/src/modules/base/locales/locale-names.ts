import type { Locale } from '#kernel/locale'

/** Each language in its own words, as a reader looks for it. */
export const localeNames: Readonly<Record<Locale, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
}
