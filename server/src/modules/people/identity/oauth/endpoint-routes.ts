import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Http, Routes } from '#platform/http'
import { settleForwardHeaders } from './forward-headers.ts'
import { metadataOf } from './metadata.ts'
import { errorReply } from './oauth-errors.ts'
import type { OAuth } from './service.ts'

/** The library checks every parameter itself, and more strictly than a schema could. */
const AnyQuery = Type.Object({}, { additionalProperties: true })

const metadataSeconds = 300

/**
 * The endpoints of the authorization server, one explicit route each: a path that is not listed does not exist, and
 * no prefix, slash or letter case makes another path of one of these.
 */
export function oauthEndpointRoutes(oauth: OAuth): Routes {
  return async (http) => {
    await http.register(async (own) => {
      leaveBodiesAlone(own as unknown as Http)
      own.setErrorHandler(errorReply)
      const answer = handOver(oauth)
      const auth = { access: 'public', rateLimit: 'auth' } as const
      // These are no operations of the OpenAPI document: it describes them as its OAuth flow, and RFC 8414 as
      // metadata.
      const schema = { hide: true }
      const open = { ...schema, querystring: AnyQuery }
      own.get('/oauth/authorize', { config: auth, schema: open }, answer)
      own.get('/oauth/authorize/:uid', { config: auth, schema: open }, answer)
      own.post('/oauth/token', { config: auth, schema: open }, answer)
      own.post('/oauth/revoke', { config: auth, schema: open }, answer)
      own.post('/oauth/introspect', { config: auth, schema: open }, answer)
    })

    const metadata = JSON.stringify(metadataOf(oauth))
    http.get(
      '/.well-known/oauth-authorization-server',
      { config: { access: 'public' }, schema: { hide: true } },
      async (_request, reply) => {
        reply.header('cache-control', `public, max-age=${metadataSeconds}`)
        // Apps in browsers read this as well, and all of it is public.
        reply.header('access-control-allow-origin', '*')
        return reply.type('application/json; charset=utf-8').send(metadata)
      },
    )
  }
}

/** The library reads the stream itself, up to 56 KiB. */
function leaveBodiesAlone(http: Http): void {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', async () => undefined)
}

function handOver({ provider, authUrl }: OAuth) {
  const callback = provider.callback()
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    settleForwardHeaders(request.raw, authUrl, request.ip)
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    // The header of all other answers would break the connection to the window that opened this one.
    reply.raw.setHeader('cross-origin-opener-policy', 'unsafe-none')
    reply.hijack()
    await callback(request.raw, reply.raw)
  }
}
