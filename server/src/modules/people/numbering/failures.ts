import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('numbering', {
  series_not_found: {
    status: 404,
    message: 'No records of this kind have a number. Use one of the kinds in details.kinds.',
    details: { kinds: Type.Array(Type.String()) },
  },
  prefix_taken: {
    status: 409,
    message:
      'Another kind of record has this prefix: details.kind names it. Choose a prefix of its own, so that nobody takes the number of an order for that of a ticket.',
    details: { prefix: Type.String(), kind: Type.String() },
  },
})
