import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { newId } from '#kernel/id'
import { refusalText } from '../answering/refusals.ts'
import { fail } from '../failures.ts'
import type { Http } from '../types.ts'

/** Answers an error that comes before there is a request: there is no route and no reply, only a socket. */
export function clientErrorHandler(now: () => Date, docsOf: (code: string) => string) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const requestId = newId('req', now())
    const failure = failureFor(error.code)
    const body = refusalText(failure, requestId, failure.message, docsOf(failure.code))
    const head = [
      `HTTP/1.1 ${failure.status} ${failure.status === 408 ? 'Request Timeout' : 'Bad Request'}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
}

function failureFor(code: string | undefined) {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return fail('request_timeout')
  if (code === 'HPE_HEADER_OVERFLOW') return fail('headers_invalid', { reason: 'too large' })
  return fail('headers_invalid')
}

/**
 * Closing finishes the requests that have begun and accepts no others. Node alone would wait for connections on which no request
 * ever came, and for kept-alive connections whose answer was being sent. After `drainMs` the remaining connections are cut off.
 */
export function drainOnClose(http: Http, drainMs: number): void {
  const idle = new Set<Socket>()
  const busy = new Set<Socket>()
  let isClosing = false

  http.server.on('connection', (socket: Socket) => {
    idle.add(socket)
    socket.once('close', () => {
      idle.delete(socket)
      busy.delete(socket)
    })
  })
  http.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket)
    busy.add(socket)
    response.once('close', () => {
      busy.delete(socket)
      if (socket.destroyed) return
      if (isClosing) socket.end()
      else idle.add(socket)
    })
  })
  http.addHook('preClose', async () => {
    isClosing = true
    for (const socket of idle) socket.destroy()
    const deadline = setTimeout(() => {
      for (const socket of [...idle, ...busy]) socket.destroy()
    }, drainMs)
    http.server.once('close', () => clearTimeout(deadline))
    deadline.unref()
  })
}
