import type { Database } from '#platform/db'
import type { Probe } from '#platform/health'
import { daysAhead, measurePartitions } from './keep-partitions.ts'
import type { Partitioned } from './partitioned.ts'

type Parts = {
  readonly database: Database
  readonly now: () => Date
  readonly partitioned: readonly Partitioned[]
}

/** An hourly schedule makes them: two days fewer than it should be is no delay any more. */
const aheadMin = daysAhead - 2

/** Whether the days to come have their parts, and whether anything lies in none. */
export function partitionsProbe({ database, now, partitioned }: Parts): Probe {
  return {
    name: 'partitions',
    surfaces: ['ops', 'detailed'],
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
