import type { Principal } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import type { Database } from '#platform/db'
import type { LocalCache } from '#platform/local-cache'
import { currentRequest } from '#platform/request-context'
import { fail } from '../failures.ts'
import { effectiveScopesOf, isWellFormed, type KeyMode, modeOf } from './api-key.ts'
import { findApiKeyByHash, markApiKeyUsed, rehashApiKey, type UsableKey } from './api-key-store.ts'
import { isWithin } from './networks.ts'
import { hashesOf, hashOf, type Peppers } from './pepper.ts'

/** The principal of a key, and the networks from which the key may be used. */
export type KnownKey = { readonly principal: Principal; readonly allowedCidrs: readonly string[] }

export type AuthenticateApiKeyDeps = {
  readonly database: Database
  readonly keys: LocalCache<KnownKey>
  readonly mode: KeyMode
  readonly peppers: Peppers
  readonly now: Clock
}

const usedAgainMs = 60_000

export async function principalOfApiKey(
  deps: AuthenticateApiKeyDeps,
  text: string,
  address: string | undefined,
): Promise<Principal> {
  if (!isWellFormed(text)) throw fail('credentials_invalid')
  if (modeOf(text) !== deps.mode) throw fail('api_key_of_other_mode', { expected: deps.mode })
  const now = deps.now()
  const cached = hashOf(text, deps.peppers[0]).toString('hex')
  const known = await deps.keys.load(`key/${cached}`, () =>
    loadKey(deps, hashesOf(text, deps.peppers), now),
  )
  const { principal, allowedCidrs } = known
  if (principal.expiresAt && principal.expiresAt <= now) throw fail('credentials_expired')
  if (!isWithin(allowedCidrs, address)) throw fail('address_not_allowed')
  return principal
}

async function loadKey(
  deps: AuthenticateApiKeyDeps,
  hashes: readonly [Buffer, ...Buffer[]],
  now: Date,
): Promise<KnownKey> {
  const found = await findApiKeyByHash(deps.database.pool, hashes)
  if (!found || found.key.revokedAt) throw fail('credentials_invalid')
  if (found.key.expiresAt <= now) throw fail('credentials_expired')
  await noteUse(deps, found, hashes[0], now)
  return { principal: principalOf(found), allowedCidrs: found.key.allowedCidrs }
}

function principalOf({ key, creatorRoles }: UsableKey): Principal {
  return {
    kind: 'api_key',
    id: key.id,
    clientId: key.clientId,
    companyId: key.companyId,
    roles: new Set(),
    scopes: new Set(effectiveScopesOf(key, creatorRoles)),
    name: key.name,
    expiresAt: key.expiresAt,
    ...(key.requestsPerMinute === undefined ? {} : { requestsPerMinute: key.requestsPerMinute }),
  }
}

/** Rehashes a key that has the hash of an older pepper, so that the old pepper can be removed later. */
async function noteUse(
  { database, peppers }: AuthenticateApiKeyDeps,
  { key, pepperId }: UsableKey,
  hash: Buffer,
  now: Date,
): Promise<void> {
  const [pepper] = peppers
  if (pepperId !== pepper.id) {
    await rehashApiKey(database.pool, key, { hash, pepperId: pepper.id })
  }
  const lastMs = key.lastUsedAt?.getTime() ?? 0
  if (lastMs >= now.getTime() - usedAgainMs) return
  await markApiKeyUsed(database.pool, key, { at: now, from: currentRequest()?.address })
}
