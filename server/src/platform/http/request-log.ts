import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '#kernel/id'
import type { Log, Metrics } from '#platform/telemetry'
import { type HeldRequest, hold, outlineOf } from './release-request.ts'

const validId = /^[\w.-]{1,64}$/

/** The client's own request id if it is valid, so that its logs and ours can be joined. */
export function requestIdOf(request: IncomingMessage, now: () => Date): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && validId.test(given) ? given : newId('req', now())
}

const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The status under which a request is counted if its client did not wait for the answer. */
const clientGone = 499

/** Writes one line and one count for each request, when its connection has ended. Neither contains text from the client. */
export function requestLogHook(log: Log, metrics: Metrics) {
  // The fields of the line are chosen here, and none is secret by its name. Looking for such names copies every line, which is a
  // fifth of what a small request allocates. The scrub by shape still reads it.
  const lines = log.child({}, { redact: [] })
  const requests = metrics.counter('http_requests_total', 'Requests answered.', [
    'route',
    'method',
    'status',
  ])
  const durations = metrics.histogram(
    'http_request_duration_seconds',
    'Time from the first byte of a request to the last of its answer.',
    durationBuckets,
    ['route', 'method', 'status'],
  )
  const inFlight = metrics.gauge('http_requests_in_flight', 'Requests that are being served.')

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('x-request-id', request.id)
    inFlight.add({}, 1)
    whenClosed(reply.raw, hold(request, reply))
  }

  function whenClosed(response: ServerResponse, held: HeldRequest): void {
    response.once('close', () => {
      inFlight.add({}, -1)
      const { requestId, method, route, startedAt, actorId, companyId } = outlineOf(held)
      const status = response.writableEnded ? response.statusCode : clientGone
      const ms = performance.now() - startedAt
      requests.add({ route, method, status: String(status) })
      durations.observe({ route, method, status: String(status) }, ms / 1_000)
      lines.info(
        {
          requestId,
          method,
          route,
          status,
          ms: Math.round(ms * 10) / 10,
          ...(actorId === undefined ? {} : { actorId, companyId }),
        },
        'request',
      )
    })
  }
}
