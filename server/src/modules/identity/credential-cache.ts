import { type Clock, secondsMs } from '#kernel/time'
import { createLocalCache, type LocalCache } from '#platform/local-cache'

const ttlMs = secondsMs(15)
const entriesMax = 10_000

/**
 * What a credential stands for, kept for some seconds: most requests of a client come close together. A revocation clears it
 * at once in this process and, through a ring, in the others. Where the ring is lost, a revoked credential works for `ttlMs`
 * longer and no more. A refusal is not kept.
 */
export function createCredentialCache<Value extends NonNullable<unknown>>(
  now: Clock,
): LocalCache<Value> {
  return createLocalCache({ entriesMax, ttlMs, now: () => now().getTime() })
}
