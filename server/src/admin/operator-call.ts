import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#kernel/failure'
import { failIdentity } from '#platform/http'
import { type Caller, requestOf } from './api.ts'
import type { CheckToken } from './check-token.ts'
import { refuse } from './failures.ts'
import type { Forward, ForwardAnswer, ForwardRequest } from './forward.ts'
import { isOperator } from './principal.ts'
import type { SessionCookie } from './session-cookie.ts'
import type { LiveSession, Sessions } from './sessions.ts'

export type SessionDeps = {
  readonly sessions: Sessions
  readonly cookie: SessionCookie
  readonly check: CheckToken
}

export type OperatorCallDeps = SessionDeps & { readonly forward: Forward }

export function callerOf(request: FastifyRequest): Caller {
  const language = request.headers['accept-language']
  return {
    address: request.ip,
    requestId: request.id,
    ...(language === undefined ? {} : { acceptLanguage: language }),
  }
}

/** The operator behind a request with a session cookie. The session is refreshed where it has to be. */
export async function liveSession(
  { sessions, cookie }: Pick<SessionDeps, 'sessions' | 'cookie'>,
  request: FastifyRequest,
  reply: FastifyReply,
  how: 'resume' | 'refresh' = 'resume',
): Promise<LiveSession> {
  const session = cookie.read(request)
  if (!session) throw failIdentity('credentials_required')
  try {
    const live = await sessions[how](session, callerOf(request))
    if (live.session !== session) cookie.write(reply, live.session)
    return live
  } catch (error) {
    // The session cannot recover. Without the cookie the next page shows the sign-in at once.
    if (error instanceof Failure && (error.status === 401 || error.status === 403)) {
      cookie.clear(reply)
    }
    throw error
  }
}

/** The request to the API. */
export type ApiCall = Pick<ForwardRequest, 'method' | 'path'> & {
  /** The API may compress its answer so. */
  readonly encodings?: string | undefined
}

/** Calls the API as the operator who calls us: with the cookie, or with the bearer token of the request. */
export async function callAsOperator(
  deps: OperatorCallDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  call: ApiCall,
): Promise<ForwardAnswer> {
  return (await firstCall(deps, request, reply, call, deps.forward.send)).answer
}

/** Like `callAsOperator`, with the answer as it arrives. */
export async function openAsOperator(
  deps: OperatorCallDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  call: ApiCall,
): Promise<ForwardAnswer<Readable>> {
  return (await firstCall(deps, request, reply, call, deps.forward.open)).answer
}

/** The answer of the first of several calls, and the token for the others. Only the first can renew the session. */
export async function firstCall<Body = Buffer>(
  deps: OperatorCallDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  call: ApiCall,
  forward: (request: ForwardRequest) => Promise<ForwardAnswer<Body>>,
): Promise<{ readonly answer: ForwardAnswer<Body>; readonly token: string }> {
  const send = async (token: string) => {
    return { answer: await forward(forwardRequestOf(request, call, token)), token }
  }
  const bearer = requireCredential(deps, request)
  if (bearer !== undefined) {
    await requireOperator(deps, request, bearer)
    return send(bearer)
  }
  return sendWithSession(deps, request, reply, send)
}

/**
 * Calls the API with the token of the session. If the token was revoked, or its key replaced, since the last check, the API has
 * done nothing: the call is repeated once with a new token, if there is one.
 */
export async function sendWithSession<Body>(
  deps: SessionDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  send: (token: string) => Promise<{ answer: ForwardAnswer<Body>; token: string }>,
) {
  const { session } = await liveSession(deps, request, reply)
  const first = await send(session.accessToken)
  if (first.answer.status !== 401) return first
  if (first.answer.body instanceof Readable) first.answer.body.destroy()
  await deps.check.forget(session.accessToken)
  reply.removeHeader('set-cookie')
  const renewed = await liveSession(deps, request, reply, 'refresh')
  return send(renewed.session.accessToken)
}

/** Passes a file on as an operator. The session is refreshed before, because a file is not sent again with a new token. */
export async function uploadAsOperator(
  deps: OperatorCallDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
): Promise<ForwardAnswer> {
  const bearer = requireCredential(deps, request)
  if (bearer !== undefined) await requireOperator(deps, request, bearer)
  const token = bearer ?? (await liveSession(deps, request, reply)).session.accessToken
  return passFileOn(deps, request, { path, token, caller: callerOf(request) })
}

type FileCall = { readonly path: string; readonly token: string; readonly caller: Caller }

/** Sends a file as it arrives. It can be read only once. */
export function passFileOn(
  { forward }: Pick<OperatorCallDeps, 'forward'>,
  request: FastifyRequest,
  { path, token, caller }: FileCall,
): Promise<ForwardAnswer> {
  const { headers, ...rest } = requestOf('POST', path, caller, token)
  return forward.send({
    ...rest,
    headers: { ...headers, ...givenHeaders(request, uploadHeaders) },
    body: request.body as Readable,
  })
}

/** Those of these headers that a request has. */
export function givenHeaders(
  { headers }: FastifyRequest,
  names: readonly string[],
): Record<string, string> {
  const given = names.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return Object.fromEntries(given)
}

/** What the API needs to know about a file. */
const uploadHeaders = ['content-type', 'content-length', 'content-encoding', 'idempotency-key']

async function requireOperator(
  { check }: OperatorCallDeps,
  request: FastifyRequest,
  bearer: string,
): Promise<void> {
  const principal = await check.principalOf(bearer, callerOf(request))
  if (!isOperator(principal)) throw failIdentity('access_denied', { needs: 'operator' })
}

/**
 * Throws unless the request has exactly one credential: the cookie of this runtime, or a bearer token, which it returns. It makes
 * no call, so it runs before the body of a request is read.
 */
export function requireCredential(
  { cookie }: Pick<SessionDeps, 'cookie'>,
  request: FastifyRequest,
): string | undefined {
  const bearer = bearerOf(request)
  const session = cookie.read(request)
  const sent = [bearer, session, request.headers['x-api-key']]
  if (sent.filter((credential) => credential !== undefined).length > 1) {
    throw refuse('ambiguous_credentials')
  }
  if (bearer !== undefined || session) return bearer
  // Operators have no API keys, so an API key is refused without a look-up.
  if (request.headers['x-api-key']) throw failIdentity('access_denied', { needs: 'operator' })
  throw failIdentity('credentials_required')
}

function bearerOf({ headers: { authorization } }: FastifyRequest): string | undefined {
  if (authorization === undefined) return undefined
  const [scheme, token, ...rest] = authorization.split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0) {
    throw failIdentity('credentials_required')
  }
  return token
}

function forwardRequestOf(
  request: FastifyRequest,
  { method, path, encodings }: ApiCall,
  token: string,
): ForwardRequest {
  const body = bodyFor(method, request.body)
  const { headers, ...rest } = requestOf(method, path, callerOf(request), token, body)
  return {
    ...rest,
    headers: {
      ...headers,
      ...givenHeaders(request, ['idempotency-key']),
      ...(encodings !== undefined && { 'accept-encoding': encodings }),
    },
  }
}

/** A change without a body gets an empty one. DELETE does not, since it mostly has none. */
export function bodyFor(method: ApiCall['method'], body: unknown): unknown {
  if (method === 'GET') return undefined
  return method === 'DELETE' ? (body ?? undefined) : (body ?? {})
}
