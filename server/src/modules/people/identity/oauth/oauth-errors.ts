import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#kernel/failure'

const words: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  404: 'invalid_request',
  415: 'invalid_request',
  429: 'temporarily_unavailable',
  503: 'temporarily_unavailable',
}

/** Requests that are refused before the library sees them get an error in its form (RFC 6749, 5.2), not in ours. */
export function errorReply(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = error instanceof Failure ? error : undefined
  if (!failure) request.log.error({ error }, 'request failed')
  const status = failure?.status ?? 500
  if (failure?.retryAfterSeconds !== undefined && !reply.hasHeader('retry-after')) {
    reply.header('retry-after', failure.retryAfterSeconds)
  }
  reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify({
        error: words[status] ?? 'server_error',
        error_description: failure?.message ?? 'Something went wrong on our side.',
      }),
    )
}
