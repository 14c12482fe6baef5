import type { FastifyReply, FastifyRequest } from 'fastify'
import { failIdentity, type Http, ok } from '#platform/http'
import {
  addForwarding,
  addUploads,
  assertSameSite,
  bodyFor,
  catalogueFileTypes,
  type ForwardAnswer,
  type ForwardRequest,
  givenHeaders,
  liveSession,
  passFileOn,
  requestOf,
  sendWithSession,
} from '../admin/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { pageWords } from './page-language.ts'
import { callerOf } from './visit.ts'

const prefix = '/account/api'

/** A stream of results, and files: they may be longer than the memory. */
const streamed = /\/(?:stream|exports)$|\.(?:csv|pdf|xml)$/

/**
 * `/account/api/api/v1/cart` is the API's `/api/v1/cart`, with the token of the person who is signed in. The API decides what that
 * person may do. The way in has forms of its own (`sign-in-routes.ts`).
 */
export function addApiRoutes(
  http: Http,
  deps: AccountDeps,
  publicOrigins: ReadonlySet<string>,
): void {
  http.register(async (plugin) => {
    const pages = plugin as unknown as Http
    pages.addHook('onRequest', async (request) => assertSameSite(request, publicOrigins))
    addForwarding(pages, {
      prefix,
      isForwarded: (path) => /^\/api\/v1(?:\/[A-Za-z0-9_.-]+)+$/.test(path) && !path.includes('..'),
      isStreamed: (path) => streamed.test(path),
      requireCredential: (request) => requireSession(deps, request),
      send: (request, reply, call) => callAs(deps, request, reply, call, deps.forward.send),
      open: (request, reply, call) => callAs(deps, request, reply, call, deps.forward.open),
    })
    addSignOut(pages, deps)
    pages.register(async (files) => addFiles(files as unknown as Http, deps))
  })
}

const codeFile = ['text/csv']

const uploads = {
  '/api/v1/catalog/imports': catalogueFileTypes,
  '/api/v1/requisitions/attachments': ['application/octet-stream'],
  '/api/v1/company/:codes/imports': codeFile,
  '/api/v1/company/:codes/imports/preview': codeFile,
}

/** The session is refreshed before: a file can be read only once, so it is not sent again with a new token. */
function addFiles(http: Http, deps: AccountDeps): void {
  addUploads(http, {
    prefix,
    uploads,
    requireCredential: (request) => requireSession(deps, request),
    upload: async (request, reply, path) => {
      const { accessToken: token } = (await liveSession(deps, request, reply)).session
      const caller = callerOf(request, pageWords(request).language)
      return passFileOn(deps, request, { path, token, caller })
    },
  })
}

type ApiCall = Pick<ForwardRequest, 'method' | 'path'>

async function callAs<Body>(
  deps: AccountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { method, path }: ApiCall,
  forward: (request: ForwardRequest) => Promise<ForwardAnswer<Body>>,
): Promise<ForwardAnswer<Body>> {
  const caller = callerOf(request, pageWords(request).language)
  const sent = await sendWithSession(deps, request, reply, async (token) => {
    const { headers, ...rest } = requestOf(
      method,
      path,
      caller,
      token,
      bodyFor(method, request.body),
    )
    return {
      answer: await forward({
        ...rest,
        headers: { ...headers, ...givenHeaders(request, passedHeaders) },
      }),
      token,
    }
  })
  return sent.answer
}

/** What a page says to the API beside its body. */
const passedHeaders = ['accept', 'idempotency-key', 'last-event-id']

function requireSession({ cookie }: AccountDeps, request: FastifyRequest): void {
  const { authorization, 'x-api-key': apiKey } = request.headers
  // Whoever has a credential of the API calls the API.
  const isOther = authorization !== undefined || apiKey !== undefined
  if (isOther || !cookie.read(request)) throw failIdentity('credentials_required')
}

function addSignOut(http: Http, { cookie, sessions }: AccountDeps): void {
  http.route({
    method: 'DELETE',
    url: '/account/session',
    config: { access: 'public' },
    schema: { hide: true },
    handler: async (request, reply) => {
      const session = cookie.read(request)
      cookie.clear(reply)
      if (session) {
        const caller = callerOf(request, pageWords(request).language)
        // The session ends by itself where the API cannot be asked.
        await sessions.close(session, caller).catch(() => undefined)
      }
      return ok({ signedOut: true })
    },
  })
}
