import { after, hoursMs, minutesMs } from '#kernel/time'
import type { Database } from '#platform/db'
import type { Tallies, Tally } from '#platform/tallies'
import {
  talliedFailures,
  talliedFetched,
  talliedPlaceholders,
  talliedSuccesses,
} from './metrics.ts'
import { listRefusing, type RefusingHost, readPictures } from './picture-store.ts'

/** Counts of the last 24 hours. */
export type ImageHealth = {
  readonly placeholders: number
  readonly successes: number
  readonly failures: number
  readonly averageLatencyMs: number
  readonly rates: FailureRates
  /** So many requests of the last hour failed that operators have to act. */
  readonly isFailing: boolean
  readonly failingSince: Date
  readonly waiting: number
  readonly failed: number
  readonly oldestWaitingAt: Date | undefined
  /** How many pictures were fetched or given up for each minute of the last half hour in which there were any. */
  readonly perMinute: number
  /** How long the waiting pictures take at that pace. 0 if none wait, or none is fetched. */
  readonly minutesLeft: number
  /** The hosts with the most failed pictures of the last day. */
  readonly refusing: readonly RefusingHost[]
  readonly hasProcessor: boolean
}

/** Shares between 0 and 1. `trend` is the difference: above 0 the last hour is worse than the day. */
export type FailureRates = {
  readonly lastHour: number
  readonly lastDay: number
  readonly trend: number
}

/** With fewer requests in an hour, one failure would be a high rate. */
const requestsMin = 10
const failingFrom = 0.2

/** The pace of the last half hour: of a shorter time after a pause. */
const paceMs = minutesMs(30)
/** A host with fewer failed pictures in a day is no problem: some addresses are wrong. */
const refusedMin = 20

type Deps = {
  readonly database: Database
  readonly tallies: Pick<Tallies, 'read' | 'slots'>
  readonly now: () => Date
  readonly hasProcessor: boolean
}

export async function readImageHealth(deps: Deps): Promise<ImageHealth> {
  const { database, tallies, now, hasProcessor } = deps
  const at = now()
  const since = after(at, -hoursMs(24))
  const [day, successesOfHour, failuresOfHour, fetched, pictures, refusing] = await Promise.all([
    tallies.read([talliedPlaceholders, talliedSuccesses, talliedFailures]),
    tallies.slots(talliedSuccesses, hoursMs(1)),
    tallies.slots(talliedFailures, hoursMs(1)),
    tallies.slots(talliedFetched, paceMs),
    readPictures(database.pool, at, since),
    listRefusing(database.pool, since, refusedMin),
  ])
  const perMinute = paceOf(fetched, at)
  const { count: successes, sum } = day[talliedSuccesses]
  const { count: failures } = day[talliedFailures]
  const failedInHour = countIn(failuresOfHour)
  const allInHour = failedInHour + countIn(successesOfHour)
  const lastHour = share(failedInHour, allInHour)
  const lastDay = share(failures, failures + successes)
  return {
    placeholders: day[talliedPlaceholders].count,
    successes,
    failures,
    averageLatencyMs: successes === 0 ? 0 : Math.round((sum / successes) * 10) / 10,
    rates: { lastHour, lastDay, trend: Math.round((lastHour - lastDay) * 1_000) / 1_000 },
    isFailing: allInHour >= requestsMin && lastHour >= failingFrom,
    failingSince: failuresOfHour[0]?.startsAt ?? at,
    ...pictures,
    perMinute,
    minutesLeft: perMinute === 0 ? 0 : Math.ceil(pictures.waiting / perMinute),
    refusing,
    hasProcessor,
  }
}

function countIn(slots: readonly Tally[]): number {
  return slots.reduce((sum, { count }) => sum + count, 0)
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 1_000
}

function paceOf(slots: readonly (Tally & { readonly startsAt: Date })[], now: Date): number {
  const [first] = slots
  if (!first) return 0
  const minutes = Math.max((now.getTime() - first.startsAt.getTime()) / minutesMs(1), 1)
  return Math.round((countIn(slots) / minutes) * 10) / 10
}
