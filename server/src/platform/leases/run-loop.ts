import type { Wake } from '#platform/wake'

/** What the background needs of a log. A pino logger is one. */
export type WorkLog = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export type Loop = {
  /** There may be work: look at once. */
  ring(): void
  /** Ends the loop after the turn it is in, whose signal is aborted. Resolves when that turn is over. */
  stop(): Promise<void>
}

export type LoopOptions = {
  readonly name: string
  readonly wake?: Wake
  /** A ring on any of these ends the pause. */
  readonly topics?: readonly string[]
  /**
   * One turn. Returns how much it did: more than nothing means that there may be more. `wasRung`: somebody has said that
   * there is work, so it need not be looked for.
   */
  readonly work: (signal: AbortSignal, wasRung: boolean) => Promise<number>
  readonly idleMsMin?: number
  readonly idleMsMax?: number
  /** A ring on the heels of a turn is heard so long after that turn began: what is rung for until then is done together. */
  readonly gatherMs?: number
  /**
   * The share of the time that it works when it is rung for all the time: where turns take long, because there is much to do or the
   * machine is busy, more is done together. What a turn has left over is not waited with.
   */
  readonly shareMax?: number
  readonly log: WorkLog
}

/** Short enough that what was away is back in use soon after it is there. */
const failureMsMax = 5_000

/** However long a turn took, the next one begins so long after it did. */
const apartMsMax = 250

/**
 * Works while there is work, then looks again after a pause that doubles while there is none. A ring ends the pause,
 * and a lost ring costs no more than it. A turn that throws is logged and tried again, later each time.
 */
export function runLoop(options: LoopOptions): Loop {
  const { name, work, log, idleMsMin = 250, idleMsMax = 2_000 } = options
  const { gatherMs = 0, shareMax = 1 } = options
  const stopping = new AbortController()
  const { signal } = stopping
  let rung = false
  let endPause: (() => void) | undefined

  const ring = () => {
    rung = true
    endPause?.()
  }

  const pause = (ms: number, isDeaf = false): Promise<void> =>
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

  /** Whoever rings meanwhile. */
  const pauseUntil = async (endsAt: number) => {
    // Once more where a timer is a little early.
    while (!signal.aborted && performance.now() < endsAt) {
      await pause(endsAt - performance.now(), true)
    }
  }

  /** Rings during this pause are kept for the turn after it: trying sooner would not help what is broken. */
  const pauseAfterFailure = async (failures: number, error: unknown) => {
    const ms = Math.min(idleMsMin * 2 ** Math.min(failures, 10), failureMsMax)
    log.error({ loop: name, err: error, failures, retryInMs: ms }, 'A turn of the loop failed.')
    await pauseUntil(performance.now() + ms)
  }

  const run = async () => {
    let idleMs = idleMsMin
    let failures = 0
    let began = Number.NEGATIVE_INFINITY
    let apartMs = gatherMs
    while (!signal.aborted) {
      if (rung) await pauseUntil(began + apartMs)
      if (signal.aborted) break
      const wasRung = rung
      rung = false
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
        await pauseAfterFailure(failures, error)
        continue
      }
      if (rung || signal.aborted) continue
      await pause(idleMs)
      idleMs = rung ? idleMsMin : Math.min(idleMs * 2, idleMsMax)
    }
  }

  const stopListening = (options.topics ?? []).map((topic) => options.wake?.listen(topic, ring))
  // Out of the caller's turn, and so out of any transaction that it is in.
  const running = new Promise<void>((resolve) => setImmediate(resolve)).then(run)

  return {
    ring,
    stop: async () => {
      for (const stop of stopListening) stop?.()
      stopping.abort()
      await running
    },
  }
}
