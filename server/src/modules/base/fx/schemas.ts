import { type Static, Type } from 'typebox'
import { code } from '#kernel/code-forms'
import { decimalOf } from '#kernel/money'
import { record } from '#kernel/record'
import { expectedUpdate } from './rate-set.ts'
import type { Converted, ListedRates } from './service.ts'

const Currency = (description: string) =>
  Type.String({ ...code, maxLength: 20, description, examples: ['EUR'] })

const State = Type.Enum(['fresh', 'stale_grace'], {
  description:
    '`stale_grace`: newer rates are overdue. The service still uses these for a limited time.',
})
const RateText = Type.String({
  description: 'A decimal with all of its digits.',
  examples: ['1.1684'],
})
const Instant = Type.String({ format: 'date-time' })
const rateSetId = 'fxs_01m7xb82dw3khw78phh28dvacd'

export const RatesQuery = Type.Object({
  base: Type.Optional(
    Currency(
      'The base currency: each rate is for one unit of it. Default: the base currency of the provider.',
    ),
  ),
})

export const RatesView = record(
  'ExchangeRates',
  'The exchange rates of the day.',
  {
    base: Type.String(),
    rateSetId: Type.String(),
    asOf: Instant,
    fetchedAt: Instant,
    nextUpdate: Type.String({
      format: 'date-time',
      description: 'The time at which newer rates are expected.',
    }),
    state: State,
    rates: Type.Record(Type.String(), RateText, {
      description: 'The rates by currency, ISO 4217.',
    }),
    olderRates: Type.Optional(
      Type.Record(Type.String(), Instant, {
        description:
          'Currencies whose newest rate moved by more than 20 %. An operator checks it. Until then `rates` has the rate of this time.',
      }),
    ),
  },
  {
    examples: [
      {
        base: 'EUR',
        rateSetId,
        asOf: '2026-04-13T00:00:00.000Z',
        fetchedAt: '2026-04-13T00:07:01.000Z',
        nextUpdate: '2026-04-14T00:00:00.000Z',
        state: 'fresh',
        rates: { EUR: '1', JPY: '186.75', USD: '1.1684' },
      },
    ],
  },
)

export const ConvertBody = record(
  'ConvertAmount',
  'The amount to convert, and its two currencies.',
  {
    amount: Type.String({
      pattern: '^-?[0-9]{1,15}([.][0-9]{1,6})?$',
      maxLength: 23,
      description: 'The amount as a decimal string.',
      examples: ['12.50'],
    }),
    from: Currency('ISO 4217.'),
    to: Currency('ISO 4217.'),
  },
  { examples: [{ amount: '100.00', from: 'USD', to: 'JPY' }] },
)

export const ConversionView = record(
  'Conversion',
  'A converted amount, and the rate that was used.',
  {
    amount: Type.String({
      description:
        'The amount in the currency `to`, rounded once, half to even, to its smallest unit.',
    }),
    from: Type.String(),
    to: Type.String(),
    rate: RateText,
    rateSetId: Type.Union([Type.String(), Type.Null()], {
      description:
        'The immutable set that contains the rate. Null if both currencies are the same, because no rate is needed.',
    }),
    asOf: Instant,
    state: State,
  },
  {
    examples: [
      {
        amount: '15983',
        from: 'USD',
        to: 'JPY',
        rate: '159.8339609722697706264977747346799',
        rateSetId,
        asOf: '2026-04-13T00:00:00.000Z',
        state: 'fresh',
      },
    ],
  },
)

export function viewRates({ set, base, state, rates }: ListedRates): Static<typeof RatesView> {
  const olderRates = [...set.olderRates].map(([currency, asOf]) => [currency, asOf.toISOString()])
  return {
    base,
    rateSetId: set.id,
    asOf: set.asOf.toISOString(),
    fetchedAt: set.fetchedAt.toISOString(),
    nextUpdate: expectedUpdate(set).toISOString(),
    state,
    rates: Object.fromEntries(rates.map(([currency, rate]) => [currency, rate.toFixed()])),
    ...(olderRates.length > 0 && { olderRates: Object.fromEntries(olderRates) }),
  }
}

export function viewConversion(
  { amount, rate, rateSetId: setId, asOf, state }: Converted,
  { from, to }: { readonly from: string; readonly to: string },
): Static<typeof ConversionView> {
  return {
    amount: decimalOf(amount),
    from,
    to,
    rate: rate.toFixed(),
    rateSetId: setId ?? null,
    asOf: asOf.toISOString(),
    state,
  }
}
