import type { FastifyRequest } from 'fastify'
import type { Http } from '../types.ts'

/** Enough for a gigabyte over a slow line. */
export const longestUploadMs = 3_600_000

/** A client that was answered before its whole body came (401, 413) has so long to stop sending. */
const unreadBodyMs = 2_000

/**
 * Limits how long a body may take. Node has one limit for the whole server, which must allow files. So all other requests have a
 * shorter one here, and a file may not pause for longer than it.
 */
export function watchBodies(http: Http, timeoutMs: number): void {
  http.addHook('onRequest', async (request, reply) => {
    if (hasNoBody(request)) return
    const { raw } = request
    // Node removes the socket from the request once the answer is sent.
    const { socket } = raw
    // A request that the admin pages forward inside the process has arrived already.
    if (typeof socket.destroy !== 'function') return
    const end = () => {
      const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      http.server.emit('clientError', late, socket)
      raw.destroy()
    }
    let timer = setTimeout(end, timeoutMs)
    const stop = () => clearTimeout(timer)
    raw.once('end', stop)
    raw.once('close', stop)
    // The rest of the body is discarded, so that a short body does not cost the client its connection.
    reply.raw.once('finish', () => {
      if (raw.complete) return
      stop()
      timer = setTimeout(() => socket.destroy(), unreadBodyMs)
      raw.resume()
    })
    if (!request.routeOptions.config.streamed) return
    // A listener for data would start the stream before its reader exists.
    let seen = socket.bytesRead
    const look = () => {
      if (socket.bytesRead === seen) return end()
      seen = socket.bytesRead
      timer = setTimeout(look, timeoutMs)
    }
    clearTimeout(timer)
    timer = setTimeout(look, timeoutMs)
  })
}

function hasNoBody({ raw, headers }: FastifyRequest): boolean {
  if (raw.complete) return true
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
}
