import { type AuthorizeWords, authorizeWords, matchLanguage } from '@purveyor/web/authorize'
import Negotiator from 'negotiator'

type Asked = {
  /** The parameter of OpenID Connect: languages with a space between them, the preferred one first. */
  readonly uiLocales: unknown
  readonly acceptLanguage: string | undefined
}

/** The words of the pages, in the language that the app names, or else in one that the browser names. */
export function pageWords({ uiLocales, acceptLanguage }: Asked): AuthorizeWords {
  const byApp = typeof uiLocales === 'string' ? uiLocales.split(' ') : []
  const headers = { 'accept-language': acceptLanguage }
  const byBrowser = new Negotiator({ headers }).languages().filter((tag) => tag !== '*')
  // The first language that we have decides, so that of an app comes before all of the browser.
  return authorizeWords(matchLanguage([...byApp, ...byBrowser]))
}
