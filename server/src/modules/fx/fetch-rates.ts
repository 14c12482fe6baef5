import { newId } from '#kernel/id'
import { after, hoursMs } from '#kernel/time'
import { ringAfterCommit } from '#platform/wake'
import { endAgeNotices } from './age-notice.ts'
import type { FxDeps } from './deps.ts'
import { type FetchedRates, type RateProvider, RatesNotFetched } from './provider.ts'
import { type RateSet, stateAt } from './rate-set.ts'
import {
  findProvider,
  insertSet,
  type ProviderStanding,
  recordFailure,
  recordSuccess,
} from './store.ts'

/** `KNOWN`: the provider gave the same rates as the last time. */
export type FetchOutcome = 'STORED' | 'KNOWN' | 'NOT_DUE' | 'NO_PROVIDER'

export const ratesTopic = 'fx.rates'

/** Most providers convert through the euro, and so does the history of the sandbox. */
const requestedBase = 'EUR'
/** We fetch at least this often, even if the provider announces a later day. */
const askAtLeastEveryMs = hoursMs(12)
/** Clocks differ. Rates that are dated further ahead would count as fresh for too long. */
const aheadMaxMs = hoursMs(1)

/**
 * Fetches the latest rates of the provider when they are due, and stores them as a new set. Throws `RatesNotFetched`
 * after it has recorded the failure. Concurrent calls are harmless: equal answers are one set.
 */
export async function fetchRates(deps: FxDeps, signal?: AbortSignal): Promise<FetchOutcome> {
  const { database, provider, now } = deps
  if (!provider) return 'NO_PROVIDER'
  const standing = await findProvider(database.pool, provider.name)
  if (standing && !isDue(standing, now())) return 'NOT_DUE'
  try {
    const fetched = await provider.fetchLatest(requestedBase, signal)
    refuseWrong(fetched, now())
    return await store(deps, provider, fetched)
  } catch (error) {
    if (!(error instanceof RatesNotFetched)) throw error
    const { problem } = error
    deps.log.warn({ provider: provider.name, problem }, 'No exchange rates were fetched.')
    await database.transaction((tx) => recordFailure(tx, provider.name, error, now()))
    throw error
  }
}

export function isDue({ failures, succeededAt, nextUpdate }: ProviderStanding, now: Date): boolean {
  if (failures > 0 || !succeededAt || !nextUpdate) return true
  return now >= nextUpdate || now >= after(succeededAt, askAtLeastEveryMs)
}

function refuseWrong({ base, asOf }: FetchedRates, now: Date): void {
  if (base !== requestedBase) {
    throw new RatesNotFetched('answer_malformed', `The base of the rates is not ${requestedBase}.`)
  }
  if (asOf > after(now, aheadMaxMs)) {
    throw new RatesNotFetched('answer_malformed', 'The rates are dated in the future.')
  }
}

async function store(
  { database, incidents, windows, now, log }: FxDeps,
  provider: RateProvider,
  { payloadSha256, ...fetched }: FetchedRates,
): Promise<FetchOutcome> {
  const at = now()
  const set: RateSet = {
    ...fetched,
    id: newId('fxs', at),
    provider: provider.name,
    fetchedAt: at,
  }
  const isNew = await database.transaction(async (tx) => {
    const inserted = await insertSet(tx, set, payloadSha256)
    await recordSuccess(tx, provider.name, set.nextUpdate, at)
    if (inserted && stateAt(set.asOf, windows, at) === 'fresh') {
      await endAgeNotices({ incidents }, tx, at)
    }
    if (inserted) ringAfterCommit(tx, ratesTopic)
    return inserted
  })
  if (isNew) log.info({ rateSetId: set.id, currencies: set.rates.size }, 'New exchange rates.')
  return isNew ? 'STORED' : 'KNOWN'
}
