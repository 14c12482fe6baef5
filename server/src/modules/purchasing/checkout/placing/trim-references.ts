import {
  type RequestedReferences,
  requestedReferencesOf,
  sharedReferencesOf,
  trimEach,
} from '#modules/orders/line-references'
import type { OrderedTerms } from './order-terms.ts'

/** The references of the order, of its deliveries and of its lines. */
export function trimReferences<Terms extends OrderedTerms>(terms: Terms): Terms {
  const { deliveries, lines, glAccount, project } = terms
  const trimmedDeliveries = deliveries?.map((delivery) => ({
    ...delivery,
    ...trimEach({ costCenter: delivery.costCenter }),
    lines: delivery.lines.map(trimLine),
  }))
  return {
    ...terms,
    ...trimEach({ ...sharedReferencesOf(terms), glAccount, project }),
    ...(trimmedDeliveries && { deliveries: trimmedDeliveries }),
    ...(lines && { lines: lines.map(trimLine) }),
  }
}

const trimLine = <Line extends RequestedReferences>(line: Line): Line => ({
  ...line,
  ...trimEach(requestedReferencesOf(line)),
})
