import { after, hoursMs } from '#kernel/time'
import type { FxDeps } from './deps.ts'
import { ecbName } from './ecb.ts'
import { isDue } from './fetch-rates.ts'
import { RatesNotFetched } from './provider.ts'
import { insertReferenceDays } from './reference-store.ts'
import { findProvider, recordFailure, recordSuccess } from './store.ts'

/** Set once a day, in the afternoon in Frankfurt: so often that the evening has them for certain. */
const askEveryMs = hoursMs(3)

/**
 * Asks for the reference rates, when it is time to. What is known already stays as it is, so that two at once are harmless.
 * A failure is written down, shown to the operators and tried again at the next turn: nothing waits for these rates.
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
