import type { Deps } from './deps.ts'
import { endUnfinished, finishEnding, listEnding } from './ending-store.ts'
import { inBatches } from './in-batches.ts'

type Ending = { readonly companyId: string; readonly automationId: string }

/**
 * Ends what was accepted before a rule was paused or deleted. After the transaction that did that, however much waits: from
 * then on nothing of it is begun or released, whether it says so already or not.
 */
export async function endPaused({ database, now }: Deps, rule: Ending): Promise<void> {
  const { isMore } = await inBatches((limit) => endUnfinished(database.pool, rule, now(), limit))
  if (!isMore) await finishEnding(database.pool, rule)
}

const rulesMax = 20

/** Housekeeping: what was too much for one request, or was being run at that moment. */
export async function endAllPaused(deps: Deps): Promise<void> {
  for (const rule of await listEnding(deps.database.pool, rulesMax)) await endPaused(deps, rule)
}
