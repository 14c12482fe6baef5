import type { Database } from '#platform/db'
import type { Probe } from '#platform/health'
import { daysAhead, measurePartitions } from './keep-partitions.ts'
import type { Partitioned } from './partitioned.ts'

type Parts = {
  readonly database: Database
  readonly now: () => Date
  readonly partitioned: readonly Partitioned[]
}

/** An hourly schedule makes the partitions. Two days fewer than expected is more than a delay. */
const aheadMin = daysAhead - 2

/** Reports whether the next days have their partitions, and whether the default partition has rows. */
export function partitionsProbe({ database, now, partitioned }: Parts): Probe {
  return {
    name: 'partitions',
    surfaces: ['ops', 'detailed'],
    headline: 'daysAhead',
    read: async () => {
      const metrics = await measurePartitions(database.pool, partitioned, now())
      const isBehind = metrics.daysAhead < aheadMin || metrics.strays > 0
      if (!isBehind) return { metrics, problems: [] }
      return {
        metrics,
        problems: [
          {
            code: 'platform.partitions-behind',
            message: `Partitions exist for ${metrics.daysAhead} days ahead; ${metrics.strays} rows are in no day's partition.`,
            since: now().toISOString(),
            action:
              'Nothing is lost. Find out why platform.keep_partitions fails; it runs every hour and at every start.',
          },
        ],
      }
    },
  }
}
