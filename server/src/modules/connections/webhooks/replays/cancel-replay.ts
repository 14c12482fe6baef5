import type { Actor } from '#kernel/actor'
import { after, daysMs } from '#kernel/time'
import type { Conn } from '#platform/db'
import type { Deps } from '../deps.ts'
import { auditEndpoint } from '../endpoints/audit-endpoint.ts'
import { fail } from '../failures.ts'
import type { Replay } from './replay.ts'
import { cancelWaiting, findReplay, listCancelled, markCancelled } from './replay-record-store.ts'

/** The housekeeping cancels what exceeds this. */
const batchMax = 10_000

/**
 * Makes no more deliveries, and cancels those that are not sent yet. A delivery that is being sent at this moment
 * continues. A repeated request gets the same answer.
 */
export async function cancelReplay(deps: Deps, actor: Actor, replayId: string): Promise<Replay> {
  const now = deps.now()
  const { companyId } = actor
  return deps.database.transaction(async (tx) => {
    const isFirst = await markCancelled(tx, companyId, replayId, now)
    const replay = await findReplay(tx, companyId, replayId)
    if (!replay) throw fail('replay_not_found', { replayId })
    if (!isFirst) return replay
    const cancelled = await cancelWaiting(tx, replay, now, batchMax)
    const { endpointId, matched, replayed } = replay
    const details = { replayId, matched, replayed, cancelled }
    auditEndpoint(tx, actor, 'replay_cancelled', endpointId, now, details)
    return replay
  })
}

/**
 * Cancels deliveries of cancelled replays: those that were being sent, failed, and would be retried, and those beyond
 * the batch limit.
 */
export async function settleCancelled(conn: Conn, now: Date): Promise<number> {
  let settled = 0
  for (const replay of await listCancelled(conn, after(now, -daysMs(1)))) {
    settled += await cancelWaiting(conn, replay, now, batchMax)
  }
  return settled
}
