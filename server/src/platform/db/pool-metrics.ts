import type { Metrics } from '#platform/telemetry'
import type { Database } from './database.ts'

/** A request that waits for a connection is delayed, so a pool that is too small shows here first. */
export function exposePool(metrics: Pick<Metrics, 'scraped'>, database: Pick<Database, 'load'>) {
  metrics.scraped(
    'database_connections',
    'Connections of the pool of this process, and callers that wait for one.',
    ['state'],
    async () => {
      const { busy, idle, waiting } = database.load()
      return Object.entries({ busy, idle, waiting }).map(([state, value]) => ({
        labels: { state },
        value,
      }))
    },
  )
}
