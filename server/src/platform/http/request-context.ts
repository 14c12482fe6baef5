import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { memoizeText } from '#platform/local-cache'
import { keepRequestContext, type RequestContext } from '#platform/request-context'
import { agentOf } from './agent-of.ts'
import type { Http } from './types.ts'

/**
 * Callbacks and not promises, because what a hook that awaits sets is gone when it returns. Twice, because the body
 * arrives on the connection's own turn, which has forgotten what the first hook said.
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

/** /24 of IPv4, /48 of IPv6. */
export const networkOf = memoizeText(5_000, (text: string): string => {
  if (!ipaddr.isValid(text)) return 'unknown'
  const address = ipaddr.process(text)
  const [kept, whole] = address.kind() === 'ipv4' ? [3, 4] : [6, 16]
  const bytes = address.toByteArray().map((byte, place) => (place < kept ? byte : 0))
  return `${ipaddr.fromByteArray(bytes.slice(0, whole))}/${kept * 8}`
})
