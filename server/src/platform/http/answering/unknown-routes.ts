import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { fail } from '../failures.ts'
import { addressKey, type Shield } from '../guarding/limits.ts'
import type { Http } from '../types.ts'
import { createExactPath } from './exact-path.ts'
import { sendRefusal } from './refusals.ts'

const methods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The headers that a browser may send from an allowed origin. */
const requestHeaders =
  'authorization, content-type, idempotency-key, if-none-match, last-event-id, x-api-key, x-request-id'
const preflightSeconds = 600

/** Answers requests that match no route before their body is read: 404, 405 if another method exists, and OPTIONS. */
export function refuseUnknownRoutes(http: Http, shield: Shield): void {
  const exactPath = createExactPath(http.routeTable)
  http.addHook('onRequest', async (request, reply) => {
    if (!request.is404 && request.method !== 'OPTIONS' && !lacksId(request)) return
    await shield.take('address', addressKey(request), reply)
    const allowed = lacksId(request) ? [] : methodsFor(http, request)
    if (allowed.length === 0) {
      for (const showPage of http.notFoundPages) {
        const answered = showPage(request, reply)
        if (answered) return answered
      }
      if (isBaseRepeated(request.url)) throw fail('base_address_repeated')
      const didYouMean = exactPath(request.url)
      throw fail('route_not_found', didYouMean === undefined ? {} : { didYouMean })
    }
    reply.header('allow', [...allowed, 'OPTIONS'].join(', '))
    if (request.method !== 'OPTIONS') throw fail('method_not_allowed', { allowed })
    if (reply.hasHeader('access-control-allow-origin')) {
      reply.header('access-control-allow-methods', allowed.join(', '))
      reply.header('access-control-allow-headers', requestHeaders)
      reply.header('access-control-max-age', preflightSeconds)
    }
    return reply.code(204).send()
  })
  http.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) =>
    sendRefusal(reply, fail('route_not_found'), request.id),
  )
}

/** `/orders/` is not an order with an empty id. A page or a file below a wildcard may end in a slash. */
function lacksId({ url, params }: FastifyRequest): boolean {
  const end = url.indexOf('?')
  if (url.at(end === -1 ? -1 : end - 1) !== '/') return false
  return Object.entries(params ?? {}).some(([name, value]) => name !== '*' && value === '')
}

/** A client whose base address ends with the prefix that its paths begin with, too. */
function isBaseRepeated(url: string): boolean {
  return /^(?:\/+api\/v1){2}(?:[/?]|$)/.test(url)
}

function methodsFor(http: Http, request: FastifyRequest): readonly HTTPMethods[] {
  const [url = '/'] = request.url.split('?')
  return methods.filter((method) => http.findRoute({ method, url }) !== null)
}
