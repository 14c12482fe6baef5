import type { Actor } from '#kernel/actor'
import { afterCommit, type Tx } from '#platform/db'
import type { IdempotencyClaim } from './claim.ts'
import { fail } from './failures.ts'
import { findKey, insertClaimedKey, insertKeyBeforeCommit } from './store.ts'

/**
 * Writes the key in the transaction of its effect, so that both happen or neither does. Returns the id of the record that the key
 * stands for: `resultId` when this request is the first. Otherwise it is the first request's record, which the use case then reads
 * and returns. A simultaneous twin waits here until the transaction of the first has ended.
 *
 * A key that is written last is assumed to be new. If it is not, the transaction fails at its end, unless it has failed before.
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
 * Keeps the answer of the first request, in the transaction of its effect. So the answer exists whenever the effect does, and
 * costs no transaction of its own. Use it if the answer is known before the commit. Other answers are kept when they are sent.
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
  // A failure from here on comes after the effect: a repetition is answered from the record.
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
  // Between the two statements the row was purged because of its age, so this request is the first of a new week.
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

/** A key that was to be written last existed already. */
export function isKeyTaken(error: unknown): boolean {
  const { constraint } = error as { constraint?: unknown }
  return error instanceof Error && constraint === 'idempotency_pkey'
}
