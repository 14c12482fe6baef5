import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { memoizeText } from '#platform/local-cache'
import { keepRequestContext, type RequestContext } from '#platform/request-context'
import type { Http } from '../types.ts'
import { agentOf } from './agent-of.ts'

/**
 * The hooks use callbacks and not promises: a context that an awaiting hook sets is gone when the hook returns. There are two
 * hooks, because the body arrives in another asynchronous context, which does not have what the first hook set.
 */
export function keepRequestContexts(http: Http): void {
  http.addHook('onRequest', (request, _reply, done) => {
    keepRequestContext(contextOf(request), done)
  })
  http.addHook('preValidation', (request, _reply, done) => {
    keepRequestContext(contextOf(request), done)
  })
}

function contextOf(request: FastifyRequest): RequestContext {
  const userAgent = request.headers['user-agent']
  return {
    requestId: request.id,
    address: networkOf(request.ip),
    userAgent: userAgent === undefined ? undefined : knownAgentOf(userAgent),
  }
}

const knownAgentOf = memoizeText(1_000, agentOf)

/** The network of an address: /24 of IPv4, /48 of IPv6. */
export const networkOf = memoizeText(5_000, (text: string): string => {
  if (!ipaddr.isValid(text)) return 'unknown'
  const address = ipaddr.process(text)
  const [kept, whole] = address.kind() === 'ipv4' ? [3, 4] : [6, 16]
  const bytes = address.toByteArray().map((byte, place) => (place < kept ? byte : 0))
  return `${ipaddr.fromByteArray(bytes.slice(0, whole))}/${kept * 8}`
})
