import { Type } from 'typebox'
import type { Id } from '#kernel/id'
import type { Database } from '#platform/db'
import { answers, list, ok, PageQuery, type Routes } from '#platform/http'
import type { ApiKey } from './api-key.ts'
import type { CreatedApiKey } from './api-keys.ts'
import {
  ApiKeyView,
  type CartConcurrency,
  CreateApiKeyBody,
  CreatedApiKeyView,
  MeView,
  PrincipalView,
  RefreshBody,
  RotateApiKeyBody,
  SessionTokensView,
  SignedOutView,
  SignInBody,
  viewApiKey,
  viewCreatedApiKey,
  viewMe,
  viewPrincipal,
} from './schemas.ts'
import type { Identity } from './service.ts'

type Deps = { readonly identity: Identity; readonly database: Database }

type KeyDeps = {
  readonly identity: Identity
  /** Handed in by the composition root: this module does not know carts. */
  readonly contractStatuses: (
    companyId: Id<'co'>,
    keyIds: readonly string[],
  ) => Promise<ReadonlyMap<string, CartConcurrency>>
}

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

/** Where a page ended: the sort key of its last key. */
const Position = Type.Tuple([Type.Integer(), Type.String()])

const KeyParams = Type.Object({ keyId: Type.String({ maxLength: 64 }) })

/** Company administrators only, signed in themselves: a key cannot mint keys. */
export function apiKeyRoutes({ identity, contractStatuses }: KeyDeps): Routes {
  const contractOf = async ({ companyId, id }: ApiKey) =>
    (await contractStatuses(companyId, [id])).get(id)
  const viewCreated = async (created: CreatedApiKey) =>
    viewCreatedApiKey(created, await contractOf(created.apiKey))
  return async (http) => {
    http.route({
      method: 'POST',
      url: '/api/v1/api-keys',
      config: { access: 'company_admin', idempotency: 'transactional' },
      schema: {
        operationId: 'createApiKey',
        summary: 'Create an API key',
        description: 'The key is in this answer only. It can do no more than its creator.',
        tags: ['identity'],
        body: CreateApiKeyBody,
        response: answers(CreatedApiKeyView, { status: 201 }),
      },
      handler: async ({ actor, body, idempotency }) => {
        const expiresAt = body.expiresAt === undefined ? undefined : new Date(body.expiresAt)
        const created = await identity.createApiKey(actor, { ...body, expiresAt, idempotency })
        return ok(await viewCreated(created))
      },
    })

    http.route({
      method: 'GET',
      url: '/api/v1/api-keys',
      config: { access: 'company_admin' },
      schema: {
        operationId: 'listApiKeys',
        summary: 'The API keys of the company, newest first',
        tags: ['identity'],
        querystring: PageQuery,
        response: list(ApiKeyView),
      },
      handler: async ({ actor, page }) => {
        const after = page.after(Position)
        const before = after && { createdAt: new Date(after[0]), id: after[1] }
        const keys = await identity.listApiKeys(actor.companyId, { before, limit: page.probe })
        const contracts = await contractStatuses(
          actor.companyId,
          keys.map(({ id }) => id),
        )
        const view = (key: ApiKey) => viewApiKey(key, contracts.get(key.id))
        return page.answer(keys, view, (last) => [last.createdAt.getTime(), last.id])
      },
    })

    http.route({
      method: 'DELETE',
      url: '/api/v1/api-keys/:keyId',
      config: { access: 'company_admin' },
      schema: {
        operationId: 'revokeApiKey',
        summary: 'Revoke an API key at once',
        tags: ['identity'],
        params: KeyParams,
        response: answers(ApiKeyView),
      },
      handler: async ({ actor, params }) => {
        const key = await identity.revokeApiKey(actor, params.keyId)
        return ok(viewApiKey(key, await contractOf(key)))
      },
    })

    http.route({
      method: 'POST',
      url: '/api/v1/api-keys/:keyId/rotate',
      config: { access: 'company_admin' },
      schema: {
        operationId: 'rotateApiKey',
        summary: 'Replace an API key by a new one',
        tags: ['identity'],
        params: KeyParams,
        body: RotateApiKeyBody,
        response: answers(CreatedApiKeyView, { status: 201 }),
      },
      handler: async ({ actor, params, body }) => {
        const created = await identity.rotateApiKey(actor, params.keyId, body.overlapSeconds ?? 0)
        return ok(await viewCreated(created))
      },
    })
  }
}
