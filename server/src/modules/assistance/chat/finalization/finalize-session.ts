import { after } from '#kernel/time'
import { crashPoint } from '#platform/faults'
import { finish, type Lease } from '#platform/leases'
import { ringAfterCommit } from '#platform/wake'
import type { ChatDeps } from '../deps.ts'
import { listItemSearches, updateItemSearches } from '../sessions/item-search-store.ts'
import { eventsTopic, type ItemSearch, type NewEvent, type Session } from '../sessions/session.ts'
import { writeStep } from '../sessions/session-store.ts'
import { stateEvent } from '../sessions/views.ts'
import {
  deleteFinalization,
  type Finalization,
  finalizationQueue,
  lockFinalizing,
} from './finalization-store.ts'
import { matchesMax } from './search-request.ts'

const lookAgainMsMin = 100
const lookAgainMsMax = 3_000

/**
 * Ends a confirmed session whose searches have ended, or sets the next look. It may run twice: only the holder of the lease
 * writes, and the matches are those of the searches.
 */
export async function finalizeSession(
  deps: ChatDeps,
  finalization: Finalization,
  lease: Lease,
): Promise<void> {
  const { database, searches, now, metrics } = deps
  const { session, looks, isRecovered } = finalization
  const known = await listItemSearches(database.pool, session)
  const ended: ItemSearch[] = []
  for (const one of known) {
    const outcome = await searches.outcome(session.companyId, one.searchId, matchesMax)
    const { state, productIds } = outcome ?? { state: 'GONE' as const, productIds: [] }
    if (state === 'RUNNING') return lookAgain(deps, finalization, lease)
    ended.push({ ...one, state, productIds })
  }
  const isDone = await database.transaction(async (tx) => {
    const locked = await lockFinalizing(tx, session, lease.token)
    if (!locked) return false
    await updateItemSearches(tx, session, ended)
    await deleteFinalization(tx, session)
    crashPoint('chat.matches_written')
    await writeStep(tx, locked, { at: now(), state: 'FINALIZED', events: eventsOf(locked, ended) })
    ringAfterCommit(tx, eventsTopic(session))
    return true
  })
  if (isDone && isRecovered) metrics.reconciled('completion', 1)
  if (isDone) deps.log.info({ sessionId: session.id, looks }, 'A brief has its matches.')
}

function eventsOf({ id }: Session, ended: readonly ItemSearch[]): NewEvent[] {
  return [
    ...ended.map(({ item, searchId, state, productIds }) => ({
      kind: 'matches' as const,
      data: { item, searchId, state, productIds },
    })),
    stateEvent('FINALIZED'),
    { kind: 'finalized', data: { sessionId: id } },
  ]
}

async function lookAgain(
  { database, now }: ChatDeps,
  { session, looks }: Finalization,
  lease: Lease,
): Promise<void> {
  const row = { company_id: session.companyId, session_id: session.id }
  const pauseMs = Math.min(lookAgainMsMin * 2 ** Math.min(looks, 10), lookAgainMsMax)
  await finish(database.pool, finalizationQueue, lease, [row], {
    availableAt: after(now(), pauseMs),
    set: { looks: looks + 1 },
  })
}
