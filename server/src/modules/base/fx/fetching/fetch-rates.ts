import { newId } from '#kernel/id'
import { after, hoursMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { endAgeNotices } from '../age-notice.ts'
import type { FxDeps } from '../deps.ts'
import { holdMovedRates, type MovedRate } from '../held/held-rate.ts'
import { endHeldNotice, noticeHeldRates } from '../held/held-rate-notice.ts'
import { holdRates, lockProvider, withdrawRates } from '../held/held-rate-store.ts'
import { type RateSet, stateAt } from '../rate-set.ts'
import {
  findLatestSet,
  findProvider,
  insertSet,
  type ProviderStanding,
  recordFailure,
  recordSuccess,
} from '../store.ts'
import { type FetchedRates, type RateProvider, RatesNotFetched } from './provider.ts'

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
    assertUsableRates(fetched, now())
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

function assertUsableRates({ base, asOf }: FetchedRates, now: Date): void {
  if (base !== requestedBase) {
    throw new RatesNotFetched('answer_malformed', `The base of the rates is not ${requestedBase}.`)
  }
  if (asOf > after(now, aheadMaxMs)) {
    throw new RatesNotFetched('answer_malformed', 'The rates are dated in the future.')
  }
}

async function store(
  deps: FxDeps,
  provider: RateProvider,
  { payloadSha256, ...fetched }: FetchedRates,
): Promise<FetchOutcome> {
  const { database, windows, now, log } = deps
  const at = now()
  const offered: RateSet = {
    ...fetched,
    id: newId('fxs', at),
    provider: provider.name,
    fetchedAt: at,
    olderRates: new Map(),
  }
  const isNew = await database.transaction(async (tx) => {
    await lockProvider(tx, provider.name)
    const { set, moved } = holdMovedRates(offered, await findLatestSet(tx))
    const inserted = await insertSet(tx, set, payloadSha256)
    await recordSuccess(tx, provider.name, set.nextUpdate, at)
    if (!inserted) return false
    await recordMoves(deps, tx, set, moved)
    if (stateAt(set, windows, at) === 'fresh') await endAgeNotices(deps, tx, at)
    ringAfterCommit(tx, ratesTopic)
    return true
  })
  if (isNew) {
    log.info({ rateSetId: offered.id, currencies: offered.rates.size }, 'New exchange rates.')
  }
  return isNew ? 'STORED' : 'KNOWN'
}

async function recordMoves(
  deps: FxDeps,
  tx: Tx,
  set: RateSet,
  moved: readonly MovedRate[],
): Promise<void> {
  const currencies = moved.map(({ currency }) => currency)
  for (const currency of await withdrawRates(tx, set.provider, currencies, set.fetchedAt)) {
    await endHeldNotice(deps, tx, currency, set.fetchedAt)
  }
  if (moved.length === 0) return
  await holdRates(tx, set, moved, set.fetchedAt)
  await noticeHeldRates(deps, tx, set, moved, set.fetchedAt)
}
