import type { Actor } from '#kernel/actor'
import type { Party } from '#modules/identity'
import type { CheckoutDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import type { OrderedTerms } from './order-terms.ts'

/** What a company may require of its orders, and the setting of the company that says so. */
const demands = {
  poNumber: 'poNumberRequired',
  costCenter: 'costCenterRequired',
  glAccount: 'glAccountRequired',
  project: 'projectRequired',
  requestedDate: 'requestedDateRequired',
} as const satisfies Readonly<Record<string, keyof Party>>

type Field = keyof typeof demands

const fields = Object.keys(demands) as Field[]

/** Refuses an order that lacks what its company requires. The refusal names everything that is missing. */
export async function refuseMissing(
  { partiesOf, database }: CheckoutDeps,
  { companyId }: Actor,
  terms: OrderedTerms,
): Promise<void> {
  const absent = fields.filter((field) => isAbsent(terms, field))
  if (absent.length === 0) return
  const company = (await partiesOf(database.pool, [companyId])).get(companyId)
  const missing = absent.filter((field) => company?.[demands[field]])
  if (missing.length === 0) return
  const only = missing.length === 1 ? missing[0] : undefined
  if (only === 'poNumber') throw fail('po_number_required')
  if (only === 'costCenter') throw fail('cost_center_required')
  throw fail('references_required', { missing })
}

/** Neither the order has it, nor each of its lines or deliveries. */
function isAbsent(terms: OrderedTerms, field: Field): boolean {
  if (terms[field] !== undefined) return false
  const { deliveries = [], lines = [] } = terms
  if (field === 'requestedDate') {
    return deliveries.length === 0 || deliveries.some((one) => one.requestedDate === undefined)
  }
  const delivered = deliveries.flatMap((delivery) =>
    // The cost centre of a delivery applies to its lines.
    delivery.lines.map(
      (line) => line[field] ?? (field === 'costCenter' ? delivery[field] : undefined),
    ),
  )
  const named = [...delivered, ...lines.map((line) => line[field])]
  return named.length === 0 || named.includes(undefined)
}

/** A company that keeps a list of its codes orders for none beside it. Throws `structure.code_unknown`. */
export async function refuseUnlistedCodes(
  { structure, database }: CheckoutDeps,
  { companyId }: Actor,
  { costCenter, glAccount, project, deliveries = [], lines = [] }: OrderedTerms,
): Promise<void> {
  const all = [...deliveries.flatMap((delivery) => delivery.lines), ...lines]
  const named = {
    COST_CENTER: [costCenter, ...[...deliveries, ...all].map((one) => one.costCenter)],
    GL_ACCOUNT: [glAccount, ...all.map((line) => line.glAccount)],
    PROJECT: [project, ...all.map((line) => line.project)],
  } as const
  for (const kind of ['COST_CENTER', 'GL_ACCOUNT', 'PROJECT'] as const) {
    const codes = named[kind].filter((code) => code !== undefined)
    await structure.refuseUnlisted(database.pool, { companyId, kind, codes })
  }
}
