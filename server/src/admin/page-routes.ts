import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { failPlatform, ok, type Routes } from '#platform/http'
import { jsonOf } from './api.ts'
import { fail } from './failures.ts'
import { callAsOperator, type OperatorCallDeps } from './operator-call.ts'
import { prefersHtml } from './prefers-html.ts'
import { newNonce, policyOf, type WebFiles } from './web-files.ts'

/** One page for people at all of them: its script reads the address. */
const pages = ['/admin/operations', '/admin/automations', '/admin/orders'] as const

/**
 * The operator pages and the files that they are made of. Public, because they hold nothing: what they show comes from
 * requests that need a session. At the same addresses a program gets the same reading as JSON.
 */
export function pageRoutes(deps: OperatorCallDeps, files: WebFiles | undefined): Routes {
  return async (http) => {
    http.get('/admin', hidden, async (_request, reply) => reply.redirect('/admin/operations', 302))
    for (const url of pages) {
      http.get(url, hidden, async (request, reply) => {
        reply.header('vary', 'accept')
        return prefersHtml(request.headers.accept)
          ? sendPage(files, reply)
          : sendReading(deps, request, reply)
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
): Promise<unknown> {
  const answer = await callAsOperator(deps, request, reply, {
    method: 'GET',
    path: '/health/ops',
  })
  if (answer.status === 200) return ok(jsonOf(answer))
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body)
}
