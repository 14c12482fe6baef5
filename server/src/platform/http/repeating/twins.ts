import { type Actor, callerIdOf } from '#kernel/actor'

export type Twins = {
  /**
   * Resolves when the earlier request with this key has ended, or with false if that takes too long. Undefined if there is no
   * earlier request.
   */
  before(actor: Actor, key: string): Promise<boolean> | undefined
  /** Runs the work under the key, so that later requests wait for it. */
  run<Result>(actor: Actor, key: string, work: () => Promise<Result>): Promise<Result>
}

/** As long as the database waits for a lock. */
const patienceMs = 5_000

/**
 * Requests with one key that run in this process at the same time. A request that writes its key last does its work before it
 * writes the key. Its twins would do the same work for nothing, each waiting for the locks of the one before. So they wait here.
 * Twins in other processes wait at the row of the key.
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
