import type { Actor } from '#kernel/actor'
import { isCountry } from '#kernel/country'
import { oneLineWithText } from '#kernel/one-line'
import { missedPostalForms } from '#kernel/postal-code'
import type { Address } from '#modules/orders'
import {
  type RequestedReferences,
  requestedReferencesOf,
  type SharedReferences,
  sharedReferencesOf,
} from '#modules/orders/line-references'
import type { CheckoutDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import { addressesOf, type Destination, refuseAmbiguous } from './arrange-deliveries.ts'

/** The destination and the references of an order. */
export type OrderTerms = Destination &
  SharedReferences & {
    readonly billTo?: Address | undefined
    readonly note?: string | undefined
    /** The returned approval request whose order this one replaces. */
    readonly revises?: string | undefined
  }

/** The terms, and the lines of an order that is placed without a cart. */
type Ordered = OrderTerms & { readonly lines?: readonly RequestedReferences[] | undefined }

/** Trims references: "4711 " means "4711", and would otherwise match no budget. A blank reference counts as absent. */
export function tidied<Terms extends Ordered>(terms: Terms): Terms {
  const { deliveries, lines } = terms
  const each = deliveries?.map((delivery) => ({
    ...delivery,
    costCenter: trimmed(delivery.costCenter),
    lines: delivery.lines.map(tidyLine),
  }))
  return {
    ...terms,
    ...trimmedEach(sharedReferencesOf(terms)),
    ...(each && { deliveries: each }),
    ...(lines && { lines: lines.map(tidyLine) }),
  }
}

/** Refuses what can be refused before anything is looked up or locked. */
export async function refuseUnready(
  deps: CheckoutDeps,
  actor: Actor,
  terms: Ordered,
): Promise<void> {
  refuseAmbiguous(terms)
  refuseUnknownPlaces(terms)
  await refuseMissingReferences(deps, actor, terms)
  await refuseUnlistedCostCenters(deps, actor, terms)
  if (terms.revises !== undefined) await deps.approvals.assertRevisable(actor, terms.revises)
}

const tidyLine = <Line extends RequestedReferences>(line: Line): Line => ({
  ...line,
  ...trimmedEach(requestedReferencesOf(line)),
})

function trimmedEach<References extends object>(references: References): References {
  const each = Object.entries(references).map(([key, value]) => [
    key,
    typeof value === 'string' ? trimmed(value) : value,
  ])
  return Object.fromEntries(each) as References
}

const seen = new RegExp(oneLineWithText)

const trimmed = (text = '') => (seen.test(text) ? text.trim() : undefined)

/** The accounting of some companies requires a purchase order number or a cost centre. */
async function refuseMissingReferences(
  { partiesOf, database }: CheckoutDeps,
  { companyId }: Actor,
  terms: Ordered,
): Promise<void> {
  const lacksPoNumber = isMissing(terms, 'poNumber')
  const lacksCostCenter = isMissing(terms, 'costCenter')
  if (!lacksPoNumber && !lacksCostCenter) return
  const company = (await partiesOf(database.pool, [companyId])).get(companyId)
  if (lacksPoNumber && company?.poNumberRequired) throw fail('po_number_required')
  if (lacksCostCenter && company?.costCenterRequired) throw fail('cost_center_required')
}

/** A company that keeps a list of its cost centres orders for none beside it. */
async function refuseUnlistedCostCenters(
  { structure, database }: CheckoutDeps,
  { companyId }: Actor,
  { costCenter, deliveries = [], lines = [] }: Ordered,
): Promise<void> {
  const all = [...deliveries, ...deliveries.flatMap((delivery) => delivery.lines), ...lines]
  const named = [costCenter, ...all.map((one) => one.costCenter)]
  const codes = named.filter((code) => code !== undefined)
  await structure.refuseUnlisted(database.pool, { companyId, kind: 'COST_CENTER', codes })
}

/** The reference stands neither on the order nor on every line. A delivery's cost centre applies to its lines. */
function isMissing(
  { deliveries = [], lines: listed = [], ...terms }: Ordered,
  reference: keyof SharedReferences,
): boolean {
  if (terms[reference] !== undefined) return false
  const ofDelivery = reference === 'costCenter'
  const delivered = deliveries.flatMap(({ lines, costCenter }) =>
    lines.map((line) => line[reference] ?? (ofDelivery ? costCenter : undefined)),
  )
  const named = [...delivered, ...listed.map((line) => line[reference])]
  return named.length === 0 || named.includes(undefined)
}

function refuseUnknownPlaces(terms: OrderTerms): void {
  const { billTo } = terms
  const addresses = { ...addressesOf(terms), ...(billTo ? { billTo } : {}) }
  for (const [field, address] of Object.entries(addresses)) {
    if (!isCountry(address.country)) {
      throw fail('country_unknown', { field, country: address.country })
    }
    const forms = missedPostalForms(address.country, address.postalCode)
    if (forms) throw fail('postal_code_invalid', { field, country: address.country, forms })
  }
}
