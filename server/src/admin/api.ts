import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { Failure } from '#kernel/failure'
import { failPlatform } from '#platform/http'
import type { Forward, ForwardAnswer, ForwardRequest } from './forward.ts'
import { PrincipalView, Tokens } from './principal.ts'

/** The client behind a request that goes to the API. */
export type Caller = {
  readonly address: string
  readonly requestId: string
  /** The API writes its sentences in the language of the client. */
  readonly acceptLanguage?: string
}

/** The second step of a sign-in: the challenge token and one answer. */
export type SecondFactor = {
  readonly challengeToken: string
  readonly totp?: string
  readonly recoveryCode?: string
  readonly mailCode?: string
}

/** The five calls that the admin runtime itself makes to the API. Each throws the API's own refusal as a `Failure`. */
export type Api = {
  signIn(credentials: { email: string; password: string }, caller: Caller): Promise<Tokens>
  completeSignIn(answer: SecondFactor, caller: Caller): Promise<Tokens>
  refresh(refreshToken: string, caller: Caller): Promise<Tokens>
  principalOf(accessToken: string, caller: Caller): Promise<PrincipalView>
  signOut(accessToken: string, caller: Caller): Promise<void>
}

export function createApi(forward: Forward): Api {
  const post = (path: string, body: unknown, caller: Caller, token?: string) =>
    forward.send(requestOf('POST', path, caller, token, body))
  return {
    signIn: async (credentials, caller) =>
      dataOf(Tokens, await post('/auth/login', credentials, caller)),
    completeSignIn: async (answer, caller) =>
      dataOf(Tokens, await post('/auth/login/second-factor', answer, caller)),
    refresh: async (refreshToken, caller) =>
      dataOf(Tokens, await post('/auth/refresh', { refreshToken }, caller)),
    principalOf: async (accessToken, caller) =>
      dataOf(PrincipalView, await forward.send(requestOf('GET', '/auth/me', caller, accessToken))),
    signOut: async (accessToken, caller) => {
      dataOf(Type.Unknown(), await post('/auth/logout', {}, caller, accessToken))
    },
  }
}

export function requestOf(
  method: ForwardRequest['method'],
  path: string,
  caller: Caller,
  token: string | undefined,
  body?: unknown,
): ForwardRequest {
  return {
    method,
    path,
    address: caller.address,
    headers: {
      accept: 'application/json',
      'x-request-id': caller.requestId,
      ...(caller.acceptLanguage === undefined ? {} : { 'accept-language': caller.acceptLanguage }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
}

/** Throws the API's refusal. */
export function dataOf<Schema extends TSchema>(
  schema: Schema,
  answer: ForwardAnswer,
): Static<Schema> {
  const body = jsonOf(answer)
  if (answer.status >= 400) throw refusalOf(answer, body)
  const data = isRecord(body) ? body.data : undefined
  // An answer in another form does not come from our API: the runtime must not conclude anything from it.
  if (!Value.Check(schema, data)) throw failPlatform('dependency_down', { dependency: 'api' })
  return data
}

/**
 * The API's refusal, unchanged. An error that only the API's own log can explain is reported here as a dependency that is down.
 */
function refusalOf({ status, headers }: ForwardAnswer, body: unknown): Failure {
  const meta = isRecord(body) && isRecord(body.meta) ? body.meta : {}
  const sentence = isRecord(body) ? body.error : undefined
  const isUnderstood = typeof meta.code === 'string' && typeof sentence === 'string'
  if (!isUnderstood || (status >= 500 && status !== 503)) {
    return failPlatform('dependency_down', { dependency: 'api' })
  }
  const seconds = Number(headers['retry-after'])
  const spec = {
    status,
    message: String(sentence),
    ...(Number.isFinite(seconds) ? { retryAfterSeconds: seconds } : {}),
  }
  return new Failure(String(meta.code), spec, isRecord(meta.details) ? meta.details : {})
}

export function jsonOf({ body }: ForwardAnswer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
