import { type Static, Type } from 'typebox'
import { countryForm } from '#kernel/code-forms'
import { record } from '#kernel/record'
import type { StoredOverride } from './override-store.ts'
import type { RateTable } from './rate-table.ts'
import { ratedClasses } from './tax-class.ts'

const Country = Type.String({
  pattern: countryForm,
  maxLength: 2,
  description: 'ISO 3166-1 alpha-2.',
})
const Percent = Type.String({
  pattern: '^(?:100(?:\\.0{1,4})?|[0-9]{1,2}(?:\\.[0-9]{1,4})?)$',
  maxLength: 8,
  description: 'The rate in percent, with up to four decimals.',
})
const Day = Type.String({ format: 'date', maxLength: 10 })
const RatedClassName = Type.Enum([...ratedClasses])

export const RatesQuery = Type.Object({
  country: Type.Optional(Country),
  on: Type.Optional(
    Type.String({
      format: 'date',
      maxLength: 10,
      description: 'The day of the rates. Default: today.',
    }),
  ),
})

const EffectiveRateView = record('TaxRate', 'A tax rate, and where it comes from.', {
  country: Type.String(),
  taxClass: Type.String(),
  rate: Type.String(),
  source: Type.Enum(['data', 'operator']),
})

const OverrideFields = {
  country: Country,
  taxClass: RatedClassName,
  rate: Percent,
  validFrom: Day,
  validUntil: Type.Optional(Day),
  postcode: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 10,
      pattern: '^[0-9A-Z]+$',
      description:
        'The beginnings of the postal codes of a part of the country, without spaces and hyphens. The longest match counts. Absent: the whole country, except its parts with a rate of their own.',
    }),
  ),
  note: Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'The source of the rate, for the next operator who checks it.',
  }),
}

const overrideExample = {
  country: 'DE',
  taxClass: 'standard' as const,
  rate: '16',
  validFrom: '2027-01-01',
  validUntil: '2027-06-30',
  note: 'Federal law gazette I 2026, page 1512',
}

export const SetRateBody = record(
  'SetTaxRate',
  'A tax rate that replaces the one of the table.',
  OverrideFields,
  { examples: [overrideExample] },
)

export const OverrideParams = Type.Object({ rateId: Type.String({ maxLength: 64 }) })

export const OverrideView = record(
  'TaxRateOverride',
  'A tax rate that an operator has set.',
  {
    id: Type.String(),
    ...OverrideFields,
    setBy: Type.String(),
    setAt: Type.String({ format: 'date-time' }),
  },
  {
    examples: [
      {
        id: 'txr_01m7xb82dw3khw78phh28dvacd',
        ...overrideExample,
        setBy: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
        setAt: '2026-12-02T03:04:05.000Z',
      },
    ],
  },
)

export const RatesView = record(
  'TaxRates',
  'The tax rates of a day.',
  {
    on: Type.String({ format: 'date' }),
    rates: Type.Array(EffectiveRateView, { description: 'The rates that apply on that day.' }),
    corrections: Type.Array(OverrideView, {
      description: 'All corrections of operators, for any day.',
    }),
  },
  {
    examples: [
      {
        on: '2026-11-21',
        rates: [{ country: 'DE', taxClass: 'standard', rate: '19', source: 'data' }],
        corrections: [],
      },
    ],
  },
)

export function viewOverride(override: StoredOverride): Static<typeof OverrideView> {
  const { validUntil, postcode, setAt, ...rest } = override
  return {
    ...rest,
    ...(validUntil === undefined ? {} : { validUntil }),
    ...(postcode === undefined ? {} : { postcode }),
    setAt: setAt.toISOString(),
  }
}

/** The list has a few hundred rates at most: five classes of some dozens of countries. */
export function viewRates(
  table: RateTable,
  overrides: readonly StoredOverride[],
  { on, country }: { readonly on: string; readonly country: string | undefined },
): Static<typeof RatesView> {
  const countries = table.countries.filter((one) => country === undefined || one === country)
  return {
    on,
    rates: countries.flatMap((one) =>
      ratedClasses.flatMap((taxClass) => {
        const known = table.rateOf({ country: one, taxClass, on })
        return known ? [{ country: one, taxClass, ...known }] : []
      }),
    ),
    corrections: overrides
      .filter((one) => country === undefined || one.country === country)
      .map(viewOverride),
  }
}
