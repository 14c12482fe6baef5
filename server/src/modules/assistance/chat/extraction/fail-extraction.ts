import type { Id } from '#kernel/id'
import type { Tx } from '#platform/db'
import type { Sweeping, Swept } from '#platform/leases'
import { ringAfterCommit } from '#platform/wake'
import type { ChatDeps } from '../deps.ts'
import { eventsTopic, extractionTopic, type Session, type SessionKey } from '../sessions/session.ts'
import { lockExtracting, lockSession, writeStep } from '../sessions/session-store.ts'
import { stateEvent } from '../sessions/views.ts'
import { extractionQueue } from './extraction-queue.ts'

/** The extraction was given up. The person may send the messages again, or enter the brief by hand. */
export async function failExtraction(
  { database, now }: Pick<ChatDeps, 'database' | 'now'>,
  session: SessionKey,
  leaseToken: string,
  code: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const locked = await lockExtracting(tx, session, leaseToken)
    if (locked) await markFailed(tx, locked, code, now())
  })
}

async function markFailed(tx: Tx, locked: Session, code: string, at: Date): Promise<void> {
  await writeStep(tx, locked, {
    at,
    state: 'FAILED',
    failureCode: code,
    events: [stateEvent('FAILED'), { kind: 'failed', data: { code } }],
  })
  ringAfterCommit(tx, eventsTopic(locked))
}

/**
 * `reconcileReset`: sessions whose worker was lost wait again, and those whose last attempt it was have failed. The sweeper calls
 * it in the transaction that has found them.
 */
export function reconcileReset({ metrics }: Pick<ChatDeps, 'metrics'>): Sweeping {
  return {
    queue: extractionQueue,
    onSwept: async (tx, { returned, exhausted }: Swept<Record<string, unknown>>, now) => {
      metrics.reconciled('reset', returned.length)
      for (const row of returned) {
        const locked = await lockSwept(tx, row)
        if (!locked) continue
        await writeStep(tx, locked, { at: now, events: [stateEvent(locked.state)] })
        ringAfterCommit(tx, eventsTopic(locked))
        ringAfterCommit(tx, extractionTopic)
      }
      for (const row of exhausted) {
        const locked = await lockSwept(tx, row)
        if (locked) await markFailed(tx, locked, 'chat.extraction_failed', now)
      }
    },
  }
}

async function lockSwept(tx: Tx, row: Record<string, unknown>): Promise<Session | undefined> {
  return lockSession(tx, row.company_id as Id<'co'>, row.id as string)
}
