import type { Principal } from '#kernel/actor'

/**
 * What a credential stands for, remembered for some seconds: most requests of a client come close together.
 * A revocation empties it at once in this process and, through a ring, in the others; where the ring is
 * lost, a revoked credential works for `lifeMs` longer and no more.
 */
export type PrincipalCache = {
  get(key: string, now: Date, load: () => Promise<Principal>): Promise<Principal>
  clear(): void
}

const lifeMs = 15_000
const entriesMax = 10_000

type Entry = { readonly until: number; readonly principal: Promise<Principal> }

export function createPrincipalCache(): PrincipalCache {
  let entries = new Map<string, Entry>()
  return {
    get: (key, now, load) => {
      const held = entries.get(key)
      if (held && held.until > now.getTime()) return held.principal
      if (entries.size >= entriesMax) entries = new Map()
      const mine = entries
      const principal = load()
      mine.set(key, { until: now.getTime() + lifeMs, principal })
      // A refusal is not remembered: the next request asks again.
      principal.catch(() => mine.delete(key))
      return principal
    },
    clear: () => {
      entries = new Map()
    },
  }
}
