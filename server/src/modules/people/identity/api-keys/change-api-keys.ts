import { type Actor, type Scope, scopesOfRoles } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import { after, type Clock, daysMs } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Database, Tx } from '#platform/db'
import { claimKey, type IdempotencyClaim } from '#platform/idempotency'
import { fail } from '../failures.ts'
import { type ApiKey, generateApiKey, type KeyMode } from './api-key.ts'
import {
  type ApiKeyChange,
  findApiKey,
  insertApiKey,
  markApiKeyReplaced,
  markApiKeyRevoked,
  updateApiKey,
} from './api-key-store.ts'
import { listRolesOfMakers } from './maker-store.ts'
import { readNetwork } from './networks.ts'
import { hashOf, type Peppers } from './pepper.ts'

export type ApiKeyDeps = {
  readonly database: Database
  readonly now: Clock
  readonly mode: KeyMode
  readonly peppers: Peppers
  /** The highest limit that a key may have: the general one. */
  readonly requestsPerMinuteMax: number
  readonly onKeyChanged: () => void
}

export type CreateApiKeyInput = {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly expiresAt?: Date | undefined
  readonly allowedCidrs?: readonly string[] | undefined
  readonly requestsPerMinute?: number | undefined
  /** The member of the company whose rights limit the key. Default: the actor. */
  readonly ownerId?: string | undefined
  readonly idempotency?: IdempotencyClaim | undefined
}

/** Only this answer contains the key: it cannot be computed from what is stored. */
export type CreatedApiKey = { readonly apiKey: ApiKey; readonly key: string | undefined }

const lifeDays = 365
const lifeDaysMax = 730

/**
 * How long an old key may still work beside its successor, in seconds: not at all, an hour, a day, a week, 30 days.
 */
export const overlapsSeconds = [0, 3_600, 86_400, 604_800, 2_592_000] as const
export type OverlapSeconds = (typeof overlapsSeconds)[number]

export async function createApiKey(
  deps: ApiKeyDeps,
  actor: Actor,
  input: CreateApiKeyInput,
): Promise<CreatedApiKey> {
  const now = deps.now()
  if (input.ownerId === undefined) assertScopesWithin(input.scopes, actor.scopes)
  const expiresAt = input.expiresAt ?? after(now, daysMs(lifeDays))
  if (expiresAt <= now || expiresAt > after(now, daysMs(lifeDaysMax))) throw fail('expiry_invalid')
  assertLimitAllowed(deps, input.requestsPerMinute)
  const allowedCidrs = networksOf(input.allowedCidrs ?? [])

  const id = newId('key', now)
  return deps.database.transaction(async (tx) => {
    const firstId = await claimKey(tx, actor, input.idempotency, id, now)
    if (firstId !== id) return { apiKey: await getApiKey(tx, actor, firstId), key: undefined }
    const { name, scopes, requestsPerMinute, ownerId } = input
    if (ownerId !== undefined) await assertOwnerHasScopes(tx, actor, ownerId, scopes)
    const newKey = { id, clientId: id, name, scopes, expiresAt, allowedCidrs, requestsPerMinute }
    const created = await issue(deps, tx, actor, newKey, now, ownerId)
    audit(tx, actor, 'created', id, now, {
      scopes: [...scopes],
      ...(ownerId !== undefined && { ownerId }),
    })
    return created
  })
}

/**
 * The new key has the same rights and works at once. The old one works for `overlapSeconds` more. Both are one
 * client.
 */
export async function rotateApiKey(
  deps: ApiKeyDeps,
  actor: Actor,
  keyId: string,
  overlapSeconds: OverlapSeconds,
): Promise<CreatedApiKey> {
  const now = deps.now()
  const id = newId('key', now)
  const created = await deps.database.transaction(async (tx) => {
    const endsAt = after(now, overlapSeconds * 1_000)
    const { companyId } = actor
    const old = await markApiKeyReplaced(tx, companyId, keyId, { newKeyId: id, endsAt, now })
    if (!old) throw await whyNotReplaced(tx, actor, keyId)
    const scopes = old.scopes.filter((scope) => actor.scopes.has(scope))
    if (scopes.length === 0) throw fail('scopes_beyond_yours', { scopes: [...old.scopes] })
    const { clientId, name, allowedCidrs, requestsPerMinute } = old
    const expiresAt = after(now, daysMs(lifeDays))
    const newKey = { id, clientId, name, scopes, expiresAt, allowedCidrs, requestsPerMinute }
    const fresh = await issue(deps, tx, actor, newKey, now)
    audit(tx, actor, 'rotated', keyId, now, { replacedBy: id, overlapSeconds })
    return fresh
  })
  deps.onKeyChanged()
  return created
}

