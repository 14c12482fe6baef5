import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type Http, streamBodies } from '#platform/http'
import { fail } from './failures.ts'
import { type ForwardAnswer, type ForwardMethod, forwardMethods } from './forward.ts'
import type { ApiCall } from './operator-call.ts'

/** Pages that reach the API through this server, which adds the token that the browser's cookie stands for. */
export type Forwarding = {
  /** What stands before the path of the API, such as `/admin/api`. */
  readonly prefix: string
  readonly isForwarded: (path: string) => boolean
  /** The answer may be longer than the memory, or never end: it is passed on as it arrives. */
  readonly isStreamed: (path: string) => boolean
  /** Throws without a credential, before the body of a request is read. */
  readonly requireCredential: (request: FastifyRequest) => void
  readonly send: SendCall
  readonly open: SendCall<Readable>
}

type SendCall<Body = Buffer> = (
  request: FastifyRequest,
  reply: FastifyReply,
  call: ApiCall,
) => Promise<ForwardAnswer<Body>>

export function addForwarding(http: Http, forwarding: Forwarding): void {
  for (const method of forwardMethods) {
    forwardRoute(http, forwarding, method, `${forwarding.prefix}/*`)
    // The API checks the limits of its own routes. This runtime refuses only what no route accepts.
    const bodyLimit = http.initialConfig.bodyLimit
    forwardRoute(http, forwarding, method, `${forwarding.prefix}/api/v1/*`, bodyLimit)
  }
}

function forwardRoute(
  http: Http,
  forwarding: Forwarding,
  method: ForwardMethod,
  url: string,
  bodyLimit?: number,
): void {
  const { isStreamed, requireCredential, send, open } = forwarding
  http.route({
    method,
    url,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    // The API counts the request: by its credential, or by the address if the credential is not valid.
    config: { access: 'public', rateLimit: 'none' },
    schema: {
      hide: true,
      querystring: Type.Object({}, { additionalProperties: true }),
      ...(method === 'GET' ? {} : { body: Type.Optional(Type.Unknown()) }),
    },
    onRequest: async (request) => {
      targetOf(request.url, forwarding)
      requireCredential(request)
    },
    handler: async (request, reply) => {
      const target = targetOf(request.url, forwarding)
      const [path = ''] = target.split('?')
      if (isStreamed(path)) {
        return passOn(reply, await open(request, reply, { method, path: target }))
      }
      // Readings are long, and have no text that others chose.
      const encodings = path.startsWith('/health/') ? request.headers['accept-encoding'] : undefined
      return passOn(reply, await send(request, reply, { method, path: target, encodings }))
    },
  })
}

/** The media types of a catalogue file. */
export const catalogueFileTypes = [
  'text/csv',
  'application/jsonl',
  'application/xml',
  'application/gzip',
] as const

type Uploading = Pick<Forwarding, 'prefix' | 'requireCredential'> & {
  /** The paths of the API that take files, each with its media types. A page of another site cannot send these without our permission. */
  readonly uploads: Readonly<Record<string, readonly string[]>>
  readonly upload: (
    request: FastifyRequest,
    reply: FastifyReply,
    target: string,
  ) => Promise<ForwardAnswer>
}

/** The files that pages upload. From now on bodies in this scope are streams: the API checks each file, and limits its length. */
export function addUploads(http: Http, { prefix, uploads, requireCredential, upload }: Uploading) {
  streamBodies(http)
  for (const [path, types] of Object.entries(uploads)) {
    http.route({
      method: 'POST',
      url: `${prefix}${path}`,
      config: {
        access: 'public',
        streamed: Object.fromEntries(types.map((type) => [type, { example: '' }])),
      },
      schema: { hide: true, querystring: Type.Object({}, { additionalProperties: true }) },
      onRequest: async (request) => requireCredential(request),
      handler: async (request, reply) =>
        passOn(reply, await upload(request, reply, request.url.slice(prefix.length))),
    })
  }
}

/** The path and the query as the client wrote them. A path decoded on the way could name another route of the API. */
function targetOf(url: string, { prefix, isForwarded }: Forwarding): string {
  const target = url.slice(prefix.length)
  const [path = ''] = target.split('?')
  if (!isForwarded(path)) throw fail('path_not_forwarded', { path })
  return target
}

/** The API's answer unchanged, without the headers that belong to the connection between the API and this runtime. */
const keptHeaders = [
  'content-type',
  'content-encoding',
  'vary',
  'content-disposition',
  'content-security-policy',
  'retry-after',
  'content-language',
  'idempotent-replayed',
  'etag',
]

function passOn(
  reply: FastifyReply,
  { status, headers, body }: ForwardAnswer<Buffer | Readable>,
): FastifyReply {
  for (const name of keptHeaders) {
    const value = headers[name]
    if (value !== undefined) reply.header(name, value)
  }
  return reply.code(status).send(body)
}
