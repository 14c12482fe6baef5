import { type Static, Type } from 'typebox'
import { decimalOf } from '#kernel/money'
import { record } from '#kernel/record'
import { belowMinimumActions, type MinimumOrder } from './minimum-order.ts'
import { Amount, Currency, MethodView } from './schemas.ts'

const Below = Type.Enum([...belowMinimumActions], {
  description:
    'What happens to an order below the amount. `REFUSE`: it cannot be placed. `FEE`: it costs the fee, taxed as a shipping cost is.',
})

const example = { amount: '50.00', currency: 'EUR', below: 'FEE', fee: '9.90' } as const

export const MinimumOrderBody = record(
  'SetMinimumOrder',
  'The least value of the goods that an order of a supplier must have.',
  {
    amount: Amount,
    currency: Currency,
    below: Below,
    fee: Type.Optional({ ...Amount, description: 'In the same currency. Only with `FEE`.' }),
  },
  { examples: [example] },
)

export const MinimumOrderView = record(
  'MinimumOrder',
  'The least value of the goods that an order of a supplier must have, before discounts, tax and shipping cost.',
  {
    amount: Type.String(),
    currency: Type.String(),
    below: Below,
    fee: Type.Optional(Type.String({ description: 'Present with `FEE`.' })),
  },
  { examples: [example] },
)

export const OfferedShippingView = record(
  'OfferedShipping',
  'The shipping methods that a supplier offers, and its minimum order value.',
  { methods: Type.Array(MethodView), minimumOrder: Type.Optional(MinimumOrderView) },
  { examples: [{ methods: [] }] },
)

export function viewMinimumOrder({ amount, fee }: MinimumOrder): Static<typeof MinimumOrderView> {
  return {
    amount: decimalOf(amount),
    currency: amount.currency,
    ...(fee ? { below: 'FEE', fee: decimalOf(fee) } : { below: 'REFUSE' }),
  }
}
