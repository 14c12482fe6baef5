import type { Actor } from '#kernel/actor'
import { isCountry } from '#kernel/country'
import { oneLineWithText } from '#kernel/one-line'
import { missedPostalForms } from '#kernel/postal-code'
import {
  type RequestedReferences,
  requestedReferencesOf,
  sharedReferencesOf,
} from '#modules/orders/line-references'
import type { CheckoutDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import { addressesOf, refuseAmbiguous } from './arrange-deliveries.ts'
import { refuseMissing, refuseUnlistedCodes } from './check-references.ts'
import type { OrderedTerms, OrderTerms } from './order-terms.ts'

/** Trims references: "4711 " means "4711", and would otherwise match no budget. A blank reference counts as absent. */
export function tidied<Terms extends OrderedTerms>(terms: Terms): Terms {
  const { deliveries, lines, glAccount, project } = terms
  const each = deliveries?.map((delivery) => ({
    ...delivery,
    costCenter: trimmed(delivery.costCenter),
    lines: delivery.lines.map(tidyLine),
  }))
  return {
    ...terms,
    ...trimmedEach({ ...sharedReferencesOf(terms), glAccount, project }),
    ...(each && { deliveries: each }),
    ...(lines && { lines: lines.map(tidyLine) }),
  }
}

/** Refuses what can be refused before anything is looked up or locked. */
export async function refuseUnready(
  deps: CheckoutDeps,
  actor: Actor,
  terms: OrderedTerms,
): Promise<void> {
  refuseAmbiguous(terms)
  refuseUnknownPlaces(terms)
  await refuseMissing(deps, actor, terms)
  await refuseUnlistedCodes(deps, actor, terms)
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
