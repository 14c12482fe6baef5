import type { FastifyReply, FastifyRequest } from 'fastify'
import { defaultLocale, isLocale, type Locale, locales } from '#kernel/locale'
import { canonicalTag, localeOfHeader, matchLocale } from '#platform/locale'
import { addVary } from '../answering/add-vary.ts'
import { fail } from '../failures.ts'
import { acceptsLocale } from '../registration.ts'
import type { Http } from '../types.ts'

type Resolved = {
  readonly locale: Locale
  /** `Accept-Language` took part, so another header may get another answer. */
  readonly varies: boolean
}

/** Every route for people accepts `?locale=`. It is no part of what the request asks for, so the routes do not see it. */
export function acceptLocales(
  http: Http,
  supported: () => readonly Locale[] = () => locales,
): void {
  http.decorate('supportedLocales', supported)
  http.decorateRequest('requestedLocale', undefined)
  http.decorateRequest('locale', {
    getter(this: FastifyRequest): Locale {
      return resolveLocale(this).locale
    },
  })
  http.decorateRequest('namedLocale', {
    getter(this: FastifyRequest): Locale | undefined {
      return localeOfRequest(this, supported())
    },
  })
  http.addHook('onSend', (request, reply, _payload, done) => {
    // A refusal has its own sentence, a repeated answer the language of the first, and a document says its own.
    const isAnswer =
      reply.statusCode < 400 &&
      !reply.hasHeader('idempotent-replayed') &&
      !reply.hasHeader('content-language')
    const isNamed = request.requestedLocale !== undefined
    if (isAnswer && (request.routeOptions.config.localized || isNamed)) {
      const { locale, varies } = resolveLocale(request)
      markLocale(reply, locale, varies)
    }
    done()
  })
  http.addHook('preValidation', (request, _reply, done) => {
    const query = request.query as { locale?: unknown } | undefined
    if (query?.locale === undefined || !takesLocale(request)) return done()
    const { locale, ...rest } = query
    request.requestedLocale = tagOf(locale)
    request.query = rest
    done(request.requestedLocale === undefined ? malformedLocale(locale) : undefined)
  })
}

function takesLocale({ routeOptions }: FastifyRequest): boolean {
  return acceptsLocale({
    url: routeOptions.url ?? '',
    access: routeOptions.config.access,
    schema: routeOptions.schema,
  })
}

/**
 * The language of the answer: `?locale`, else the person's setting, else `Accept-Language`, else the company's setting, else English.
 * A well-formed tag of a language that we do not have leads to the next level. It costs no query: whoever was identified has both
 * settings.
 */
export function resolveLocale(request: FastifyRequest): Resolved {
  const { principal, headers, server } = request
  const supported = server?.supportedLocales?.() ?? locales
  const chosen =
    localeOfRequest(request, supported) ?? localeOfSetting(principal?.locale, supported)
  if (chosen) return { locale: chosen, varies: false }
  const locale =
    localeOfHeader(headers['accept-language'], supported) ??
    localeOfSetting(principal?.companyLocale, supported) ??
    defaultLocale
  return { locale, varies: true }
}

function localeOfRequest(
  { requestedLocale, query }: FastifyRequest,
  supported: readonly Locale[],
): Locale | undefined {
  const requested = requestedLocale ?? tagOf((query as Query)?.locale)
  return requested === undefined ? undefined : matchLocale([requested], supported)
}

type Query = { readonly locale?: unknown } | undefined

/** A setting may name a language that was taken out since. */
function localeOfSetting(value: unknown, supported: readonly Locale[]): Locale | undefined {
  return isLocale(value) && supported.includes(value) ? value : undefined
}

/** Undefined for a malformed tag, and for a parameter that comes twice. */
function tagOf(value: unknown): string | undefined {
  return typeof value === 'string' ? canonicalTag(value) : undefined
}

function malformedLocale(given: unknown) {
  const message = Array.isArray(given)
    ? `is given ${given.length} times: give it once`
    : 'must be a language tag, such as de or fr-CH'
  const problems = [{ path: 'query.locale', message }]
  return fail('request_invalid', { problems })
}

/** Marks an answer that is written in this language. */
export function markLocale(reply: FastifyReply, locale: Locale, varies: boolean): void {
  reply.header('content-language', locale)
  if (varies) addVary(reply, 'Accept-Language')
}
