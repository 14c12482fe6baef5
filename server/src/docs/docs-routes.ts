import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { failPlatform, knowsEtag, prefersHtml, type Routes } from '#platform/http'
import { apiReferenceRoutes } from './api-reference.ts'
import { builtSiteFolder, type Site, type SiteFile, siteIn } from './site.ts'

const page = { config: { access: 'public', compressed: true }, schema: { hide: true } } as const
const anyPage = {
  ...page,
  schema: { hide: true, params: Type.Object({ '*': Type.String() }) },
} as const

/** The documentation: the site that `npm run docs` builds, and the reference of the API. Nothing comes from another host. */
export function docsRoutes(folder: string = builtSiteFolder): Routes {
  const openSite = siteIn(folder)
  return async (http) => {
    await apiReferenceRoutes(http)
    http.get('/docs', page, async (_request, reply) => reply.redirect('/docs/', 308))
    http.get('/docs/', page, async (request, reply) => answer(await openSite(), '', request, reply))
    http.get('/docs/*', anyPage, async (request, reply) =>
      answer(await openSite(), request.params['*'], request, reply),
    )
  }
}

/** Words with dots inside, between slashes. */
const pageAddress = /^(?:[\w@-][\w.@-]*(?:\/|$))*$/

async function answer(
  site: Site | undefined,
  address: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!pageAddress.test(address)) throw failPlatform('route_not_found')
  if (!site) throw failPlatform('docs_not_built')
  const file = await site.find(address)
  if (file) return send(file, request, reply)
  const missing = await site.find('404')
  if (!missing || !prefersHtml(request.headers.accept)) throw failPlatform('route_not_found')
  return send(missing, request, reply.code(404))
}

function send(file: SiteFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { type, bytes, etag, isImmutable, scripts } = file
  reply.headers({
    'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=60',
    etag,
    ...(scripts ? { 'content-security-policy': policyOf(scripts) } : {}),
  })
  if (reply.statusCode === 200 && knowsEtag(request.headers['if-none-match'], etag)) {
    return reply.code(304).send()
  }
  return reply.type(type).send(bytes)
}

/** The one style that the theme adds by itself: it turns transitions off while dark and light change. */
const styleOfTheme = ['-webkit-', '-moz-', '-o-', '-ms-', '']
  .map((prefix) => `${prefix}transition:none!important`)
  .join(';')
const styleDigest = createHash('sha256')
  .update(`*,*::before,*::after{${styleOfTheme}}`)
  .digest('base64')

/** Scripts, styles and fonts are ours. The colours of code samples are attributes, and attributes cannot load anything. */
function policyOf(scripts: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    `style-src 'self' 'sha256-${styleDigest}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
