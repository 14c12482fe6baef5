import type { Actor } from '#kernel/actor'
import type { Attempt } from './attempt.ts'
import { fail } from './failures.ts'

/** Who has a role for a unit only sees the own checkouts. */
export function seesAllCheckouts({ kind, scopes }: Actor): boolean {
  return kind !== 'person' || scopes.has('orders:read')
}

/** Throws as for an unknown checkout. */
export function assertReachable(
  actor: Actor,
  attempt: Attempt | undefined,
  attemptId: string,
): asserts attempt is Attempt {
  if (attempt && (seesAllCheckouts(actor) || attempt.ownerId === actor.id)) return
  throw fail('attempt_not_found', { checkoutId: attemptId })
}
