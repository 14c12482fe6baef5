import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { addVary, failPlatform, knowsEtag, prefersHtml, type Routes } from '#platform/http'
import { filterAddress, referenceRoot, stylesheetAddress } from './reference/addresses.ts'
import type { ApiDocument } from './reference/api-document.ts'
import { filterScript } from './reference/filter-script.ts'
import { type Coding, type PackedPages, packedPages } from './reference/packed-pages.ts'
import { notFoundPage, referencePages } from './reference/reference-pages.ts'
import { referenceStyles } from './reference/styles.ts'

const page = { config: { access: 'public' }, schema: { hide: true } } as const
const anyPage = {
  ...page,
  schema: { hide: true, params: Type.Object({ '*': Type.String() }) },
} as const

/** The reference of the API at /docs/api: pages that the service makes from its own OpenAPI document, each at its first reader. */
export const apiReferenceRoutes: Routes = async (http) => {
  let made: PackedPages | undefined
  const find: PackedPages = (address, coding) => {
    made ??= packedPages(filesOf(http.openapi() as ApiDocument))
    return made(address, coding)
  }
  http.get(referenceRoot, page, (request, reply) => answer(find, referenceRoot, request, reply))
  http.get(`${referenceRoot}/*`, anyPage, (request, reply) =>
    answer(find, `${referenceRoot}/${request.params['*']}`, request, reply),
  )
}

const notFoundText = 'not found'

function filesOf(document: ApiDocument): ReadonlyMap<string, () => string> {
  return new Map([
    ...referencePages(document),
    [stylesheetAddress, () => referenceStyles],
    [filterAddress, () => filterScript],
    [notFoundText, () => notFoundPage(document)],
  ])
}

async function answer(
  find: PackedPages,
  address: string,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const coding = codingOf(headers['accept-encoding'])
  const found = await find(address, coding)
  const shown = found ?? (prefersHtml(headers.accept) && (await find(notFoundText, coding)))
  if (!shown) throw failPlatform('route_not_found')
  if (!found) reply.code(404)
  const { etag, bytes } = shown
  reply.headers({
    'cache-control': 'public, max-age=60',
    'content-security-policy': policy,
    etag,
  })
  addVary(reply, 'accept-encoding')
  if (found && knowsEtag(headers['if-none-match'], etag)) return reply.code(304).send()
  if (coding !== 'identity') reply.header('content-encoding', coding)
  return reply.type(typeOf(address)).send(bytes)
}

function codingOf(accepted = ''): Coding {
  const codings = ['br', 'gzip'] as const
  const isAccepted = (name: string) =>
    new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:[.]0*)?(?:[,\\s]|$))`).test(String(accepted))
  return codings.find(isAccepted) ?? 'identity'
}

function typeOf(address: string): string {
  if (address === stylesheetAddress) return 'text/css; charset=utf-8'
  if (address === filterAddress) return 'text/javascript; charset=utf-8'
  return 'text/html; charset=utf-8'
}

/** The pages load their style and their filter from here, and nothing else from anywhere. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
