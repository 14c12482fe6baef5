import type { FxDeps } from './deps.ts'
import { actions } from './fetch-problems.ts'
import type { FetchProblem } from './provider.ts'
import { stateAt } from './rate-set.ts'
import { findLatestSet, findProvider } from './store.ts'

/** How the rates stand, for the health surfaces. */
export type FxReading = {
  readonly state: 'fresh' | 'stale_grace' | 'expired' | 'none'
  readonly set:
    | { readonly asOf: Date; readonly ageSeconds: number; readonly currencies: number }
    | undefined
  /** Without one there will be no newer rates. */
  readonly hasProvider: boolean
  readonly failing:
    | {
        readonly problem: FetchProblem
        readonly failures: number
        readonly since: Date
        readonly action: string
      }
    | undefined
}

export async function readFx({ database, provider, windows, now }: FxDeps): Promise<FxReading> {
  const at = now()
  const set = await findLatestSet(database.pool)
  const standing = provider && (await findProvider(database.pool, provider.name))
  const problem = standing?.lastProblem
  return {
    state: set ? stateAt(set.asOf, windows, at) : 'none',
    set: set && {
      asOf: set.asOf,
      ageSeconds: Math.max(0, Math.floor((at.getTime() - set.asOf.getTime()) / 1_000)),
      currencies: set.rates.size,
    },
    hasProvider: provider !== undefined,
    failing:
      standing && problem
        ? {
            problem,
            failures: standing.failures,
            since: standing.succeededAt ?? standing.triedAt,
            action: actions[problem],
          }
        : undefined,
  }
}
