import type { FxDeps } from './deps.ts'
import { ecbName } from './fetching/ecb.ts'
import { actions, referenceActionOn } from './fetching/fetch-problems.ts'
import type { FetchProblem } from './fetching/provider.ts'
import { servedTally } from './find-usable.ts'
import { countHeldRates } from './held/held-rate-store.ts'
import { stateAt } from './rate-set.ts'
import { findLatestSet, findProvider, type ProviderStanding } from './store.ts'

/** The fetches of a source that failed since the last success. */
export type FailingFetch = {
  readonly problem: FetchProblem
  /** The number of failures in a row. */
  readonly failures: number
  readonly since: Date
  readonly action: string
}

/** The state of the rates, for the health surfaces. */
export type FxReading = {
  readonly state: 'fresh' | 'stale_grace' | 'expired' | 'none'
  readonly set:
    | { readonly asOf: Date; readonly ageSeconds: number; readonly currencies: number }
    | undefined
  /** Without a provider there will be no newer rates. */
  readonly hasProvider: boolean
  /** Rate tables of the last 24 hours: served fresh, served stale, and refused because the rates were expired. */
  readonly last24Hours: Readonly<Record<keyof typeof servedTally, number>>
  readonly failing: FailingFetch | undefined
  /** Rates that wait for an operator, and since when the first of them does. */
  readonly held: { readonly count: number; readonly since: Date | undefined }
  /** The failure of the reference rates, with which taxes are converted. */
  readonly referenceFailing: FailingFetch | undefined
}

export async function readFx(deps: FxDeps): Promise<FxReading> {
  const { database, provider, reference, windows, tallies, now } = deps
  const at = now()
  const set = await findLatestSet(database.pool)
  const standing = provider && (await findProvider(database.pool, provider.name))
  const ofBank = reference && (await findProvider(database.pool, ecbName))
  const counted = await tallies.read(Object.values(servedTally))
  return {
    state: set ? stateAt(set, windows, at) : 'none',
    set: set && {
      asOf: set.asOf,
      ageSeconds: Math.max(0, Math.floor((at.getTime() - set.asOf.getTime()) / 1_000)),
      currencies: set.rates.size,
    },
    hasProvider: provider !== undefined,
    last24Hours: {
      fresh: counted[servedTally.fresh].count,
      stale_grace: counted[servedTally.stale_grace].count,
      expired: counted[servedTally.expired].count,
    },
    held: await countHeldRates(database.pool),
    failing: failingOf(standing, (problem) => actions[problem]),
    referenceFailing: failingOf(ofBank, referenceActionOn),
  }
}

function failingOf(
  standing: ProviderStanding | undefined,
  actionOn: (problem: FetchProblem) => string,
): FailingFetch | undefined {
  const problem = standing?.lastProblem
  if (!standing || !problem) return undefined
  const { failures, failingSince, succeededAt, triedAt } = standing
  const since = failingSince ?? succeededAt ?? triedAt
  return { problem, failures, since, action: actionOn(problem) }
}
