import type { Database } from '#platform/db'
import type { Probe } from '#platform/health'
import { countSealed, type SealedColumn } from './reseal.ts'
import type { Seal } from './seal.ts'

type Parts = {
  readonly database: Database
  readonly seal: Seal
  readonly sealedColumns: readonly SealedColumn[]
  readonly now: () => Date
}

/** Rows are counted at most this often: the count scans tables, and changes only during a rotation. */
const countedForMs = 300_000

/** Reports secrets that are still sealed with an older key. */
export function sealProbe({ database, seal, sealedColumns, now }: Parts): Probe {
  let counted:
    | { readonly at: number; readonly current: number; readonly others: number }
    | undefined
  return {
    name: 'sealedSecrets',
    surfaces: ['ops', 'detailed'],
    headline: 'rowsUnderOlderKeys',
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
              'Run npm run seal:rotate. Keep the older keys in DATA_ENCRYPTION_KEYS until this problem ends.',
          },
        ],
      }
    },
  }
}
