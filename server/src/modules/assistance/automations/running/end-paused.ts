import type { Deps } from '../deps.ts'
import { endUnfinished, finishEnding, listEnding } from './ending-store.ts'
import { inBatches } from './in-batches.ts'

type Ending = { readonly companyId: string; readonly automationId: string }

/**
 * Ends runs that were accepted before a rule was paused or deleted. This follows the transaction that did so, however
 * many runs wait: from that commit on, none of them starts or is released, whatever its state.
 */
export async function endPaused({ database, now }: Deps, rule: Ending): Promise<void> {
  const { isMore } = await inBatches((limit) => endUnfinished(database.pool, rule, now(), limit))
  if (!isMore) await finishEnding(database.pool, rule)
}

const rulesMax = 20

/** Housekeeping: ends runs that were too many for one request, or were running at that moment. */
export async function endAllPaused(deps: Deps): Promise<void> {
  for (const rule of await listEnding(deps.database.pool, rulesMax)) await endPaused(deps, rule)
}
