/** Runs a few pieces of work at once, lets a few more wait, and refuses the rest. */
export type BoundedQueue = {
  /** Throws `QueueFull` at once when too many wait. Those that wait run in the order in which they came. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

export function createBoundedQueue(limits: {
  readonly runningMax: number
  readonly waitingMax: number
}): BoundedQueue {
  const waiting: (() => void)[] = []
  let running = 0

  const leave = () => {
    const next = waiting.shift()
    // The next one takes this place, so the number does not change.
    if (next) next()
    else running -= 1
  }
  return {
    run: async (work) => {
      if (running < limits.runningMax) running += 1
      else if (waiting.length >= limits.waitingMax) throw new QueueFull('Too many wait.')
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
