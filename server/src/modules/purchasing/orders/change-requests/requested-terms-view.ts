import { Type } from 'typebox'
import type { RequestedLine } from './change-request.ts'

/** What the buyer requests of a line, in answers and in events. */
export const requestedTerms = {
  quantityBefore: Type.Integer({
    description: 'The pieces of the line in all, without cancelled pieces, at the request.',
  }),
  quantityAfter: Type.Integer({
    description:
      'The pieces that the buyer requests in all, with those that have left. It is lower, or equal if only the day changes.',
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
    quantityBefore,
    quantityAfter: quantity,
    ...(promisedDate !== undefined && { promisedDate }),
    ...(requestedDate !== undefined && { requestedDate }),
  }
}
