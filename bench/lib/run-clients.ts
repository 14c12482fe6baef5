import { round } from './measuring/measure.ts'

/** One round of one client. It calls `note` with the time of each part that it measures. */
export type Round = (note: (part: string, ms: number) => void) => Promise<void>

export type Quantiles = { readonly p50: number; readonly p95: number; readonly p99: number }

export type ClientsRun = {
  readonly rounds: number
  readonly perSecond: number
  readonly latencyMs: Quantiles
  /** The parts that the rounds have noted. */
  readonly parts: Readonly<Record<string, Quantiles & { readonly count: number }>>
}

/**
 * Every client does one round after another until the time is over. A part called `not counted` does not count for
 * its round.
 */
export async function runClients(rounds: readonly Round[], seconds: number): Promise<ClientsRun> {
  const whole: number[] = []
  const parts = new Map<string, number[]>()
  const began = performance.now()
  const until = began + seconds * 1_000
  await Promise.all(
    rounds.map(async (round) => {
      while (performance.now() < until) {
        const from = performance.now()
        let left = 0
        await round((part, ms) => {
          if (part === notCounted) left += ms
          else if (parts.has(part)) parts.get(part)?.push(ms)
          else parts.set(part, [ms])
        })
        whole.push(performance.now() - from - left)
      }
    }),
  )
  const took = (performance.now() - began) / 1_000
  return {
    rounds: whole.length,
    perSecond: Math.round((whole.length / took) * 10) / 10,
    latencyMs: quantilesOf(whole),
    parts: Object.fromEntries(
      [...parts].map(([name, times]) => [name, { ...quantilesOf(times), count: times.length }]),
    ),
  }
}

export const notCounted = 'not counted'

/** Runs the work and notes how long it took. */
export async function timed<T>(
  note: (part: string, ms: number) => void,
  part: string,
  work: () => Promise<T>,
): Promise<T> {
  const from = performance.now()
  const result = await work()
  note(part, performance.now() - from)
  return result
}

export function quantilesOf(times: readonly number[]): Quantiles {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
