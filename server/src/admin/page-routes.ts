import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { failPlatform, ok, type Routes } from '#platform/http'
import { jsonOf } from './api.ts'
import { fail } from './failures.ts'
import { callAsOperator, type OperatorCallDeps } from './operator-call.ts'
import { prefersHtml } from './prefers-html.ts'
import { newNonce, policyOf, type WebFiles } from './web-files.ts'

/** The areas of the readings that a page is about; of the operations, all of them. */
const areasOf = {
  '/admin/operations': undefined,
  '/admin/automations': ['automationFallback', 'automations'],
  '/admin/orders': ['checkoutLifecycle', 'orders', 'approvals', 'payments', 'invoices'],
  '/admin/find': [],
} as const

/**
 * The operator pages and the files that they are made of. Public, because they hold nothing: what they show comes from
 * requests that need a session. One page is at all addresses: its script reads them. A program gets the page's own reading there as JSON.
 */
export function pageRoutes(deps: OperatorCallDeps, files: WebFiles | undefined): Routes {
  return async (http) => {
    http.get('/admin', hidden, async (_request, reply) => reply.redirect('/admin/operations', 302))
    for (const [url, areas] of Object.entries(areasOf)) {
      http.get(url, asked, async (request, reply) => {
        reply.header('vary', 'accept')
        return prefersHtml(request.headers.accept)
          ? sendPage(files, reply)
          : sendReading(deps, request, reply, areas)
      })
    }

    http.get(
      '/admin/assets/:name',
      { ...hidden, schema: { hide: true, params: Type.Object({ name: Type.String() }) } },
      async (request, reply) => {
        const file = files?.assets.get(request.params.name)
        if (!file) throw failPlatform('route_not_found')
        // The name changes with the content.
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
}

/** Which rows of a list are shown, under the name of the list. */
const Choice = Type.Optional(Type.String({ maxLength: 64 }))

/** What somebody looks for or at stands in the address of the page, for its script alone. */
const PageQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 200 })),
  company: Type.Optional(Type.String({ maxLength: 64 })),
  webhook: Type.Optional(Type.String({ maxLength: 64 })),
  event: Type.Optional(Type.String({ maxLength: 64 })),
  alerts: Choice,
  automations: Choice,
  'dead-letters': Choice,
  deliveries: Choice,
  refunds: Choice,
  runs: Choice,
  'stuck-orders': Choice,
  webhooks: Choice,
})
const asked = {
  config: { access: 'public' },
  schema: { hide: true, querystring: PageQuery },
} as const

const hidden = { config: { access: 'public' }, schema: { hide: true } } as const

function sendPage(files: WebFiles | undefined, reply: FastifyReply): FastifyReply {
  if (!files) throw fail('pages_not_built')
  const nonce = newNonce()
  return reply
    .headers({ 'content-security-policy': policyOf(nonce), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(files.page(nonce))
}

/** The operator's reading, in the envelope that every answer under /admin has. */
async function sendReading(
  deps: OperatorCallDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  areas: readonly string[] | undefined,
): Promise<unknown> {
  const answer = await callAsOperator(deps, request, reply, {
    method: 'GET',
    path: '/health/ops',
  })
  if (answer.status === 200) return ok(areas ? onlyOf(areas, jsonOf(answer)) : jsonOf(answer))
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body)
}

/** What is no area stays: how the service is, when that was, what it depends on and how it is configured. */
function onlyOf(areas: readonly string[], surface: unknown): Record<string, unknown> {
  const kept = Object.entries(surface as Record<string, unknown>).filter(
    ([name, value]) => areas.includes(name) || !isArea(value),
  )
  return Object.fromEntries(kept)
}

function isArea(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'problems' in value
}
