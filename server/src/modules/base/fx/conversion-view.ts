import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import type { Conversion } from './conversion.ts'

/** How the supplier's price became the price that is shown. */
export const ConversionView = record(
  'PriceConversion',
  'The exchange rate that converted the price of the supplier.',
  {
    rateSetId: Type.String(),
    rate: Type.String({ description: 'The price of one unit of `from` in units of `to`.' }),
    from: Type.String(),
    to: Type.String(),
    asOf: Type.String({
      format: 'date-time',
      description: 'When the rate was valid. Of two currencies, the older rate counts.',
    }),
  },
)

/** Spread into a line or a price: adds nothing if no price was converted. */
export function viewConversion(conversion: Conversion | undefined): {
  readonly conversion?: Static<typeof ConversionView>
} {
  if (!conversion) return {}
  const { rate, asOf } = conversion
  return { conversion: { ...conversion, rate: rate.toFixed(), asOf: asOf.toISOString() } }
}