export async function changeApiKey(
  deps: ApiKeyDeps,
  actor: Actor,
  keyId: string,
  change: ApiKeyChange,
): Promise<ApiKey> {
  const { name, requestsPerMinute } = change
  assertLimitAllowed(deps, requestsPerMinute ?? undefined)
  const allowedCidrs = change.allowedCidrs && networksOf(change.allowedCidrs)
  const columns = { name, requestsPerMinute, allowedCidrs }
  const now = deps.now()
  const changed = await deps.database.transaction(async (tx) => {
    const key = await updateApiKey(tx, actor.companyId, keyId, columns)
    if (!key) throw fail('api_key_not_found', { keyId })
    const fields = Object.entries(columns).flatMap(([field, value]) =>
      value === undefined ? [] : [field],
    )
    audit(tx, actor, 'changed', keyId, now, { fields })
    return key
  })
  deps.onKeyChanged()
  return changed
}

export async function revokeApiKey(deps: ApiKeyDeps, actor: Actor, keyId: string): Promise<ApiKey> {
  const now = deps.now()
  const revoked = await deps.database.transaction(async (tx) => {
    const isNew = await markApiKeyRevoked(tx, actor.companyId, keyId, now)
    const key = await getApiKey(tx, actor, keyId)
    if (isNew) audit(tx, actor, 'revoked', keyId, now, {})
    return key
  })
  deps.onKeyChanged()
  return revoked
}

type NewKey = Pick<
  ApiKey,
  'clientId' | 'name' | 'scopes' | 'expiresAt' | 'allowedCidrs' | 'requestsPerMinute'
> & { readonly id: Id<'key'> }

async function issue(
  deps: ApiKeyDeps,
  tx: Tx,
  actor: Actor,
  newKey: NewKey,
  now: Date,
  ownerId: string = actor.id,
): Promise<CreatedApiKey> {
  const key = generateApiKey(deps.mode)
  const [pepper] = deps.peppers
  const apiKey: ApiKey = {
    ...newKey,
    companyId: actor.companyId,
    replacedBy: undefined,
    keyStart: key.slice(0, 'pvy_live_'.length + 12),
    keyEnd: key.slice(-4),
    createdBy: ownerId,
    createdAt: now,
    lastUsedAt: undefined,
    lastUsedFrom: undefined,
    revokedAt: undefined,
  }
  await insertApiKey(tx, { ...apiKey, hash: hashOf(key, pepper), pepperId: pepper.id })
  return { apiKey, key }
}

async function whyNotReplaced(tx: Tx, actor: Actor, keyId: string) {
  const key = await findApiKey(tx, actor.companyId, keyId)
  if (!key?.replacedBy) return fail('api_key_not_found', { keyId })
  return fail('api_key_replaced', { keyId, replacedBy: key.replacedBy })
}

async function getApiKey(tx: Tx, actor: Actor, keyId: string): Promise<ApiKey> {
  const key = await findApiKey(tx, actor.companyId, keyId)
  if (!key) throw fail('api_key_not_found', { keyId })
  return key
}

function assertScopesWithin(wanted: readonly Scope[], allowed: ReadonlySet<Scope>): void {
  const beyond = wanted.filter((scope) => !allowed.has(scope))
  if (beyond.length > 0) throw fail('scopes_beyond_yours', { scopes: beyond })
}

/** A key works with the present rights of its owner, so the owner must have them. */
async function assertOwnerHasScopes(
  tx: Tx,
  { companyId }: Actor,
  ownerId: string,
  scopes: readonly Scope[],
): Promise<void> {
  const roles = (await listRolesOfMakers(tx, companyId, [ownerId])).get(ownerId) ?? []
  const allowed = scopesOfRoles(roles)
  const missing = scopes.filter((scope) => !allowed.has(scope))
  if (missing.length > 0) throw fail('key_owner_unfit', { ownerId, scopes: missing })
}

function assertLimitAllowed({ requestsPerMinuteMax }: ApiKeyDeps, limit: number | undefined): void {
  if (limit !== undefined && limit > requestsPerMinuteMax) {
    throw fail('limit_too_high', { highest: requestsPerMinuteMax })
  }
}

function networksOf(texts: readonly string[]): string[] {
  return texts.map((text) => {
    const network = readNetwork(text)
    if (network === undefined) throw fail('network_invalid', { network: text })
    return network
  })
}

function audit(
  tx: Tx,
  actor: Actor,
  verb: 'created' | 'rotated' | 'changed' | 'revoked',
  keyId: string,
  now: Date,
  details: Record<string, string | number | readonly string[]>,
): void {
  recordAudit(tx, {
    companyId: actor.companyId,
    actor,
    action: `identity.api_key_${verb}`,
    target: { type: 'api_key', id: keyId },
    outcome: 'done',
    details,
    now,
  })
}
