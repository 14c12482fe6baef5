import type { WorkLog } from '#platform/leases'

/** The hands of one process: each job that runs takes one until it ends. */
export type Hands = {
  /** How many more jobs may start. */
  free(): number
  /** How many more jobs of this kind may start, given the other jobs of the kind. */
  freeFor(kind: string): number
  isBusyWith(kind: string): boolean
  /** Takes a hand until the work ends. */
  take(kind: string, work: Promise<unknown>): void
  /** Resolves when everything that runs now has ended. */
  allEnded(): Promise<void>
}

export type HandsOptions = {
  readonly concurrency: number
  /** The number of kinds of jobs. */
  readonly kinds: number
  readonly log: WorkLog
  /** Called when a hand is free again. */
  readonly onFreed: () => void
}

export function createHands({ concurrency, kinds, log, onFreed }: HandsOptions): Hands {
  // One kind gets three quarters of the hands at most. While that kind is slow, the other kinds continue.
  const kindMax = kinds > 1 ? Math.max(1, Math.floor(concurrency * 0.75)) : concurrency
  const running = new Map<Promise<void>, string>()
  const busyWith = (kind: string) => countOf(running.values(), kind)
  return {
    free: () => concurrency - running.size,
    freeFor: (kind) => kindMax - busyWith(kind),
    isBusyWith: (kind) => busyWith(kind) > 0,
    take: (kind, work) => {
      const done = work.then(
        () => undefined,
        (err: unknown) => log.error({ err, job: kind }, 'A job could not be claimed.'),
      )
      const ended: Promise<void> = done.finally(() => {
        running.delete(ended)
        onFreed()
      })
      running.set(ended, kind)
    },
    allEnded: async () => {
      await Promise.all(running.keys())
    },
  }
}

function countOf(kinds: Iterable<string>, kind: string): number {
  let count = 0
  for (const one of kinds) if (one === kind) count += 1
  return count
}
