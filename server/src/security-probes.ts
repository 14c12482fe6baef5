import type { Probe } from '#modules/ops'
import { auditBacklog } from '#platform/audit'
import type { Database } from '#platform/db'
import { countSealed, type Seal } from '#platform/seal'
import { sealedColumns } from './sealed-columns.ts'

type Parts = { readonly database: Database; readonly seal: Seal; readonly now: () => Date }

/** What the health surfaces tell of the sealed secrets and of the audit log. */
export function securityProbes(parts: Parts): Probe[] {
  return [sealing(parts), auditLog(parts)]
}

/** Rows are counted at most this often: it is a scan, and changes only when somebody rotates. */
const countedForMs = 300_000

function sealing({ database, seal, now }: Parts): Probe {
  let counted:
    | { readonly at: number; readonly current: number; readonly others: number }
    | undefined
  return {
    name: 'sealedSecrets',
    surfaces: ['ops', 'detailed'],
    read: async () => {
      const at = now().getTime()
      if (!counted || at - counted.at > countedForMs) {
        const counts = await Promise.all(
          sealedColumns.map((column) => countSealed(database.pool, seal, column)),
        )
        counted = {
          at,
          current: counts.reduce((sum, { current }) => sum + current, 0),
          others: counts.reduce((sum, { others }) => sum + others, 0),
        }
      }
      const { current, others } = counted
      const [sealing, ...opening] = seal.keyNames
      const metrics = {
        keys: seal.keyNames.length,
        rowsUnderCurrentKey: current,
        rowsUnderOlderKeys: others,
      }
      if (others === 0) return { metrics, problems: [] }
      return {
        metrics,
        problems: [
          {
            code: 'seal.older-keys-in-use',
            message: `${others} secrets are not sealed with ${sealing} but with one of: ${opening.join(', ')}.`,
            since: new Date(counted.at).toISOString(),
            action:
              'Run npm run seal:rotate. Older keys stay in DATA_ENCRYPTION_KEYS until this is gone.',
          },
        ],
      }
    },
  }
}

/** Seconds that an entry may wait for its place in the chain before somebody should look. */
const waitsSecondsMax = 60

function auditLog({ database, now }: Parts): Probe {
  return {
    name: 'auditLog',
    surfaces: ['ops', 'detailed'],
    read: async () => {
      const { depth, oldest } = await auditBacklog(database.pool)
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
            action: 'See that a process with the role worker runs; it goes on by itself.',
          },
        ],
      }
    },
  }
}
