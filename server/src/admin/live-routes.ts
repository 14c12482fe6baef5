import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Locale } from '#kernel/locale'
import type { Routes } from '#platform/http'
import { jsonOf, requestOf } from './api.ts'
import { fail } from './failures.ts'
import type { ForwardAnswer } from './forward.ts'
import { callerOf, firstCall, type OperatorCallDeps } from './operator-call.ts'

/** Ten minutes, at the usual pause. A browser then connects again, and its session is renewed where it has to be. */
const readingsMax = 120

/** The sentences of a stream have the language of its request. */
const pathsIn = (locale: Locale) => ({
  surfacePath: `/health/ops?locale=${locale}`,
  incidentsPath: `/notifications/incidents?status=firing&limit=100&locale=${locale}`,
})

const StreamQuery = Type.Object({
  /** The stream ends after so many readings. */
  readings: Type.Optional(Type.Integer({ minimum: 1, maximum: readingsMax })),
})

/**
 * The readings of the operations page as server-sent events. Each reading is a call to the API in the name of the
 * operator, so a person who is no longer an operator gets no further reading. The stream cannot renew a session, because
 * its head is sent: it ends when the API refuses a reading, and the browser connects again.
 */
export function liveRoutes(
  deps: OperatorCallDeps & { readonly everyMs: number; readonly streamsMax: number },
): Routes {
  return async (http) => {
    const open = new Set<AbortController>()
    http.addHook('preClose', async () => {
      for (const stream of open) stream.abort()
    })
    http.route({
      method: 'GET',
      url: '/admin/operations/stream',
      config: { access: 'public' },
      schema: { hide: true, querystring: StreamQuery },
      handler: async (request, reply) => {
        if (open.size >= deps.streamsMax) throw fail('too_many_streams')
        const paths = pathsIn(request.locale)
        const first = { method: 'GET', path: paths.surfacePath } as const
        const { send } = deps.forward
        const { answer, token } = await firstCall(deps, request, reply, first, send)
        if (answer.status !== 200) {
          reply.code(answer.status).type('application/json; charset=utf-8')
          return reply.send(answer.body)
        }
        const stream = new AbortController()
        open.add(stream)
        const response = begin(reply, () => {
          open.delete(stream)
          stream.abort()
        })
        const read = (path: string) => send(requestOf('GET', path, callerOf(request), token))
        const { everyMs } = deps
        const { signal } = stream
        const limit = request.query.readings ?? readingsMax
        void sendReadings(response, {
          read,
          paths,
          first: answer,
          limit,
          everyMs,
          signal,
        }).catch((err: unknown) => {
          request.log.warn({ err }, 'The stream of readings ended early.')
          response.end()
        })
        return reply
      },
    })
  }
}

function begin(reply: FastifyReply, onClose: () => void): ServerResponse {
  reply.hijack()
  const { raw } = reply
  raw.on('close', onClose)
  // The close event reports a client that is gone. Without a listener, a write after that would end the process.
  raw.on('error', () => undefined)
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Otherwise proxies such as nginx would collect events until their buffer is full.
    'x-accel-buffering': 'no',
  })
  raw.write('retry: 2000\n\n')
  return raw
}

type Reading = {
  readonly read: (path: string) => Promise<ForwardAnswer>
  readonly paths: ReturnType<typeof pathsIn>
  /** The answer of the surface that has been read already. */
  readonly first: ForwardAnswer
  readonly limit: number
  readonly everyMs: number
  readonly signal: AbortSignal
}

/** Ends when the API refuses a reading or cannot be reached: the next request of the browser learns why. */
async function sendReadings(
  response: ServerResponse,
  { read, paths, first, limit, everyMs, signal }: Reading,
): Promise<void> {
  let surface = first
  for (let sent = 1; !signal.aborted && !response.destroyed; sent += 1) {
    const incidents = await read(paths.incidentsPath)
    if (surface.status !== 200 || incidents.status !== 200) break
    const { data } = jsonOf(incidents) as { readonly data: unknown }
    response.write(eventOf({ surface: jsonOf(surface), incidents: data }))
    if (sent >= limit || !(await hasPaused(everyMs, signal))) break
    // What a slow client has not read yet would only grow older in the buffer.
    while (response.writableNeedDrain && (await hasPaused(everyMs, signal)));
    surface = await read(paths.surfacePath)
  }
  response.end()
}

async function hasPaused(everyMs: number, signal: AbortSignal): Promise<boolean> {
  return pause(everyMs, true, { signal, ref: false }).catch(() => false)
}

/** JSON text has no line breaks, so the data is one line. */
function eventOf(reading: object): string {
  return `event: reading\ndata: ${JSON.stringify(reading)}\n\n`
}
