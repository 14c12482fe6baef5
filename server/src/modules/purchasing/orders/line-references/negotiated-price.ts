import { Type } from 'typebox'
import { record } from '#kernel/record'

export const NegotiatedPriceView = record(
  'NegotiatedLinePrice',
  'The buyer agreed with the supplier on the price of the line by hand. Absent: it is the price of the catalogue on the day of the order.',
  {
    note: Type.String({ description: 'Who agreed, when and how. The supplier reads it, too.' }),
    attachmentIds: Type.Array(Type.String(), {
      description:
        'The files that prove it. The people of the buyer read them at GET /api/v1/orders/{orderId}/negotiated-prices.',
    }),
  },
)
