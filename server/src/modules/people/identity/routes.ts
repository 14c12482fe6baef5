import type { Database } from '#platform/db'
import { answers, ok, type Routes } from '#platform/http'
import { ChangeMeBody, MeView, PrincipalView, viewMe, viewPrincipal } from './schemas.ts'
import type { Identity } from './service.ts'
import { passkeyRoutes, totpRoutes } from './sessions/factors/factor-routes.ts'
import { ownSessionRoutes, passwordRoutes, stepUpRoutes } from './sessions/session-routes.ts'
import { signInRoutes } from './sessions/sign-in-routes.ts'

type Deps = { readonly identity: Identity; readonly database: Database }

/** The routes under `/auth`, and the one that returns the caller. */
export function sessionRoutes({ identity, database }: Deps): Routes {
  return async (http) => {
    await signInRoutes(identity)(http)
    await ownSessionRoutes(identity)(http)
    await stepUpRoutes(identity)(http)
    await passwordRoutes(identity)(http)
    await totpRoutes(identity)(http)
    await passkeyRoutes(identity)(http)

    http.route({
      method: 'GET',
      url: '/auth/me',
      config: { access: 'credential', duringEnrolment: true },
      schema: {
        operationId: 'getPrincipal',
        summary: 'Get the principal',
        description:
          'Works with the token of a person, an API key or the token of a partner app. Keys and apps have scopes and no roles. Only people have a `sessionId`. `expiresAt` is the time when the credential ends.',
        tags: ['Identity'],
        response: answers(PrincipalView),
      },
      handler: async ({ actor }) => ok(viewPrincipal(actor)),
    })

    http.route({
      method: 'GET',
      url: '/api/v1/me',
      config: { access: 'person', duringEnrolment: true },
      schema: {
        operationId: 'getMe',
        summary: 'Get the signed-in person',
        description: 'Shows the person who is signed in, and the company.',
        tags: ['Identity'],
        response: answers(MeView),
      },
      handler: async ({ actor }) =>
        ok(viewMe(actor, await identity.company(database.pool, actor.companyId))),
    })

    http.route({
      method: 'PATCH',
      url: '/api/v1/me',
      config: { access: 'person' },
      schema: {
        operationId: 'changeMe',
        summary: 'Change your settings',
        description: 'The settings apply in all your companies, from the next request on.',
        tags: ['Identity'],
        body: ChangeMeBody,
        response: answers(MeView),
      },
      handler: async ({ actor, body }) => {
        const person = await identity.members.changeOwnSettings(actor, body)
        return ok(viewMe(person, await identity.company(database.pool, actor.companyId)))
      },
    })
  }
}
