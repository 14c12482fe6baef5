import type { Actor, Scope } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import { after, type Clock, daysMs } from '#kernel/time'
import type { Database, Tx } from '#platform/db'
import { claimKey, type IdempotencyClaim } from '#platform/idempotency'
import { type ApiKey, generateApiKey, hashOf } from './api-key.ts'
import { fail } from './failures.ts'
import { findApiKey, insertApiKey, markApiKeyRevoked, shortenApiKey } from './store.ts'

export type ApiKeyDeps = {
  readonly database: Database
  readonly now: Clock
  readonly mode: 'live' | 'test'
  readonly onKeyChanged: () => void
}

export type CreateApiKeyInput = {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly expiresAt?: Date | undefined
  readonly idempotency?: IdempotencyClaim | undefined
}

/** The key itself is in this answer and nowhere else: what is stored cannot be turned back into it. */
export type CreatedApiKey = { readonly apiKey: ApiKey; readonly key: string | undefined }

const lifeDays = 365
const lifeDaysMax = 730

export async function createApiKey(
  deps: ApiKeyDeps,
  actor: Actor,
  input: CreateApiKeyInput,
): Promise<CreatedApiKey> {
  const now = deps.now()
  const beyond = input.scopes.filter((scope) => !actor.scopes.has(scope))
  if (beyond.length > 0) throw fail('scopes_beyond_yours', { scopes: beyond })
  const expiresAt = input.expiresAt ?? after(now, daysMs(lifeDays))
  if (expiresAt <= now || expiresAt > after(now, daysMs(lifeDaysMax))) throw fail('expiry_invalid')

  const id = newId('key', now)
  return deps.database.transaction(async (tx) => {
    const firstId = await claimKey(tx, actor, input.idempotency, id, now)
    if (firstId !== id) return { apiKey: await getApiKey(tx, actor, firstId), key: undefined }
    const { name, scopes } = input
    return issue(deps, tx, actor, { id, name, scopes, expiresAt }, now)
  })
}

/** A new key with the same rights at once; the old one works on for `overlapSeconds`. */
export async function rotateApiKey(
  deps: ApiKeyDeps,
  actor: Actor,
  keyId: string,
  overlapSeconds: number,
): Promise<CreatedApiKey> {
  const now = deps.now()
  const created = await deps.database.transaction(async (tx) => {
    const old = await getApiKey(tx, actor, keyId)
    if (old.revokedAt || old.expiresAt <= now) throw fail('api_key_not_found', { keyId })
    const scopes = old.scopes.filter((scope) => actor.scopes.has(scope))
    await shortenApiKey(tx, actor.companyId, keyId, after(now, overlapSeconds * 1000))
    const expiresAt = after(now, daysMs(lifeDays))
    return issue(deps, tx, actor, { id: newId('key', now), name: old.name, scopes, expiresAt }, now)
  })
  deps.onKeyChanged()
  return created
}

export async function revokeApiKey(deps: ApiKeyDeps, actor: Actor, keyId: string): Promise<ApiKey> {
  const revoked = await deps.database.transaction(async (tx) => {
    await markApiKeyRevoked(tx, actor.companyId, keyId, deps.now())
    return getApiKey(tx, actor, keyId)
  })
  deps.onKeyChanged()
  return revoked
}

type NewKey = {
  readonly id: Id<'key'>
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly expiresAt: Date
}

async function issue(
  deps: ApiKeyDeps,
  tx: Tx,
  actor: Actor,
  wanted: NewKey,
  now: Date,
): Promise<CreatedApiKey> {
  const key = generateApiKey(deps.mode)
  const apiKey: ApiKey = {
    ...wanted,
    companyId: actor.companyId,
    keyStart: key.slice(0, 'pvy_live_'.length + 12),
    keyEnd: key.slice(-4),
    createdBy: actor.id,
    createdAt: now,
    lastUsedAt: undefined,
    revokedAt: undefined,
  }
  await insertApiKey(tx, { ...apiKey, hash: hashOf(key) })
  return { apiKey, key }
}

async function getApiKey(tx: Tx, actor: Actor, keyId: string): Promise<ApiKey> {
  const key = await findApiKey(tx, actor.companyId, keyId)
  if (!key) throw fail('api_key_not_found', { keyId })
  return key
}
