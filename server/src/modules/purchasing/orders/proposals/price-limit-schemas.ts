import { Type } from 'typebox'
import { currencyForm } from '#kernel/code-forms'
import { isCurrency } from '#kernel/money'
import { record } from '#kernel/record'
import { fail } from '../failures.ts'
import type { PriceLimits } from './price-limits.ts'

/** In settings and in automations. */
export const priceLimitFields = {
  higherPricePercent: Type.String({
    pattern: '^(100([.]00?)?|[1-9]?[0-9]([.][0-9]{1,2})?)$',
    maxLength: 6,
    description:
      'By how many percent a price may rise above the lowest that the line has had. 0: this limit is not used.',
  }),
  higherPriceAmount: record(
    'HigherPriceAmount',
    'How much more one unit may cost. An amount of 0: this limit is not used. A price in another currency is beyond it.',
    {
      amount: Type.String({ pattern: '^[0-9]{1,9}([.][0-9]{1,6})?$', maxLength: 16 }),
      currency: Type.String({ pattern: currencyForm, maxLength: 3 }),
    },
    { examples: [{ amount: '0.50', currency: 'EUR' }] },
  ),
}

/** Throws if there is no such currency. */
export function assertCurrencyKnown({ higherPriceAmount }: Partial<PriceLimits>): void {
  const { currency } = higherPriceAmount ?? {}
  if (currency !== undefined && !isCurrency(currency)) throw fail('currency_unknown', { currency })
}
