import type { Id } from '#kernel/id'
import { answers, type Http, ok, type Routes } from '#platform/http'
import type { CartConcurrency } from '../../api-keys/api-key-schemas.ts'
import type { OAuth } from '../service.ts'
import type { OAuthApp } from './app.ts'
import {
  AppParams,
  AppView,
  ChangeAppBody,
  CreateAppBody,
  CreatedAppView,
  RotateSecretBody,
  viewApp,
  viewCreatedApp,
  WithdrawnView,
} from './app-schemas.ts'
import type { CreatedApp } from './change-apps.ts'

type AppRouteDeps = {
  readonly oauth: OAuth
  /** The composition root passes this in: this module does not know carts. */
  readonly contractStatuses: (
    companyId: Id<'co'>,
    clientIds: readonly string[],
  ) => Promise<ReadonlyMap<string, CartConcurrency>>
}

/** Only company administrators with a session may do this: neither a key nor an app can register apps. */
export function oauthAppRoutes(deps: AppRouteDeps): Routes {
  return async (http) => {
    addMaking(http, deps)
    addReading(http, deps)
    addChanging(http, deps)
    addAuthorized(http, deps)
  }
}

const tags = ['Identity']

function addMaking(http: Http, deps: AppRouteDeps): void {
  const { oauth } = deps
  http.route({
    method: 'POST',
    url: '/api/v1/oauth-apps',
    config: {
      access: 'company_admin',
      stepUp: true,
      idempotency: 'transactional',
      fails: ['identity.app_scopes_beyond_yours', 'identity.redirect_uri_invalid'],
    },
    schema: {
      operationId: 'createOAuthApp',
      summary: 'Create a partner app',
      description:
        'The app can then ask people of this company to let it act for them. Only this answer contains the secret.',
      tags,
      body: CreateAppBody,
      response: answers(CreatedAppView, { status: 201 }),
    },
    handler: async ({ actor, body, idempotency }) => {
      const { type: kind, ...rest } = body
      return ok(
        await viewCreated(deps, await oauth.createApp(actor, { ...rest, kind, idempotency })),
      )
    },
  })

  http.route({
    method: 'POST',
    url: '/api/v1/oauth-apps/:appId/rotate-secret',
    config: {
      access: 'company_admin',
      stepUp: true,
      fails: ['identity.oauth_app_not_found', 'identity.oauth_app_has_no_secret'],
    },
    schema: {
      operationId: 'rotateOAuthAppSecret',
      summary: 'Rotate the secret of a partner app',
      description: 'The old secret still works during the overlap. Tokens do not change.',
      tags,
      params: AppParams,
      body: RotateSecretBody,
      response: answers(CreatedAppView),
    },
    handler: async ({ actor, params, body }) =>
      ok(
        await viewCreated(
          deps,
          await oauth.rotateSecret(actor, params.appId, body.overlapSeconds ?? 0),
        ),
      ),
  })
}

function addReading(http: Http, deps: AppRouteDeps): void {
  const { oauth } = deps

  http.route({
    method: 'GET',
    url: '/api/v1/oauth-apps/:appId',
    config: {
      access: 'company_admin',
      operatorsToo: true,
      fails: ['identity.oauth_app_not_found'],
    },
    schema: {
      operationId: 'getOAuthApp',
      summary: 'Get a partner app',
      tags,
      params: AppParams,
      response: answers(AppView),
    },
    handler: async ({ actor, params }) => {
      const app = await oauth.getApp(actor.companyId, params.appId)
      return ok(await viewWithContract(deps, app))
    },
  })
}

function addChanging(http: Http, deps: AppRouteDeps): void {
  const { oauth } = deps
  http.route({
    method: 'PATCH',
    url: '/api/v1/oauth-apps/:appId',
    config: {
      access: 'company_admin',
      stepUp: true,
      fails: [
        'identity.oauth_app_not_found',
        'identity.app_scopes_beyond_yours',
        'identity.redirect_uri_invalid',
      ],
    },
    schema: {
      operationId: 'changeOAuthApp',
      summary: 'Change a partner app',
      description:
        'Removing scopes takes effect at once. For new scopes the app must ask each person again.',
      tags,
      params: AppParams,
      body: ChangeAppBody,
      response: answers(AppView),
    },
    handler: async ({ actor, params, body }) =>
      ok(await viewWithContract(deps, await oauth.changeApp(actor, params.appId, body))),
  })

  http.route({
    method: 'DELETE',
    url: '/api/v1/oauth-apps/:appId',
    config: {
      access: 'company_admin',
      operatorsToo: true,
      stepUp: true,
      fails: ['identity.oauth_app_not_found'],
    },
    schema: {
      operationId: 'revokeOAuthApp',
      summary: 'Revoke a partner app',
      description: 'This also ends every consent and every token of the app.',
      tags,
      params: AppParams,
      response: answers(AppView),
    },
    handler: async ({ actor, params }) =>
      ok(await viewWithContract(deps, await oauth.revokeApp(actor, params.appId))),
  })
}

/** The apps that act for a person, shown to that person. */
function addAuthorized(http: Http, { oauth }: AppRouteDeps): void {
  http.route({
    method: 'DELETE',
    url: '/auth/authorized-apps/:appId',
    config: { access: 'person', fails: ['identity.oauth_app_not_found'] },
    schema: {
      operationId: 'withdrawAuthorizedApp',
      summary: 'Revoke an authorized app',
      description: 'The partner app can no longer act for you. Its tokens end at once.',
      tags,
      params: AppParams,
      response: answers(WithdrawnView),
    },
    handler: async ({ actor, params }) => {
      await oauth.withdraw(actor, params.appId)
      return ok({ withdrawn: true as const })
    },
  })
}

async function viewWithContract({ contractStatuses }: AppRouteDeps, app: OAuthApp) {
  return viewApp(app, (await contractStatuses(app.companyId, [app.id])).get(app.id))
}

async function viewCreated({ contractStatuses }: AppRouteDeps, created: CreatedApp) {
  const { companyId, id } = created.app
  return viewCreatedApp(created, (await contractStatuses(companyId, [id])).get(id))
}
