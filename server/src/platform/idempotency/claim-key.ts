import type { Actor } from '#kernel/actor'
import { afterCommit, type Tx } from '#platform/db'
import type { IdempotencyClaim } from './claim.ts'
import { fail } from './failures.ts'
import { findKey, insertClaimedKey, insertKeyBeforeCommit } from './store.ts'

/**
 * Writes the key in the transaction of the thing it stands for, so that both happen or neither does. Returns the id of
 * the record that the key stands for: `resultId` when this request is the first, and otherwise the first one's, which
 * the use case then reads and returns. A simultaneous twin waits here until the first one's transaction has ended.
 *
 * A key that is written last is taken for new: where it is not, the transaction fails at its end, if it has not before.
 */
export async function claimKey(
  tx: Tx,
  actor: Actor,
  claim: IdempotencyClaim | undefined,
  resultId: string,
  now: Date,
): Promise<string> {
  if (!claim) return resultId
  if (claim.isWrittenLast) return claimLast(tx, actor, claim, resultId, now)
  const firstId = await firstIdOf(tx, actor, claim, resultId, now)
  claim.firstId = firstId
  claim.isRepeat = firstId !== resultId
  return firstId
}

/**
 * Keeps what the first request will be answered, in the transaction of the thing that it tells of: so the answer is there
 * when the thing is, and costs no transaction of its own. For whoever can tell before the commit; other answers are kept
 * when they go out.
 */
export function keepAnswerWithin(
  tx: Tx,
  claim: IdempotencyClaim | undefined,
  body: () => object,
): void {
  if (claim?.keepWithin && !claim.isRepeat) claim.keepWithin(tx, body())
}

function claimLast(
  tx: Tx,
  actor: Actor,
  claim: IdempotencyClaim,
  resultId: string,
  now: Date,
): string {
  insertKeyBeforeCommit(tx, actor, claim, resultId, now)
  claim.firstId = resultId
  claim.isRepeat = false
  // From here on what fails has failed behind the effect: a repetition is answered from the record.
  afterCommit(tx, () => {
    claim.isWrittenLast = false
  })
  return resultId
}

async function firstIdOf(
  tx: Tx,
  actor: Actor,
  claim: IdempotencyClaim,
  resultId: string,
  now: Date,
): Promise<string> {
  if (await insertOrWait(tx, actor, claim, resultId, now)) return resultId
  const first = await findKey(tx, actor, claim.key)
  // Between the two statements the row was purged by age, so this request is the first of a new week.
  if (!first) throw fail('idempotency_in_flight')
  if (!first.fingerprint.equals(claim.fingerprint)) throw fail('idempotency_key_reused')
  if (first.resultId === undefined) throw fail('idempotency_in_flight')
  return first.resultId
}

async function insertOrWait(
  tx: Tx,
  actor: Actor,
  claim: IdempotencyClaim,
  resultId: string,
  now: Date,
): Promise<boolean> {
  try {
    return await insertClaimedKey(tx, actor, claim, resultId, now)
  } catch (error) {
    if (isLockTimeout(error)) throw fail('idempotency_in_flight')
    throw error
  }
}

/** Raised by the `lock_timeout` that every connection has (platform/db). */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === '55P03'
}

/** A key that was written last was there already. */
export function isKeyTaken(error: unknown): boolean {
  const { constraint } = error as { constraint?: unknown }
  return error instanceof Error && constraint === 'idempotency_pkey'
}
