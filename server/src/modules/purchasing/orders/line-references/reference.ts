import { Type } from 'typebox'
import { oneLine } from '#kernel/one-line'

/** A reference of the buyer's accounting. */
export const Reference = Type.String({ minLength: 1, maxLength: 100, pattern: oneLine })

export const LineAddressId = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 64,
    description:
      'The address of the address book to which the line goes. Absent: that of the order.',
  }),
)

/** An order is placed with this many deliveries at most. */
export const deliveriesMax = 50

export const Day = Type.String({
  format: 'date',
  maxLength: 10,
  description: 'The day on which the goods should arrive.',
})
