import type { Actor } from '#kernel/actor'
import type { CheckoutDeps } from '../deps.ts'
import { assertOneDestination } from './arrange-deliveries.ts'
import { assertAddresses } from './check-addresses.ts'
import { assertDivisible } from './check-allocations.ts'
import { assertListedCodes, assertReferences } from './check-references.ts'
import type { OrderedTerms } from './order-terms.ts'

/** Refuses what can be refused before anything is looked up or locked. */
export async function assertReady(
  deps: CheckoutDeps,
  actor: Actor,
  terms: OrderedTerms,
): Promise<void> {
  assertOneDestination(terms)
  assertAddresses(terms)
  assertDivisible(terms)
  const { pool } = deps.database
  // The lines of a cart have references of their own: see `assertReferencesOfCart`.
  if (terms.lines) await assertReferences(deps, pool, actor, terms)
  await assertListedCodes(deps, pool, actor, terms)
  if (terms.revises !== undefined) await deps.approvals.assertRevisable(actor, terms.revises)
}
