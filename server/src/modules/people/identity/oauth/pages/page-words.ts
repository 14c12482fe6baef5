import { type AuthorizeWords, authorizeWords } from '#pages/authorize'
import { defaultLocale, localeOfHeader, locales, matchLocale } from '#platform/locale'

type Asked = {
  /** The parameter of OpenID Connect: languages with a space between them, the preferred one first. */
  readonly uiLocales: unknown
  readonly acceptLanguage: string | undefined
}

/** More languages than this are nobody's wish. */
const tagsMax = 10

/** The words of the pages, in the language that the app names, or else in one that the browser names. */
export function pageWords({ uiLocales, acceptLanguage }: Asked): AuthorizeWords {
  const tags = typeof uiLocales === 'string' ? uiLocales.split(' ', tagsMax) : []
  const language = matchLocale(tags, locales) ?? localeOfHeader(acceptLanguage, locales)
  return authorizeWords(language ?? defaultLocale)
}
