import type { Database } from '#platform/db'
import { answers, ok, type Routes } from '#platform/http'
import {
  MeView,
  PrincipalView,
  RefreshBody,
  SessionTokensView,
  SignedOutView,
  SignInBody,
  viewMe,
  viewPrincipal,
} from './schemas.ts'
import type { Identity } from './service.ts'

type Deps = { readonly identity: Identity; readonly database: Database }

export function sessionRoutes({ identity, database }: Deps): Routes {
  return async (http) => {
    http.route({
      method: 'POST',
      url: '/auth/login',
      config: { access: 'public', rateLimit: 'auth' },
      schema: {
        operationId: 'signIn',
        summary: 'Sign in with e-mail and password',
        tags: ['identity'],
        body: SignInBody,
        response: answers(SessionTokensView),
      },
      handler: async ({ body }) => ok(await identity.signIn(body)),
    })

    http.route({
      method: 'POST',
      url: '/auth/refresh',
      config: { access: 'public', rateLimit: 'auth' },
      schema: {
        operationId: 'refreshSession',
        summary: 'Exchange a refresh token for new tokens',
        description: 'Each refresh token works once. One that comes again ends its session.',
        tags: ['identity'],
        body: RefreshBody,
        response: answers(SessionTokensView),
      },
      handler: async ({ body }) => ok(await identity.refresh(body.refreshToken)),
    })

    http.route({
      method: 'POST',
      url: '/auth/logout',
      config: { access: 'person' },
      schema: {
        operationId: 'signOut',
        summary: 'End the session of this token',
        tags: ['identity'],
        response: answers(SignedOutView),
      },
      handler: async ({ actor }) => {
        await identity.signOut(actor)
        return ok({ signedOut: true as const })
      },
    })

    http.route({
      method: 'GET',
      url: '/auth/me',
      config: { access: 'person' },
      schema: {
        operationId: 'getPrincipal',
        summary: 'What this token stands for',
        tags: ['identity'],
        response: answers(PrincipalView),
      },
      handler: async ({ actor }) => ok(viewPrincipal(actor)),
    })

    http.route({
      method: 'GET',
      url: '/api/v1/me',
      config: { access: 'person' },
      schema: {
        operationId: 'getMe',
        summary: 'The person who is signed in, and the company',
        tags: ['identity'],
        response: answers(MeView),
      },
      handler: async ({ actor }) =>
        ok(viewMe(actor, await identity.company(database.pool, actor.companyId))),
    })
  }
}
