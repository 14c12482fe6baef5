import { after, hoursMs } from '#kernel/time'
import type { FxDeps } from '../deps.ts'
import { insertReferenceDays } from '../reference-store.ts'
import { findProvider, recordFailure, recordSuccess } from '../store.ts'
import { ecbName } from './ecb.ts'
import { isDue } from './fetch-rates.ts'
import { RatesNotFetched } from './provider.ts'

/**
 * The bank publishes once a day, in the afternoon of Frankfurt. With this interval we have the rates by the evening.
 */
const askEveryMs = hoursMs(3)

/**
 * Fetches the reference rates when they are due. Days that are already stored do not change, so concurrent calls are
 * harmless. A failure is recorded, shown to operators and retried at the next run. Nothing waits for these rates.
 */
export async function fetchReferenceRates(
  { database, reference, now, log }: FxDeps,
  signal?: AbortSignal,
): Promise<void> {
  if (!reference) return
  const standing = await findProvider(database.pool, ecbName)
  if (standing && !isDue(standing, now())) return
  try {
    const days = await reference.fetchDays(signal)
    await database.transaction(async (tx) => {
      await insertReferenceDays(tx, days)
      await recordSuccess(tx, ecbName, after(now(), askEveryMs), now())
    })
  } catch (error) {
    if (!(error instanceof RatesNotFetched)) throw error
    log.warn({ provider: ecbName, problem: error.problem }, 'No reference rates were fetched.')
    await database.transaction((tx) => recordFailure(tx, ecbName, error, now()))
  }
}
