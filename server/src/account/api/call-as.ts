import type { FastifyReply, FastifyRequest } from 'fastify'
import { failIdentity } from '#platform/http'
import {
  bodyFor,
  type ForwardAnswer,
  type ForwardRequest,
  givenHeaders,
  requestOf,
  sendWithSession,
} from '../../admin/index.ts'
import type { AccountDeps } from '../account-deps.ts'
import { pageWords } from '../page-language.ts'
import { callerOf } from '../visit.ts'

type ApiCall = Pick<ForwardRequest, 'method' | 'path'>

/** Calls the API with the token of the person who is signed in. The language is that of the page. */
export async function callAs<Body>(
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

/** Throws `identity.credentials_required` where nobody is signed in, or the request has a credential of the API. */
export function requireSession({ cookie }: AccountDeps, request: FastifyRequest): void {
  const { authorization, 'x-api-key': apiKey } = request.headers
  // Whoever has a credential of the API calls the API.
  const isOther = authorization !== undefined || apiKey !== undefined
  if (isOther || !cookie.read(request)) throw failIdentity('credentials_required')
}
