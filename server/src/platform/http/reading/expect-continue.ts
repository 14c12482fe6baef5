import type { IncomingMessage } from 'node:http'
import type { Http } from '../types.ts'

/**
 * A client that sends `Expect: 100-continue` waits with its body for our permission. Node would give it at once. This waits until
 * the request has passed the access check.
 */
export function continueAfterAccess(http: Http): void {
  const waiting = new WeakSet<IncomingMessage>()
  http.server.on('checkContinue', (request, response) => {
    waiting.add(request)
    http.server.emit('request', request, response)
  })
  http.addHook('preParsing', (request, reply, _payload, done) => {
    if (waiting.delete(request.raw)) reply.raw.writeContinue()
    done()
  })
  http.addHook('onSend', (request, reply, payload, done) => {
    // The body will not come. On a connection that stays open, the next request would be read as the body.
    if (waiting.has(request.raw)) reply.header('connection', 'close')
    done(null, payload)
  })
}
