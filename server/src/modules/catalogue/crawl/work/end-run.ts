import { newId } from '#kernel/id'
import type { Tx } from '#platform/db'
import { closeReview, countMisses, putReview, vanishMissing } from '../offers/vanish-store.ts'
import type { Run, RunState } from '../runs/run.ts'
import { lockLiveRun } from '../runs/run-store.ts'
import { writeStep } from '../runs/step-store.ts'
import { feedChangedIn } from './document-store.ts'
import { countPages, type PageCounts, skipOpenPages } from './page-store.ts'
import { type RunWork, throwRunTaken } from './run-work.ts'

export type LimitReached = 'pages' | 'bytes' | 'time'

/** Ends a run. Its state follows from its rows: no counter decides. */
export async function endRun(work: RunWork, limit: LimitReached | undefined): Promise<void> {
  const { deps, lease } = work
  const { key, token } = lease
  await deps.database.transaction(async (tx) => {
    const locked = (await lockLiveRun(tx, key, token)) ?? throwRunTaken()
    await skipOpenPages(tx, key, limit ? `limit_${limit}` : 'nothing_new')
    const counts = await countPages(tx, key)
    const state = stateOf(counts, locked, limit)
    const vanished = state === 'SUCCEEDED' ? await settleOffers(tx, work, locked, counts) : 0
    const at = deps.now()
    const failure = state === 'FAILED' ? (counts.startReason ?? 'nothing_read') : undefined
    await writeStep(tx, locked, {
      limitReached: limit,
      events: [endEvent(locked, { state, failure, limit, vanished, counts })],
      end: { state, at, failure },
    })
  })
}

/** A run is complete when every page that it found was read, or is gone, or may not be read. */
function stateOf(
  counts: PageCounts,
  { offers }: Pick<Run, 'offers'>,
  limit: LimitReached | undefined,
): RunState {
  // A feed that breaks in the middle has failed, and its first offers are stored.
  if (counts.FETCHED + counts.UNCHANGED === 0) return offers > 0 ? 'PARTIAL' : 'FAILED'
  return counts.FAILED > 0 || limit !== undefined ? 'PARTIAL' : 'SUCCEEDED'
}

function endEvent(
  { offers, offersChanged }: Run,
  end: {
    readonly state: RunState
    readonly failure: string | undefined
    readonly limit: LimitReached | undefined
    readonly vanished: number
    readonly counts: PageCounts
  },
) {
  const { state, failure, limit, vanished, counts } = end
  return {
    kind: 'crawl.ended' as const,
    data: {
      state,
      ...(failure !== undefined && { failure }),
      ...(limit !== undefined && { limitReached: limit }),
      offers,
      offersChanged,
      offersVanished: vanished,
      pages: {
        fetched: counts.FETCHED,
        unchanged: counts.UNCHANGED,
        moved: counts.MOVED,
        gone: counts.GONE,
        refused: counts.REFUSED,
        skipped: counts.SKIPPED,
        failed: counts.FAILED,
      },
    },
  }
}

/** So large a part of the offers does not vanish without a person: a site that was rebuilt or broken looks like this. */
const shareMax = 0.3

/** Takes offers off the list that two complete runs have missed. Returns how many. */
async function settleOffers(
  tx: Tx,
  { deps, source, runNumber }: RunWork,
  run: Run,
  counts: PageCounts,
): Promise<number> {
  const at = deps.now()
  const isUnchangedFeed = source.kind === 'feed' && counts.UNCHANGED > 0
  const changedIn = isUnchangedFeed
    ? await feedChangedIn(tx, { companyId: source.companyId, sourceId: source.id })
    : undefined
  const { listed, missing } = await countMisses(tx, source, changedIn ?? runNumber)
  const incident = { key: 'crawl.offers-held', dedupeKey: source.id, now: at } as const
  if (missing < listed * shareMax) {
    if (await closeReview(tx, source, at)) await deps.incidents.resolve(tx, incident)
    return missing === 0 ? 0 : vanishMissing(tx, source, at)
  }
  if (missing === 0) return 0
  const { companyId, id: sourceId } = source
  const review = { companyId, id: newId('crv', at), sourceId, runId: run.id, createdAt: at }
  await putReview(tx, { ...review, missing, listed })
  await deps.incidents.notify(tx, {
    ...incident,
    severity: 'warning',
    summary: `${missing} of ${listed} offers of the source ${source.name} would vanish at once. They stay until an operator decides.`,
    details: { sourceId, runId: run.id, missing, listed },
  })
  return 0
}
