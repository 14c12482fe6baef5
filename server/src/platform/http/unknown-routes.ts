import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { fail } from './failures.ts'
import { addressKey, type Shield } from './limits.ts'
import { sendRefusal } from './refusals.ts'
import type { Http } from './types.ts'

const methods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Answers what no route matches before its body is read: 404, 405 where another method would do, and OPTIONS. */
export function refuseUnknownRoutes(http: Http, shield: Shield): void {
  http.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    await shield.take('address', addressKey(request), reply)
    const allowed = methodsFor(http, request)
    if (allowed.length === 0) throw fail('route_not_found')
    reply.header('allow', [...allowed, 'OPTIONS'].join(', '))
    if (request.method === 'OPTIONS') return reply.code(204).send()
    throw fail('method_not_allowed', { allowed })
  })
  http.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) =>
    sendRefusal(reply, fail('route_not_found'), request.id),
  )
}

function methodsFor(http: Http, request: FastifyRequest): readonly HTTPMethods[] {
  const [url = '/'] = request.url.split('?')
  return methods.filter((method) => http.findRoute({ method, url }) !== null)
}
