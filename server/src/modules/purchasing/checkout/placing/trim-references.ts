import { oneLineWithText } from '#kernel/one-line'
import {
  type RequestedReferences,
  requestedReferencesOf,
  sharedReferencesOf,
} from '#modules/orders/line-references'
import type { OrderedTerms } from './order-terms.ts'

/** Trims references: "4711 " means "4711", and would otherwise match no budget. A blank reference counts as absent. */
export function trimReferences<Terms extends OrderedTerms>(terms: Terms): Terms {
  const { deliveries, lines, glAccount, project } = terms
  const trimmedDeliveries = deliveries?.map((delivery) => ({
    ...delivery,
    costCenter: trimText(delivery.costCenter),
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

function trimEach<References extends object>(references: References): References {
  const entries = Object.entries(references).map(([key, value]) => [key, trimValue(value)])
  return Object.fromEntries(entries) as References
}

/** Allocations have references of their own. */
function trimValue(value: unknown): unknown {
  if (typeof value === 'string') return trimText(value)
  return Array.isArray(value) ? value.map((one: object) => trimEach(one)) : value
}

const hasText = new RegExp(oneLineWithText)

const trimText = (text = '') => (hasText.test(text) ? text.trim() : undefined)
