import type { Actor } from '#kernel/actor'
import type { CheckoutDeps } from '../deps.ts'
import type { OrderedTerms } from './order-terms.ts'
import { absentReferencesOf, assertNoneRequired, codesOf } from './required-references.ts'

/** Refuses an order that lacks what its company requires. The refusal names everything that is missing. */
export async function assertReferences(
  { partiesOf, database }: CheckoutDeps,
  { companyId }: Actor,
  terms: OrderedTerms,
): Promise<void> {
  const absentFields = absentReferencesOf(terms)
  if (absentFields.length === 0) return
  const company = (await partiesOf(database.pool, [companyId])).get(companyId)
  assertNoneRequired(absentFields, company)
}

/** A company that keeps a list of its codes orders for none beside it. Throws `structure.code_unknown`. */
export async function assertListedCodes(
  { structure, database }: CheckoutDeps,
  { companyId }: Actor,
  terms: OrderedTerms,
): Promise<void> {
  const codesByKind = codesOf(terms)
  for (const kind of ['COST_CENTER', 'GL_ACCOUNT', 'PROJECT'] as const) {
    const codes = codesByKind[kind].filter((code) => code !== undefined)
    await structure.assertCodesListed(database.pool, { companyId, kind, codes })
  }
}
