import type { Actor } from '#kernel/actor'
import type { Conn, Tx } from '#platform/db'
import type { CheckoutDeps } from '../deps.ts'
import type { Arrangement } from './arrange-deliveries.ts'
import type { OrderedTerms, OrderTerms } from './order-terms.ts'
import { absentReferencesOf, assertNoneRequired, codesOf } from './required-references.ts'

/** Refuses an order that lacks what its company requires. The refusal names everything that is missing. */
export async function assertReferences(
  { partiesOf }: Pick<CheckoutDeps, 'partiesOf'>,
  conn: Conn,
  { companyId }: Actor,
  terms: OrderedTerms,
): Promise<void> {
  const absentFields = absentReferencesOf(terms)
  if (absentFields.length === 0) return
  const company = (await partiesOf(conn, [companyId])).get(companyId)
  assertNoneRequired(absentFields, company)
}

/** A company that keeps a list of its codes orders for none beside it. Throws `structure.code_unknown`. */
export async function assertListedCodes(
  { structure }: Pick<CheckoutDeps, 'structure'>,
  conn: Conn,
  { companyId }: Actor,
  terms: OrderedTerms,
): Promise<void> {
  await structure.assertCodesListed(conn, companyId, codesOf(terms))
}

/** Participant: the same for an order of a cart, when its lines are known. A code of theirs may have ended since. */
export async function assertReferencesOfCart(
  deps: Pick<CheckoutDeps, 'partiesOf' | 'structure'>,
  tx: Tx,
  actor: Actor,
  terms: OrderTerms,
  { parts, deliveries }: Arrangement,
): Promise<void> {
  const lines = parts.map((part) => ({
    ...part,
    requestedDate: part.requestedDate ?? deliveries[part.delivery]?.requestedDate,
  }))
  await assertReferences(deps, tx, actor, { ...terms, deliveries: undefined, lines })
  const divided = lines.filter(({ of }) => of.allocations)
  if (divided.length > 0) await assertListedCodes(deps, tx, actor, { lines: divided })
}
