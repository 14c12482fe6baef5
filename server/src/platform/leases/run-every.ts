import { type Loop, runLoop, type WorkLog } from './run-loop.ts'

export type EveryOptions = {
  readonly name: string
  readonly everyMs: number
  readonly work: (signal: AbortSignal) => Promise<void>
  readonly log: WorkLog
}

/** Runs the work at once, and then after a pause each time. An error is logged and the work retried, later each time. */
export function runEvery({ name, everyMs, work, log }: EveryOptions): Loop {
  return runLoop({
    name,
    idleMsMin: everyMs,
    idleMsMax: everyMs,
    work: async (signal) => {
      await work(signal)
      return 0
    },
    log,
  })
}
