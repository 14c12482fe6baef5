import { after, hoursMs } from '#kernel/time'
import type { Database } from '#platform/db'
import type { Tallies } from '#platform/tallies'
import { talliedFailures, talliedPlaceholders, talliedSuccesses } from './metrics.ts'
import { readPictures } from './picture-store.ts'

/** Counts of the last 24 hours. */
export type ImageHealth = {
  readonly placeholders: number
  readonly successes: number
  readonly failures: number
  readonly averageLatencyMs: number
  readonly rates: FailureRates
  /** So many requests of this hour failed that operators have to act. */
  readonly isFailing: boolean
  readonly failingSince: Date
  readonly waiting: number
  readonly failed: number
  readonly oldestWaitingAt: Date | undefined
  readonly hasProcessor: boolean
}

/** Shares between 0 and 1. `trend` is the difference: above 0 this hour is worse than the day. */
export type FailureRates = {
  readonly lastHour: number
  readonly lastDay: number
  readonly trend: number
}

/** With fewer requests in an hour, one failure would be a high rate. */
const requestsMin = 10
const failingFrom = 0.2

type Deps = {
  readonly database: Database
  readonly tallies: Pick<Tallies, 'read' | 'hourly'>
  readonly now: () => Date
  readonly hasProcessor: boolean
}

export async function readImageHealth(deps: Deps): Promise<ImageHealth> {
  const { database, tallies, now, hasProcessor } = deps
  const at = now()
  const [day, successesByHour, failuresByHour, pictures] = await Promise.all([
    tallies.read([talliedPlaceholders, talliedSuccesses, talliedFailures]),
    tallies.hourly(talliedSuccesses),
    tallies.hourly(talliedFailures),
    readPictures(database.pool, at, after(at, -hoursMs(24))),
  ])
  const { count: successes, sum } = day[talliedSuccesses]
  const { count: failures } = day[talliedFailures]
  const hourStartsAt = new Date(Math.floor(at.getTime() / hoursMs(1)) * hoursMs(1))
  const inHour = (hours: readonly { readonly startsAt: Date; readonly count: number }[]) =>
    hours.find(({ startsAt }) => startsAt.getTime() === hourStartsAt.getTime())?.count ?? 0
  const failedInHour = inHour(failuresByHour)
  const inThisHour = failedInHour + inHour(successesByHour)
  const lastHour = share(failedInHour, inThisHour)
  const lastDay = share(failures, failures + successes)
  return {
    placeholders: day[talliedPlaceholders].count,
    successes,
    failures,
    averageLatencyMs: successes === 0 ? 0 : Math.round((sum / successes) * 10) / 10,
    rates: { lastHour, lastDay, trend: Math.round((lastHour - lastDay) * 1_000) / 1_000 },
    isFailing: inThisHour >= requestsMin && lastHour >= failingFrom,
    failingSince: hourStartsAt,
    ...pictures,
    hasProcessor,
  }
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 1_000
}
