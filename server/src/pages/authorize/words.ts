import { IntlMessageFormat } from 'intl-messageformat'
import type { Locale } from '#platform/locale'
import { authorize as de } from '../messages/de/authorize.ts'
import { authorize as en } from '../messages/en/authorize.ts'
import { authorize as fr } from '../messages/fr/authorize.ts'

export type AuthorizeKey = keyof typeof en
type Values = Readonly<Record<string, string | number>>

/** All that these pages say, in one language. */
export type AuthorizeWords = {
  readonly language: Locale
  readonly t: (key: AuthorizeKey, values?: Values) => string
}

const catalogues: Readonly<Record<Locale, Readonly<Record<AuthorizeKey, string>>>> = {
  en,
  de,
  fr,
}
const formats = new Map<string, IntlMessageFormat>()

export function authorizeWords(language: Locale): AuthorizeWords {
  return {
    language,
    t: (key, values) => String(formatOf(language, key).format(values)),
  }
}

export function isAuthorizeKey(text: string): text is AuthorizeKey {
  return Object.hasOwn(en, text)
}

function formatOf(language: Locale, key: AuthorizeKey): IntlMessageFormat {
  const name = `${language} ${key}`
  const known = formats.get(name)
  if (known) return known
  const made = new IntlMessageFormat(catalogues[language][key], language)
  formats.set(name, made)
  return made
}
