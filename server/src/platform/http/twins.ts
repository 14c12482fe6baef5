import { type Actor, callerIdOf } from '#kernel/actor'

export type Twins = {
  /** Resolves when it is over with the request before; false where that took longer than anybody waits. Undefined where there is none. */
  before(actor: Actor, key: string): Promise<boolean> | undefined
  /** What runs under the key, so that others wait for it. */
  run<Result>(actor: Actor, key: string, work: () => Promise<Result>): Promise<Result>
}

/** As long as for a lock of the database. */
const patienceMs = 5_000

/**
 * Requests with one key, which are under way in this process. One that writes its key last does its work before it meets the key: its
 * twins would do so in vain, each at the locks of the one before. So they wait here; those in other processes meet at the key.
 */
export function createTwins(): Twins {
  const underWay = new Map<string, Promise<void>>()
  const nameOf = (actor: Actor, key: string) => `${actor.companyId} ${callerIdOf(actor)} ${key}`
  return {
    before: (actor, key) => {
      const first = underWay.get(nameOf(actor, key))
      return first && endsInTime(first)
    },
    run: async (actor, key, work) => {
      const name = nameOf(actor, key)
      const { promise, resolve } = Promise.withResolvers<void>()
      underWay.set(name, promise)
      try {
        return await work()
      } finally {
        underWay.delete(name)
        resolve()
      }
    },
  }
}

async function endsInTime(end: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, patienceMs, false)
  })
  try {
    return await Promise.race([end.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
