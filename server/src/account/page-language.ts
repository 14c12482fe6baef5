import type { FastifyRequest } from 'fastify'
import { type AccountWords, accountWords } from '#pages/account'
import { defaultLocale, type Locale, localeOfHeader, matchLocale } from '#platform/locale'

/** The settings of the person who is signed in. */
type Settings = { readonly person?: string | undefined; readonly company?: string | undefined }

/**
 * The order in which the API chooses a language, too: `?locale`, the person's setting, `Accept-Language`, the company's setting,
 * English.
 */
export function pageWords(request: FastifyRequest, settings: Settings = {}): AccountWords {
  const supported = request.server.supportedLocales()
  const { locale: asked } = request.query as { locale?: string }
  const among = (tag: string | undefined): Locale | undefined =>
    tag === undefined ? undefined : matchLocale([tag], supported)
  const language =
    among(asked) ??
    among(settings.person) ??
    localeOfHeader(request.headers['accept-language'], supported) ??
    among(settings.company)
  return accountWords(language ?? defaultLocale)
}
