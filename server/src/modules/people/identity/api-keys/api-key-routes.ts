import { Type } from 'typebox'
import type { Id } from '#kernel/id'
import type { Clock } from '#kernel/time'
import { answers, type Http, ok, type Routes } from '#platform/http'
import type { Identity } from '../service.ts'
import type { ApiKey } from './api-key.ts'
import {
  ApiKeyParams,
  ApiKeyView,
  type CartConcurrency,
  ChangeApiKeyBody,
  CreateApiKeyBody,
  CreateApiKeyForBody,
  CreatedApiKeyView,
  RotateApiKeyBody,
  viewApiKey,
  viewCreatedApiKey,
} from './api-key-schemas.ts'
import type { CreatedApiKey } from './change-api-keys.ts'

type KeyDeps = {
  readonly identity: Identity
  readonly now: Clock
  /** The composition root passes this in: this module does not know carts. */
  readonly contractStatuses: (
    companyId: Id<'co'>,
    clientIds: readonly string[],
  ) => Promise<ReadonlyMap<string, CartConcurrency>>
}

/** Only company administrators with a session may do this: a key cannot create keys. */
export function apiKeyRoutes(deps: KeyDeps): Routes {
  return async (http) => {
    addMintingRoutes(http, deps)
    addMintingForCompany(http, deps)
    addReadingRoutes(http, deps)
    addChangingRoutes(http, deps)
  }
}

function addMintingRoutes(http: Http, deps: KeyDeps): void {
  const { identity } = deps
  const viewCreated = async (created: CreatedApiKey) =>
    viewCreatedApiKey(created, await factsOf(deps, created.apiKey))

  http.route({
    method: 'POST',
    url: '/api/v1/api-keys',
    config: {
      access: 'company_admin',
      stepUp: true,
      idempotency: 'transactional',
      fails: [
        'identity.scopes_beyond_yours',
        'identity.expiry_invalid',
        'identity.limit_too_high',
        'identity.network_invalid',
      ],
    },
    schema: {
      operationId: 'createApiKey',
      summary: 'Create an API key',
      description:
        'Only this answer contains the key. A key has at most the rights of its creator.',
      tags: ['Identity'],
      body: CreateApiKeyBody,
      response: answers(CreatedApiKeyView, { status: 201 }),
    },
    handler: async ({ actor, body, idempotency }) => {
      const expiresAt = body.expiresAt === undefined ? undefined : new Date(body.expiresAt)
      return ok(
        await viewCreated(await identity.createApiKey(actor, { ...body, expiresAt, idempotency })),
      )
    },
  })

  http.route({
    method: 'POST',
    url: '/api/v1/api-keys/:keyId/rotate',
    config: {
      access: 'company_admin',
      stepUp: true,
      fails: ['identity.api_key_not_found', 'identity.api_key_replaced'],
    },
    schema: {
      operationId: 'rotateApiKey',
      summary: 'Rotate an API key',
      description:
        'The new key counts as the same client: it keeps the cart and the contracts. The old key still works during the overlap.',
      tags: ['Identity'],
      params: ApiKeyParams,
      body: RotateApiKeyBody,
      response: answers(CreatedApiKeyView, { status: 201 }),
    },
    handler: async ({ actor, params, body }) =>
      ok(
        await viewCreated(
          await identity.rotateApiKey(actor, params.keyId, body.overlapSeconds ?? 0),
        ),
      ),
  })
}

/** An operator gives a key to a customer who cannot make one, for example during the set-up of an integration. */
function addMintingForCompany(http: Http, deps: KeyDeps): void {
  http.route({
    method: 'POST',
    url: '/admin/companies/:companyId/api-keys',
    config: {
      access: 'operator',
      ofNamedCompany: true,
      stepUp: true,
      idempotency: 'transactional',
      fails: [
        'identity.company_not_found',
        'identity.key_owner_unfit',
        'identity.expiry_invalid',
        'identity.limit_too_high',
        'identity.network_invalid',
      ],
    },
    schema: {
      operationId: 'createApiKeyOfCompany',
      summary: 'Create an API key of a company',
      description:
        'Only this answer contains the key. The audit log of the company names the operator and the owner.',
      tags: ['Operations'],
      params: Type.Object({ companyId: Type.String({ maxLength: 64 }) }),
      body: CreateApiKeyForBody,
      response: answers(CreatedApiKeyView, { status: 201 }),
    },
    handler: async ({ actor, body, idempotency }) => {
      const expiresAt = body.expiresAt === undefined ? undefined : new Date(body.expiresAt)
      const created = await deps.identity.createApiKey(actor, { ...body, expiresAt, idempotency })
      return ok(viewCreatedApiKey(created, await factsOf(deps, created.apiKey)))
    },
  })
}

function addReadingRoutes(http: Http, deps: KeyDeps): void {
  const { identity } = deps

  http.route({
    method: 'GET',
    url: '/api/v1/api-keys/:keyId',
    config: { access: 'company_admin', operatorsToo: true, fails: ['identity.api_key_not_found'] },
    schema: {
      operationId: 'getApiKey',
      summary: 'Get an API key',
      tags: ['Identity'],
      params: ApiKeyParams,
      response: answers(ApiKeyView),
    },
    handler: async ({ actor, params }) =>
      ok(await viewOf(deps, await identity.getApiKey(actor, params.keyId))),
  })
}

function addChangingRoutes(http: Http, deps: KeyDeps): void {
  const { identity } = deps
  http.route({
    method: 'PATCH',
    url: '/api/v1/api-keys/:keyId',
    config: {
      access: 'company_admin',
      stepUp: true,
      fails: ['identity.api_key_not_found', 'identity.limit_too_high', 'identity.network_invalid'],
    },
    schema: {
      operationId: 'changeApiKey',
      summary: 'Change an API key',
      description: 'The rights of a key cannot be changed. Create another key instead.',
      tags: ['Identity'],
      params: ApiKeyParams,
      body: ChangeApiKeyBody,
      response: answers(ApiKeyView),
    },
    handler: async ({ actor, params, body }) =>
      ok(await viewOf(deps, await identity.changeApiKey(actor, params.keyId, body))),
  })

  http.route({
    method: 'DELETE',
    url: '/api/v1/api-keys/:keyId',
    config: {
      access: 'company_admin',
      operatorsToo: true,
      stepUp: true,
      fails: ['identity.api_key_not_found'],
    },
    schema: {
      operationId: 'revokeApiKey',
      summary: 'Revoke an API key',
      tags: ['Identity'],
      params: ApiKeyParams,
      response: answers(ApiKeyView),
    },
    handler: async ({ actor, params }) =>
      ok(await viewOf(deps, await identity.revokeApiKey(actor, params.keyId))),
  })
}

async function viewOf(deps: KeyDeps, key: ApiKey) {
  return viewApiKey(key, await factsOf(deps, key))
}

async function factsOf(deps: KeyDeps, { companyId, clientId, createdBy }: ApiKey) {
  const makers = await deps.identity.rolesOfMakers(companyId, [createdBy])
  return {
    now: deps.now(),
    makerRoles: makers.get(createdBy) ?? [],
    cartConcurrency: (await deps.contractStatuses(companyId, [clientId])).get(clientId),
  }
}
