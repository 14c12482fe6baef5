import { createHash } from 'node:crypto'
import type { RouteOptions } from 'fastify'
import { isList } from './answering/compression.ts'
import { knowsEtag } from './answering/etags.ts'
import { isJson } from './openapi/schemas.ts'
import type { Http } from './types.ts'

/**
 * Answers with one record, and the lists of `#platform/lists`, have an `ETag`. A client that sends it as `If-None-Match` gets a 304
 * while the answer is the same. The tag is weak: it stands for the text, and the same text may be sent compressed.
 */
export function tagAnswers(http: Http): void {
  http.addHook('onSend', (request, reply, payload, done) => {
    const { method, routeOptions } = request
    const isTagged = (method === 'GET' || method === 'HEAD') && routeOptions.config.isTagged
    if (!isTagged || reply.statusCode !== 200 || typeof payload !== 'string') {
      return done(null, payload)
    }
    const tag = `W/"${createHash('sha1').update(payload).digest('base64url')}"`
    reply.header('etag', tag)
    if (!knowsEtag(request.headers['if-none-match'], tag)) return done(null, payload)
    reply.code(304)
    reply.removeHeader('content-type')
    reply.removeHeader('content-length')
    done(null, null)
  })
}

/** Whether the answers of a route have a tag. Results of a search do not: nobody reads the same ones twice. */
export function isTagged({ method, schema, config }: RouteOptions): boolean {
  if (![method].flat().includes('GET') || !schema?.operationId) return false
  const answer = isJson(schema.response) && schema.response[200]
  const isEnvelope = isJson(answer) && isJson(answer.properties) && 'success' in answer.properties
  return isEnvelope && (config?.list !== undefined || !isList(schema.response))
}
