import { Type } from 'typebox'
import { decimalOf, priceOfOne, type UnitPrice } from '#kernel/money'
import { withDescription } from '#kernel/record'
import { MoneyData } from '#platform/outbox'
import type { OrderLine } from './order.ts'

/** How a line is priced, in an event. Older events have only the price of one unit. */
export const LinePriceData = {
  unitPrice: withDescription(MoneyData, 'The price of one unit.'),
  basisPrice: Type.Optional(withDescription(MoneyData, 'The price of `perQuantity` units.')),
  perQuantity: Type.Optional(
    Type.Integer({
      description:
        'The price basis: the number of units that the price is for. It is 1 unless the supplier prices per 100.',
    }),
  ),
  unit: Type.Optional(
    Type.String({
      description: 'The unit of the quantity, as a code of UN/ECE Recommendation 20.',
    }),
  ),
}

export const linePriceExample = {
  unitPrice: { amount: '249.00', currency: 'EUR' },
  basisPrice: { amount: '249.00', currency: 'EUR' },
  perQuantity: 1,
  unit: 'C62',
}

export function linePriceData({ unitPrice, unit }: Pick<OrderLine, 'unitPrice' | 'unit'>) {
  return {
    unitPrice: priceData(priceOfOne(unitPrice)),
    basisPrice: priceData(unitPrice),
    perQuantity: unitPrice.perQuantity,
    unit,
  }
}

function priceData(price: UnitPrice) {
  return { amount: decimalOf(price), currency: price.currency }
}
