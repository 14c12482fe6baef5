import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { fail } from '../failures.ts'
import type { Http } from '../types.ts'
import { type BodyShape, shapeOf } from './body-shape.ts'
import { parseJson } from './json-body.ts'

/** A parser for JSON, and none for anything else. Signed routes get the bytes, whatever their type. */
export function readBodies(http: Http): void {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (isSigned(request)) return keepRaw(request, bytes)
      const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } =
        request.headers
      if (!isUtf8(type)) throw fail('media_type_unsupported')
      if (encoding.toLowerCase() !== 'identity') throw fail('content_encoding_unsupported')
      return bytes.length === 0 ? undefined : parseJson(bytes, shapeOfBody(request))
    },
  )
  http.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (!isSigned(request)) throw fail('media_type_unsupported')
      return keepRaw(request, bytes)
    },
  )
}

/**
 * For files: in the scope of `http` every body is passed on as a stream, whatever its type. The handler checks its type, counts
 * its bytes and reads it to the end. Such routes set `streamed` in their config.
 */
export function streamBodies(http: Http): void {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', async (_request: FastifyRequest, payload: Readable) => payload)
}

const shapes = new WeakMap<object, BodyShape | undefined>()

function shapeOfBody({ routeOptions }: FastifyRequest): BodyShape | undefined {
  const body = routeOptions.schema?.body
  if (typeof body !== 'object' || body === null) return undefined
  if (!shapes.has(body)) shapes.set(body, shapeOf(body))
  return shapes.get(body)
}

function isSigned(request: FastifyRequest): boolean {
  return request.routeOptions.config.access === 'signed'
}

function keepRaw(request: FastifyRequest, bytes: Buffer): undefined {
  request.rawBody = bytes
  return undefined
}

/** JSON has one encoding (RFC 8259, 8.1). A client that names another one sends a text that we would misread. */
function isUtf8(contentType: string): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]
  return charset === undefined || charset.toLowerCase() === 'utf-8'
}
