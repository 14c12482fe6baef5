import { Type } from 'typebox'
import { record } from '#kernel/record'
import { priceLimitFields } from '#modules/orders'

export const AcceptProposalShape = record(
  'AcceptProposalAction',
  'Accepts what a supplier proposes in `order.change_proposed`, for the person who published the automation, if all its lines are within the limits. Otherwise people decide.',
  {
    type: Type.Literal('accept_proposal'),
    daysLater: Type.Integer({
      minimum: 0,
      maximum: 365,
      description: 'Days after the day that your company has requested or accepted.',
    }),
    mayBeFewer: Type.Optional(
      Type.Boolean({ description: 'True: also fewer. Default: the quantity must stay.' }),
    ),
    higherPricePercent: Type.Optional(priceLimitFields.higherPricePercent),
    higherPriceAmount: Type.Optional(priceLimitFields.higherPriceAmount),
  },
)
