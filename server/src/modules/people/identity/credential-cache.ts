import { type Clock, secondsMs } from '#kernel/time'
import { createLocalCache, type LocalCache } from '#platform/local-cache'

const ttlMs = secondsMs(15)
const entriesMax = 10_000

/**
 * Caches the principal of a credential for some seconds: most requests of a client come close together. A revocation
 * clears the entry at once in this process and, by a `ring`, in the others. If the ring is lost, a revoked credential
 * works for at most `ttlMs` longer. Refusals are not cached.
 */
export function createCredentialCache<Value extends NonNullable<unknown>>(
  now: Clock,
): LocalCache<Value> {
  return createLocalCache({ entriesMax, ttlMs, now: () => now().getTime() })
}
