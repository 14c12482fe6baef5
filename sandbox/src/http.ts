import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger } from 'fastify'
import Fastify, { type FastifyInstance, type RawServerDefault } from 'fastify'

export type SandboxHttp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** Accepts only local addresses as `Host`. This refuses a web page that rebinds its name to this machine. */
const localHost = /^(127\.0\.0\.1|localhost|\[::1\])(:[0-9]+)?$/

export function buildSandboxHttp(): SandboxHttp {
  const http = Fastify({
    logger: false,
    forceCloseConnections: true,
    bodyLimit: 1_048_576,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  }).withTypeProvider<TypeBoxTypeProvider>()
  http.addHook('onRequest', async (request, reply) => {
    if (!localHost.test(request.headers.host ?? '')) {
      return reply.code(421).send({ error: { code: 'host_unknown', message: 'Local only.' } })
    }
  })
  http.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string | Buffer) =>
      Object.fromEntries(new URLSearchParams(body.toString())),
  )
  return http
}
