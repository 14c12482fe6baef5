import type { Socket } from 'node:net'
import { newId } from '#kernel/id'
import { fail } from './failures.ts'
import { refusalText } from './refusals.ts'

/** For what is wrong before there is a request: no route, no reply, only a socket. */
export function clientErrorHandler(now: () => Date) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const requestId = newId('req', now())
    const failure = failureFor(error.code)
    const body = refusalText(failure, requestId)
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
