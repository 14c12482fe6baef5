import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { failPlatform, type Http } from '#platform/http'
import { defaultLocale, localeOfHeader, locales } from '#platform/locale'
import { fail } from './failures.ts'
import type { WebFiles } from './web-files.ts'

/** The scripts, styles and pictures of pages. They are public because they contain no data. */
export function addAssets(http: Http, url: string, files: WebFiles | undefined): void {
  http.get(
    `${url}/:name`,
    {
      // A page has dozens of files, and each is in memory: people behind one address would use up its limit.
      config: { access: 'public', rateLimit: 'none' },
      schema: { hide: true, params: Type.Object({ name: Type.String() }) },
    },
    async (request, reply) => {
      const file = files?.assets.get(request.params.name)
      if (!file) throw failPlatform('route_not_found')
      // The file name changes with the content.
      reply.headers({
        'cache-control': 'public, max-age=31536000, immutable',
        etag: file.etag,
        vary: 'accept-encoding',
      })
      if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
      reply.type(file.type)
      const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
      if (!file.gzipped || !takesGzip) return reply.send(file.bytes)
      return reply.header('content-encoding', 'gzip').send(file.gzipped)
    },
  )
}

/** The one page that all addresses of an app serve, in the language of the reader. Its script reads the address. */
export function sendWebPage(
  files: WebFiles | undefined,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (!files) throw fail('pages_not_built')
  const nonce = newNonce()
  const language = localeOfHeader(headers['accept-language'], locales) ?? defaultLocale
  return reply
    .headers({ 'content-security-policy': policyOf(nonce), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(files.page(nonce, language))
}

function newNonce(): string {
  return randomBytes(18).toString('base64')
}

/**
 * Scripts come from our files only, never from the page itself. Styles do too, except styles with the nonce, which the components
 * add as they need them. No other page may frame this one.
 */
function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
