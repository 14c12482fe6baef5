import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { Failure } from '#kernel/failure'
import type { AccountWords, Viewer } from '#pages/account'
import {
  type Caller,
  dataOf,
  type ForwardAnswer,
  type ForwardRequest,
  jsonOf,
  type LiveSession,
  requestOf,
} from '../admin/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { fail } from './failures.ts'
import { pageWords } from './page-language.ts'

/** A request of a person who is signed in. The API decides about everything that the person reads and does. */
export type Visit = {
  readonly words: AccountWords
  readonly viewer: Viewer
  readonly personId: string
  readonly companyId: string
  readonly roles: readonly string[]
  readonly scopes: readonly string[]
  readonly address: string
  /** Throws the API's refusal. */
  get<Data>(path: string): Promise<Data>
  list<Item>(path: string): Promise<{ readonly items: readonly Item[]; readonly next?: string }>
  post<Schema extends TSchema>(
    path: string,
    body: object,
    options?: { readonly schema?: Schema; readonly key?: string },
  ): Promise<Static<Schema>>
  /** Any other change. */
  send(method: 'PUT' | 'DELETE', path: string, body?: object): Promise<void>
  /** A document that is not JSON. Throws the API's refusal. */
  raw(path: string): Promise<ForwardAnswer>
}

type Me = {
  readonly person: {
    readonly id: string
    readonly name: string
    readonly email: string
    readonly locale?: string
  }
  readonly company: { readonly name: string; readonly locale?: string }
}

/** Undefined: nobody is signed in, and the cookie is gone. */
export async function openVisit(
  deps: AccountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visit | undefined> {
  const caller = callerOf(request, pageWords(request).language)
  const found = await readMe(deps, request, reply, caller)
  if (!found) return undefined
  const { session, me } = found
  const { person, company } = me
  const words = pageWords(request, { person: person.locale, company: company.locale })
  const { accessToken, principal } = session
  const as = { ...caller, acceptLanguage: words.language }
  const send = (method: ForwardRequest['method'], path: string, body?: object, key?: string) => {
    const { headers, ...rest } = requestOf(method, path, as, accessToken, body)
    return deps.forward.send({
      ...rest,
      headers: { ...headers, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    })
  }
  return {
    words,
    viewer: {
      name: person.name,
      email: person.email,
      company: company.name,
      formToken: formTokenOf(deps.formKey, principal.sessionId ?? accessToken),
    },
    personId: person.id,
    companyId: principal.companyId,
    roles: principal.roles,
    scopes: principal.scopes,
    address: request.url.split('?')[0] ?? '/account',
    get: async <Data>(path: string) => dataOf(Type.Unknown(), await send('GET', path)) as Data,
    list: async <Item>(path: string) => {
      const answer = await send('GET', path)
      const items = dataOf(Type.Array(Type.Unknown()), answer) as Item[]
      const { meta } = jsonOf(answer) as { meta?: { nextCursor?: string } }
      return { items, ...(meta?.nextCursor === undefined ? {} : { next: meta.nextCursor }) }
    },
    post: async (path, body, { schema, key } = {}) =>
      dataOf(
        (schema ?? Type.Unknown()) as NonNullable<typeof schema>,
        await send('POST', path, body, key),
      ),
    send: async (method, path, body) => {
      dataOf(Type.Unknown(), await send(method, path, body))
    },
    raw: async (path) => {
      const answer = await send('GET', path)
      if (answer.status >= 400) dataOf(Type.Unknown(), answer)
      return answer
    },
  }
}

/** The session with its person. A session that the API refuses is renewed once, if it can be. */
async function readMe(
  deps: AccountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
): Promise<{ readonly session: LiveSession['session']; readonly me: Me } | undefined> {
  const { cookie, sessions, forward } = deps
  const given = cookie.read(request)
  if (!given) return undefined
  const read = async ({ session }: LiveSession) => {
    // Before the API is asked again: a refresh token works once, and the browser must not keep the old one.
    if (session !== given) {
      reply.removeHeader('set-cookie')
      cookie.write(reply, session)
    }
    const answer = await forward.send(requestOf('GET', '/api/v1/me', caller, session.accessToken))
    const me = dataOf(Type.Unknown(), answer) as Me
    return { session, me }
  }
  try {
    const live = await sessions.resume(given, caller)
    return await read(live).catch(async (error: unknown) => {
      if (!isOver(error)) throw error
      return read(await sessions.refresh(live.session, caller))
    })
  } catch (error) {
    const isRefused = error instanceof Failure && error.status === 403
    if (!isOver(error) && !isRefused) throw error
    reply.removeHeader('set-cookie')
    cookie.clear(reply)
    // Somebody whose role requires a second factor that is not set up yet. The page says so.
    if (isRefused) throw error
    return undefined
  }
}

export const isOver = (error: unknown): boolean => error instanceof Failure && error.status === 401

/** The API counts by the address of the browser, and answers in the language of the page. */
export function callerOf(request: FastifyRequest, language: string): Caller {
  return { address: request.ip, requestId: request.id, acceptLanguage: language }
}

function formTokenOf(key: Buffer, sessionId: string): string {
  return createHmac('sha256', key).update(sessionId).digest('base64url')
}

/** Refuses a form that was made for another session. */
export function assertOwnForm({ viewer }: Visit, formToken: string): void {
  const [given, expected] = [Buffer.from(formToken), Buffer.from(viewer.formToken)]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw fail('foreign_form')
  }
}
