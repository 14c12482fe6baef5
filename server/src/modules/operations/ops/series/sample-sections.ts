import { after, daysMs, minutesMs } from '#kernel/time'
import type { Database } from '#platform/db'
import type { Probe } from '#platform/health'
import type { WorkLog } from '#platform/leases'
import type { ReadSurface } from '../watch-surfaces.ts'
import { keepSamples, purgeSamples, type Sample } from './sample-store.ts'

type Deps = {
  readonly database: Database
  /** Each section has at most one figure that is sampled: its headline. */
  readonly probes: readonly Probe[]
  readonly now: () => Date
  readonly log: WorkLog
}

const quarterMs = minutesMs(15)
const keptMs = daysMs(2)

/**
 * Reads a surface, and keeps the headline of each section for the sparklines. The watcher reads every minute anyway, so
 * the samples cost no further reading. A sample that cannot be written changes nothing for the watcher.
 */
export function samplingSections(deps: Deps, read: ReadSurface): ReadSurface {
  let purgedAt = 0
  return async (name, signal) => {
    const answer = await read(name, signal)
    if (name !== 'ops') return answer
    const { database, now, log } = deps
    const startsAt = new Date(Math.floor(now().getTime() / quarterMs) * quarterMs)
    try {
      await keepSamples(database.pool, samplesIn(answer, deps.probes, startsAt))
      if (purgedAt !== startsAt.getTime()) {
        await purgeSamples(database.pool, after(startsAt, -keptMs))
        purgedAt = startsAt.getTime()
      }
    } catch (err) {
      log.warn({ err }, 'The samples of the health sections were not written.')
    }
    return answer
  }
}

/** A section that could not be read leaves a gap. */
function samplesIn(
  answer: Readonly<Record<string, unknown>>,
  probes: readonly Probe[],
  startsAt: Date,
): Sample[] {
  return probes.flatMap(({ name: section, headline: metric }) => {
    if (metric === undefined) return []
    const { metrics } = (answer[section] ?? {}) as { metrics?: Readonly<Record<string, unknown>> }
    const value = metrics?.[metric]
    return typeof value === 'number' ? [{ section, metric, startsAt, value }] : []
  })
}
