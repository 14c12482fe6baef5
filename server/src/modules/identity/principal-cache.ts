import type { Principal } from '#kernel/actor'

/**
 * What a credential stands for, remembered for some seconds: most requests of a client come close together.
 * A revocation empties it at once in this process and, through a ring, in the others; where the ring is
 * lost, a revoked credential works for `lifeMs` longer and no more.
 */
export type PrincipalCache<Known = Principal> = {
  get(key: string, now: Date, load: () => Promise<Known>): Promise<Known>
  clear(): void
}

const lifeMs = 15_000
const entriesMax = 10_000

type Entry<Known> = { readonly until: number; readonly known: Promise<Known> }

export function createPrincipalCache<Known = Principal>(): PrincipalCache<Known> {
  let entries = new Map<string, Entry<Known>>()
  return {
    get: (key, now, load) => {
      const held = entries.get(key)
      if (held && held.until > now.getTime()) return held.known
      if (entries.size >= entriesMax) entries = new Map()
      const mine = entries
      const known = load()
      mine.set(key, { until: now.getTime() + lifeMs, known })
      // A refusal is not remembered: the next request asks again.
      known.catch(() => mine.delete(key))
      return known
    },
    clear: () => {
      entries = new Map()
    },
  }
}
