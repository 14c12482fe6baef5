import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { type Http, type Routes, streamBodies } from '#platform/http'
import { fail } from './failures.ts'
import { type ForwardAnswer, type ForwardMethod, forwardMethods } from './forward.ts'
import {
  callAsOperator,
  type OperatorCallDeps,
  openAsOperator,
  requireCredential,
  uploadAsOperator,
} from './operator-call.ts'

const prefix = '/admin/api'

const segment = '[A-Za-z0-9_-][A-Za-z0-9_.-]*'

/** The API routes that the pages need, and none that only a person or an integration uses. No path leads back to this runtime. */
const forwardedPaths = [
  /^\/health\/(?:ops|detailed)$/,
  /^\/auth\/me$/,
  // An operator without a second factor sets one up on the pages.
  /^\/auth\/factors\/totp(?:\/confirm)?$/,
  // A change of invoice details needs a step-up.
  /^\/auth\/step-up$/,
  new RegExp(`^/notifications(?:/${segment})+$`),
  new RegExp(`^/api/v1/orders/${segment}(?:/(?:confirm|cancel|shipments))?$`),
  new RegExp(
    `^/api/v1/orders/${segment}/(?:proposals/${segment}/refuse|changes/${segment}/withdraw)$`,
  ),
  new RegExp(`^/api/v1/payments/${segment}(?:/capture|/refunds)?$`),
  /^\/api\/v1\/supplier\/offer-requests$/,
  new RegExp(`^/api/v1/offer-requests/${segment}/(?:confirm|decline)$`),
  new RegExp(`^/api/v1/products/${segment}$`),
  // The settings of the platform.
  /^\/api\/v1\/llm\/limits$/,
  new RegExp(`^/api/v1/price-lists(?:/${segment}(?:/entries)?)?$`),
  new RegExp(`^/api/v1/ads/campaigns(?:/${segment})?$`),
  new RegExp(`^/api/v1/catalog/imports(?:/${segment}(?:/(?:cancel|errors))?)?$`),
  new RegExp(`^/api/v1/support/(?:agents|attachments(?:/${segment})?)$`),
  new RegExp(
    `^/api/v1/support/tickets(?:/${segment}(?:/(?:messages|assign|priority|resolve|reopen))?)?$`,
  ),
  new RegExp(`^/api/v1/support/tickets/${segment}/messages/${segment}/mail$`),
  new RegExp(`^/api/v1/crawl/sources(?:/${segment})?$`),
  new RegExp(`^/api/v1/crawls(?:/${segment}(?:/(?:pages|confirm|reconnect|cancel))?)?$`),
  // What an operator wants to see of a list.
  new RegExp(`^/api/v1/views(?:/${segment})?$`),
  // The page on which operators try the chat, with sessions of their own.
  new RegExp(`^/api/v1/chat/sessions(?:/${segment})*$`),
  new RegExp(`^/admin/(?!(?:api|session|assets)(?:/|$))${segment}(?:/${segment})*$`),
]

/** The API's answer unchanged, without the headers that belong to the connection between the API and this runtime. */
const keptHeaders = [
  'content-type',
  'content-encoding',
  'vary',
  'content-disposition',
  'content-security-policy',
  'retry-after',
  'content-language',
  'idempotent-replayed',
  'etag',
]

/** `/admin/api/health/ops` is the API's `/health/ops`, with the operator's token from the cookie. */
export function forwardRoutes(deps: OperatorCallDeps): Routes {
  return async (http) => {
    for (const method of forwardMethods) {
      forwardRoute(http, deps, method, `${prefix}/*`)
      // The API checks the limits of its own routes. This runtime refuses only what no route accepts.
      const bodyLimit = http.initialConfig.bodyLimit
      forwardRoute(http, deps, method, `${prefix}/api/v1/*`, bodyLimit)
    }
  }
}

/** The files that pages upload, each with its media types. A page of another site cannot send these without our permission. */
const uploads = {
  '/api/v1/catalog/imports': [
    'text/csv',
    'application/jsonl',
    'application/xml',
    'application/gzip',
  ],
  '/api/v1/support/attachments': ['application/octet-stream'],
} as const

/** In scopes of their own, in which bodies are streams. The API checks the file, and limits its length. */
export function uploadRoutes(deps: OperatorCallDeps): Routes {
  return async (http) => {
    streamBodies(http)
    for (const [path, types] of Object.entries(uploads)) {
      http.route({
        method: 'POST',
        url: `${prefix}${path}`,
        config: {
          access: 'public',
          streamed: Object.fromEntries(types.map((type) => [type, { example: '' }])),
        },
        schema: { hide: true, querystring: Type.Object({}, { additionalProperties: true }) },
        onRequest: async (request) => {
          requireCredential(deps, request)
        },
        handler: async (request, reply) => {
          const target = request.url.slice(prefix.length)
          const answer = await uploadAsOperator(deps, request, reply, target)
          return passOn(reply, answer)
        },
      })
    }
  }
}

function forwardRoute(
  http: Http,
  deps: OperatorCallDeps,
  method: ForwardMethod,
  url: string,
  bodyLimit?: number,
): void {
  http.route({
    method,
    url,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    // The API counts the request: by its credential, or by the address if the credential is not valid.
    config: { access: 'public', rateLimit: 'none' },
    schema: {
      hide: true,
      querystring: Type.Object({}, { additionalProperties: true }),
      ...(method === 'GET' ? {} : { body: Type.Optional(Type.Unknown()) }),
    },
    onRequest: async (request) => {
      pathOf(request.url)
      requireCredential(deps, request)
    },
    handler: async (request, reply) => {
      const path = pathOf(request.url)
      if (isFile(path))
        return passOn(reply, await openAsOperator(deps, request, reply, { method, path }))
      // Readings are long, and have no text that others chose.
      const encodings = path.startsWith('/health/') ? request.headers['accept-encoding'] : undefined
      return passOn(reply, await callAsOperator(deps, request, reply, { method, path, encodings }))
    },
  })
}

/** The file of a list may be longer than the memory. */
function isFile(path: string): boolean {
  return /^[^?]*\.csv(?:\?|$)/.test(path)
}

function passOn(
  reply: FastifyReply,
  { status, headers, body }: ForwardAnswer<Buffer | Readable>,
): FastifyReply {
  for (const name of keptHeaders) {
    const value = headers[name]
    if (value !== undefined) reply.header(name, value)
  }
  return reply.code(status).send(body)
}

/** The path as the client wrote it. A path decoded on the way could name another route of the API. */
function pathOf(url: string): string {
  const target = url.slice(prefix.length)
  const [path = ''] = target.split('?')
  if (!forwardedPaths.some((pattern) => pattern.test(path)))
    throw fail('path_not_forwarded', { path })
  return target
}
