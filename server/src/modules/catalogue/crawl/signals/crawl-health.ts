import { after, hoursMs } from '#kernel/time'
import type { Database } from '#platform/db'
import type { Tallies, Tally } from '#platform/tallies'
import {
  latencyBoundsMs,
  talliedFailed,
  talliedLatencies,
  talliedRead,
  talliedRedispatches,
} from './crawl-metrics.ts'
import { type QueueReading, readQueue } from './queue-store.ts'

/** How the crawl does: its runs now, and its pages of the last hour. */
export type CrawlHealth = {
  readonly at: Date
  /** `ended` and `failed` count runs of the last 24 hours. */
  readonly queue: QueueReading
  readonly redispatches: Counted
  readonly latency: Counted & { readonly p50Ms: number; readonly p95Ms: number }
  /** Pages that failed after their last attempt. `rate`: their share in all pages that were asked for, from 0 to 1. */
  readonly failures: Counted & { readonly pages: number; readonly rate: number }
}

/** `since`: when the first of them was counted. */
type Counted = { readonly count: number; readonly since: Date | undefined }

type Deps = {
  readonly database: Database
  readonly tallies: Pick<Tallies, 'read' | 'slots'>
  readonly now: () => Date
}

const windowMs = hoursMs(1)

export async function readCrawlHealth({ database, tallies, now }: Deps): Promise<CrawlHealth> {
  const at = now()
  const [queue, redispatches, failures, latency, hour] = await Promise.all([
    readQueue(database.pool, after(at, -hoursMs(24))),
    readCounted(tallies, talliedRedispatches),
    readCounted(tallies, talliedFailed),
    readLatency(tallies),
    tallies.read([talliedRead], windowMs),
  ])
  const pages = failures.count + hour[talliedRead].count
  const rate = pages === 0 ? 0 : Math.round((failures.count / pages) * 1_000) / 1_000
  return { at, queue, redispatches, latency, failures: { ...failures, pages, rate } }
}

async function readCounted(tallies: Pick<Tallies, 'slots'>, name: string): Promise<Counted> {
  const slots = await tallies.slots(name, windowMs)
  return {
    count: slots.reduce((sum, { count }) => sum + count, 0),
    since: slots[0]?.startsAt,
  }
}

async function readLatency(tallies: Deps['tallies']): Promise<CrawlHealth['latency']> {
  const read: Readonly<Record<string, Tally>> = await tallies.read(talliedLatencies, windowMs)
  const counts = talliedLatencies.map((name) => read[name]?.count ?? 0)
  const p95Ms = quantileOf(counts, 0.95)
  const slowest = latencyBoundsMs.findIndex((bound) => p95Ms <= bound)
  const { since } = await readCounted(tallies, talliedLatencies.at(slowest) as string)
  const count = counts.reduce((sum, one) => sum + one, 0)
  return { count, since, p50Ms: quantileOf(counts, 0.5), p95Ms }
}

/** The time within which this share of the pages arrived: exact to the distance of two bounds. 0 without pages. */
export function quantileOf(counts: readonly number[], share: number): number {
  const wanted = counts.reduce((sum, count) => sum + count, 0) * share
  let before = 0
  for (const [at, count] of counts.entries()) {
    if (count > 0 && before + count >= wanted) {
      const [from, to] = [latencyBoundsMs[at - 1] ?? 0, latencyBoundsMs[at] ?? 0]
      return Math.round(from + ((to - from) * (wanted - before)) / count)
    }
    before += count
  }
  return 0
}
