import type { Wake } from '#platform/wake'

/** The part of a log that background work needs. A pino logger has it. */
export type WorkLog = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export type Loop = {
  /** Signals that there may be work, so the loop looks at once. */
  ring(): void
  /** Aborts the signal of the current turn and ends the loop after it. Resolves when that turn is over. */
  stop(): Promise<void>
}

export type LoopOptions = {
  readonly name: string
  readonly wake?: Wake
  /** A ring on any of these ends the pause. */
  readonly topics?: readonly string[]
  /**
   * One turn. Returns how much it did: more than 0 means that there may be more work. `wasRung`: a ring has announced work, so the
   * turn need not look first.
   */
  readonly work: (signal: AbortSignal, wasRung: boolean) => Promise<number>
  readonly idleMsMin?: number
  readonly idleMsMax?: number
  /**
   * After a ring, the next turn begins at least so long after the begin of the last one. One turn then does the work of all rings
   * in between.
   */
  readonly gatherMs?: number
  /**
   * The largest share of the time that the loop works while rings come all the time. If turns take long, because there is much to
   * do or the machine is busy, each turn does more. A turn that has left work over is followed by the next one at once.
   */
  readonly shareMax?: number
  readonly log: WorkLog
}

/** Short, so that work resumes soon after a server is back. */
const failureMsMax = 5_000

/** However long a turn took, `shareMax` delays the next one by no more than this from its beginning. */
const apartMsMax = 250

/**
 * Works while there is work, then looks again after a pause that doubles while there is none. A ring ends the pause, so a lost
 * ring costs no more than the pause. A turn that throws is logged and retried, later each time.
 */
export function runLoop(options: LoopOptions): Loop {
  const stopping = new AbortController()
  const bell = createBell(stopping.signal)
  const stopListening = (options.topics ?? []).map((topic) =>
    options.wake?.listen(topic, bell.ring),
  )
  // The loop begins outside the caller's turn, and so outside any transaction of the caller.
  const running = new Promise<void>((resolve) => setImmediate(resolve)).then(() =>
    takeTurns(options, bell, stopping.signal),
  )
  return {
    ring: bell.ring,
    stop: async () => {
      for (const stop of stopListening) stop?.()
      stopping.abort()
      await running
    },
  }
}

async function takeTurns(options: LoopOptions, bell: Bell, signal: AbortSignal): Promise<void> {
  const { work, idleMsMin = 250, idleMsMax = 2_000, gatherMs = 0, shareMax = 1 } = options
  let idleMs = idleMsMin
  let failures = 0
  let began = Number.NEGATIVE_INFINITY
  let apartMs = gatherMs
  while (!signal.aborted) {
    if (bell.isRung()) await bell.pauseUntil(began + apartMs)
    if (signal.aborted) break
    const wasRung = bell.takeRing()
    began = performance.now()
    try {
      const done = await work(signal, wasRung)
      failures = 0
      apartMs = gatherMs
      if (done > 0) {
        idleMs = idleMsMin
        continue
      }
      const tookMs = performance.now() - began
      apartMs = Math.max(gatherMs, Math.min(tookMs / shareMax, apartMsMax))
    } catch (error) {
      if (signal.aborted) break
      failures += 1
      const retryInMs = Math.min(idleMsMin * 2 ** Math.min(failures, 10), failureMsMax)
      const fields = { loop: options.name, err: error, failures, retryInMs }
      options.log.error(fields, 'A turn of the loop failed.')
      // A ring does not end this pause: an earlier attempt would not help while something is broken.
      await bell.pauseUntil(performance.now() + retryInMs)
      continue
    }
    if (bell.isRung() || signal.aborted) continue
    await bell.pauseOrRing(idleMs)
    idleMs = bell.isRung() ? idleMsMin : Math.min(idleMs * 2, idleMsMax)
  }
}

/** Remembers a ring until a turn takes it. The end of the loop ends every pause. */
type Bell = {
  ring(): void
  isRung(): boolean
  /** Returns whether a ring came, and forgets it. */
  takeRing(): boolean
  /** A ring ends this pause. */
  pauseOrRing(ms: number): Promise<void>
  /** A ring does not end this pause. `endsAt` is a time of `performance.now()`. */
  pauseUntil(endsAt: number): Promise<void>
}

function createBell(signal: AbortSignal): Bell {
  let rung = false
  let endPause: (() => void) | undefined

  const pause = (ms: number, isDeaf: boolean): Promise<void> =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        endPause = undefined
        signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      signal.addEventListener('abort', end)
      if (!isDeaf) endPause = end
    })

  return {
    ring: () => {
      rung = true
      endPause?.()
    },
    isRung: () => rung,
    takeRing: () => {
      const wasRung = rung
      rung = false
      return wasRung
    },
    pauseOrRing: (ms) => pause(ms, false),
    pauseUntil: async (endsAt) => {
      // The timer fired a little early, so wait again.
      while (!signal.aborted && performance.now() < endsAt) {
        await pause(endsAt - performance.now(), true)
      }
    },
  }
}
