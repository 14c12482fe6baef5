import compress from '@fastify/compress'
import type { FastifyRequest, RouteOptions } from 'fastify'
import type { Scope } from '#kernel/actor'
import { definedAccesses } from '../guarding/accesses.ts'
import { isJson } from '../openapi/schemas.ts'
import type { Http } from '../types.ts'
import { addVary } from './add-vary.ts'

/** A smaller answer fits into one packet anyway. */
const thresholdBytes = 1_024

/**
 * Their lists are business records that a client reads with a credential in a header. The other scopes and roles read webhooks, keys,
 * people, mail of strangers, or what an operator sees through a session cookie.
 */
const listsOf: ReadonlySet<Scope | undefined> = new Set<Scope>([
  'products:read',
  'orders:read',
  'payments:read',
])

/**
 * Compresses documents and lists by brotli or gzip. The length of a compressed answer tells how much its parts have in common (BREACH):
 * a secret must not stand beside text that somebody else chose. So a route is compressed only if it says so, or if it is a list of
 * `listsOf`, and never a request with free text, which an answer may repeat beside the prices of the company.
 */
export function compressAnswers(http: Http): void {
  http.addHook('onRoute', (route) => {
    if (!isCompressed(route)) return
    route.compress = {}
    const texts = freeTextsOf(route.schema?.querystring)
    route.onRequest = [
      ...[route.onRequest ?? []].flat(),
      (request, reply, done) => {
        // For caches: another client may get other bytes, also if this answer is too small to be compressed.
        addVary(reply, 'accept-encoding')
        if (texts.some((name) => hasText(request, name))) request.headers[optOut] = 'text'
        done()
      },
    ]
  })
  http.register(compress, {
    global: false,
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: thresholdBytes,
  })
}

/** The plugin leaves the answer to such a request as it is. Clients may send it, too. */
const optOut = 'x-no-compression'

function isCompressed({ config, method, schema }: RouteOptions): boolean {
  if (![method].flat().includes('GET') || !config || config.ticket) return false
  return (
    config.compressed ??
    (listsOf.has(definedAccesses[config.access].scope) && isList(schema?.response))
  )
}

/** The answers of `list()` and `listResponse()`, and of searches: a page has a limit in its `meta`. */
export function isList(response: unknown): boolean {
  const page = isJson(response) && response[200]
  const meta = isJson(page) && isJson(page.properties) && page.properties.meta
  return isJson(meta) && isJson(meta.properties) && 'limit' in meta.properties
}

/** Parameters that can have any text: neither one of some values, nor in a form. A cursor is signed by us. */
function freeTextsOf(query: unknown): readonly string[] {
  if (!isJson(query) || !isJson(query.properties)) return []
  return Object.entries(query.properties)
    .filter(([name, schema]) => name !== 'cursor' && hasFreeText(schema))
    .map(([name]) => name)
}

function hasFreeText(schema: unknown): boolean {
  if (!isJson(schema)) return true
  const parts = [schema.anyOf, schema.items].flat().filter((part) => part !== undefined)
  if (parts.length > 0) return parts.some(hasFreeText)
  if (['boolean', 'integer', 'number'].includes(String(schema.type))) return false
  return !['enum', 'const', 'pattern', 'format'].some((word) => word in schema)
}

/** Too short to tell anything, such as a currency, or an id. */
const harmless = /^(?:.{0,3}|[a-z]{2,4}_[0-9a-z]{26})$/

function hasText({ query }: FastifyRequest, name: string): boolean {
  const given = (query as Readonly<Record<string, unknown>>)[name]
  return [given ?? []].flat().some((value) => !harmless.test(String(value)))
}
