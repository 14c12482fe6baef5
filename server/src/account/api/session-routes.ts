import { Type } from 'typebox'
import { type Http, ok } from '#platform/http'
import { dataOf, Tokens } from '../../admin/index.ts'
import type { AccountDeps } from '../account-deps.ts'
import { pageWords } from '../page-language.ts'
import { Locale } from '../route-config.ts'
import { callerOf } from '../visit.ts'
import { callAs, requireSession } from './call-as.ts'

const CompanyChoice = Type.Object(
  { companyId: Type.String({ minLength: 1, maxLength: 64 }) },
  { additionalProperties: false },
)

/** What the API answers with tokens: they go into the cookie. And the end of the session. */
export function addSessionRoutes(http: Http, deps: AccountDeps): void {
  addSelectCompany(http, deps)
  addSignOut(http, deps)
}

/** The API's `POST /auth/company`. */
function addSelectCompany(http: Http, deps: AccountDeps): void {
  http.route({
    method: 'POST',
    url: '/account/api/auth/company',
    config: { access: 'public' },
    schema: { hide: true, querystring: Type.Object(Locale), body: CompanyChoice },
    handler: async (request, reply) => {
      requireSession(deps, request)
      const call = { method: 'POST', path: '/auth/company' } as const
      const tokens = dataOf(Tokens, await callAs(deps, request, reply, call, deps.forward.send))
      const caller = callerOf(request, pageWords(request).language)
      const { session } = await deps.sessions.begin(tokens, caller)
      // A renewal within this request may have written the cookie of the old session.
      reply.removeHeader('set-cookie')
      deps.cookie.write(reply, session)
      return ok({ companyId: request.body.companyId })
    },
  })
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
