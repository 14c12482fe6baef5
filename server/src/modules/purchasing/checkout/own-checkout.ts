import { type Actor, lacksForCompany, type Scope } from '#kernel/actor'
import type { Attempt } from './attempt.ts'
import { fail } from './failures.ts'

/** Whoever has the scope for a unit only reaches the own checkouts. Throws as for an unknown checkout. */
export function assertReachable(
  actor: Actor,
  attempt: Attempt | undefined,
  attemptId: string,
  scope: Scope,
): asserts attempt is Attempt {
  if (attempt && (!lacksForCompany(actor, scope) || attempt.ownerId === actor.id)) return
  throw fail('attempt_not_found', { checkoutId: attemptId })
}
