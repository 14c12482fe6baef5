import { Type } from 'typebox'
import { numberOf, quantitySchema } from '#kernel/quantity'
import type { RequestedLine } from './change-request.ts'

/** What the buyer requests of a line, in answers and in events. */
export const requestedTerms = {
  quantityBefore: quantitySchema({
    minimum: 0,
    description: 'The quantity of the line in all, without what was cancelled, at the request.',
  }),
  quantityAfter: quantitySchema({
    minimum: 0,
    description:
      'The quantity that the buyer requests in all, with what has left. If it is higher, the difference becomes a line of its own. It is equal if only the day or the address changes.',
  }),
  promisedDate: Type.Optional(
    Type.String({ format: 'date', description: 'The promise of the supplier at the request.' }),
  ),
  requestedDate: Type.Optional(
    Type.String({ format: 'date', description: 'Absent: the day does not change.' }),
  ),
}

export function viewRequestedTerms({
  quantityBefore,
  quantity,
  promisedDate,
  requestedDate,
}: RequestedLine) {
  return {
    quantityBefore: numberOf(quantityBefore),
    quantityAfter: numberOf(quantity),
    ...(promisedDate !== undefined && { promisedDate }),
    ...(requestedDate !== undefined && { requestedDate }),
  }
}
