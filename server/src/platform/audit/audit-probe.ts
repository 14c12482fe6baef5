import type { Database } from '#platform/db'
import type { Probe } from '#platform/health'
import { pendingBacklog } from './link-store.ts'

type Parts = { readonly database: Database; readonly now: () => Date }

/** An entry may wait so many seconds for its link before the section reports a problem. */
const waitsSecondsMax = 60

/** Reports audit entries that wait for their place in the chain. */
export function auditProbe({ database, now }: Parts): Probe {
  return {
    name: 'auditLog',
    surfaces: ['ops', 'detailed'],
    headline: 'waiting',
    read: async () => {
      const { depth, oldest } = await pendingBacklog(database.pool)
      const oldestAgeSeconds = oldest
        ? Math.max(0, (now().getTime() - oldest.getTime()) / 1_000)
        : 0
      const metrics = { waiting: depth, oldestAgeSeconds }
      if (oldestAgeSeconds <= waitsSecondsMax) return { metrics, problems: [] }
      return {
        metrics,
        problems: [
          {
            code: 'audit.linker-behind',
            message: `${depth} audit entries are not in their chains yet.`,
            since: (oldest ?? now()).toISOString(),
            action:
              'Check that a process with the role worker runs. The worker then adds the entries by itself.',
          },
        ],
      }
    },
  }
}
