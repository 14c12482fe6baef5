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

/** `KNOWN`: what the provider says is what it said the last time. */
export type FetchOutcome = 'STORED' | 'KNOWN' | 'NOT_DUE' | 'NO_PROVIDER'

export const ratesTopic = 'fx.rates'

/** Most providers convert through it, and the history of our sandbox does. */
const askedBase = 'EUR'
/** A provider that names a distant day is asked all the same. */
const askAtLeastEveryMs = hoursMs(12)
/** Clocks differ; rates of tomorrow would count as fresh for longer than they are. */
const aheadMaxMs = hoursMs(1)

/**
 * Asks the provider for its latest rates, when it is time to, and keeps them as a new set. Throws `RatesNotFetched`,
 * after it is recorded. Two at once are harmless: the same answer is one set.
 */
export async function fetchRates(deps: FxDeps, signal?: AbortSignal): Promise<FetchOutcome> {
  const { database, provider, now } = deps
  if (!provider) return 'NO_PROVIDER'
  const standing = await findProvider(database.pool, provider.name)
  if (standing && !isDue(standing, now())) return 'NOT_DUE'
  try {
    const fetched = await provider.fetchLatest(askedBase, signal)
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
  if (base !== askedBase) {
    throw new RatesNotFetched('answer_malformed', `Asked for ${askedBase}, the base is another.`)
  }
  if (asOf > after(now, aheadMaxMs)) {
    throw new RatesNotFetched('answer_malformed', 'The rates are of a time that is yet to come.')
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
