import type { Actor, Role } from '#kernel/actor'
import { fail } from '../failures.ts'
import type { ApiKey } from './api-key.ts'
import { type ApiKeyChange, findApiKey } from './api-key-store.ts'
import {
  type ApiKeyDeps,
  type CreateApiKeyInput,
  type CreatedApiKey,
  changeApiKey,
  createApiKey,
  type OverlapSeconds,
  revokeApiKey,
  rotateApiKey,
} from './change-api-keys.ts'
import { listRolesOfMakers } from './maker-store.ts'

export type ApiKeys = {
  createApiKey(actor: Actor, input: CreateApiKeyInput): Promise<CreatedApiKey>
  rotateApiKey(actor: Actor, keyId: string, overlap: OverlapSeconds): Promise<CreatedApiKey>
  changeApiKey(actor: Actor, keyId: string, change: ApiKeyChange): Promise<ApiKey>
  revokeApiKey(actor: Actor, keyId: string): Promise<ApiKey>
  getApiKey(actor: Actor, keyId: string): Promise<ApiKey>
  /** The present roles of the people who made keys. */
  rolesOfMakers(
    companyId: string,
    makerIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly Role[]>>
}

export function createApiKeys(deps: ApiKeyDeps): ApiKeys {
  const { pool } = deps.database
  return {
    createApiKey: (actor, input) => createApiKey(deps, actor, input),
    rotateApiKey: (actor, keyId, overlap) => rotateApiKey(deps, actor, keyId, overlap),
    changeApiKey: (actor, keyId, change) => changeApiKey(deps, actor, keyId, change),
    revokeApiKey: (actor, keyId) => revokeApiKey(deps, actor, keyId),
    getApiKey: async (actor, keyId) => {
      const key = await findApiKey(pool, actor.companyId, keyId)
      if (!key) throw fail('api_key_not_found', { keyId })
      return key
    },
    rolesOfMakers: (companyId, makerIds) => listRolesOfMakers(pool, companyId, makerIds),
  }
}
