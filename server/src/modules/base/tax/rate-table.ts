import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { RatedClass } from './tax-class.ts'

const Percent = Type.String({ pattern: '^[0-9]{1,3}(\\.[0-9]{1,4})?$' })

const Period = Type.Object({
  from: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
  rates: Type.Record(Type.String(), Percent),
  places: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), postcode: Type.String(), standard: Percent })),
  ),
})

const Table = Type.Record(Type.String(), Type.Array(Period))

/** A rate that an operator corrected. Days are texts such as `2026-01-31`, and sort as text. */
export type RateOverride = {
  readonly country: string
  readonly taxClass: RatedClass
  readonly rate: string
  readonly validFrom: string
  readonly validUntil: string | undefined
  /** The prefix of the postal codes that the rate is for. Undefined: the whole country. */
  readonly postcode?: string | undefined
}

export type RateQuestion = {
  readonly country: string
  readonly postalCode?: string | undefined
  readonly taxClass: RatedClass
  readonly on: string
}

export type KnownRate = { readonly rate: string; readonly source: 'data' | 'operator' }

export type RateTable = {
  /** Returns undefined when the rate is unknown: a missing rate is never 0. */
  rateOf(question: RateQuestion): KnownRate | undefined
  /** True if any rate of the country is known on that day. */
  knows(country: string, on: string): boolean
  readonly countries: readonly string[]
}

type Periods = Readonly<
  Record<
    string,
    readonly {
      readonly from: string
      readonly rates: Readonly<Record<string, string>>
      readonly places?: readonly { readonly pattern: RegExp; readonly standard: string }[]
    }[]
  >
>

let periodsCache: Periods | undefined

/** `data/tax/vat-rates.json`, read once. Its SOURCE.md names the source of the rates. */
function shippedPeriods(): Periods {
  if (periodsCache) return periodsCache
  const path = join(import.meta.dirname, '../../../../../data/tax/vat-rates.json')
  const stored = Value.Parse(Table, JSON.parse(readFileSync(path, 'utf8')))
  periodsCache = Object.fromEntries(
    Object.entries(stored).map(([country, periods]) => [
      country,
      periods.map(({ from, rates, places = [] }) => ({
        from,
        rates,
        places: places.map(({ postcode, standard }) => ({
          pattern: new RegExp(`^(?:${postcode})$`),
          standard,
        })),
      })),
    ]),
  )
  return periodsCache
}

export function rateTable(overrides: readonly RateOverride[] = []): RateTable {
  const periods = shippedPeriods()
  const periodOn = (country: string, on: string) => periods[country]?.find(({ from }) => from <= on)
  const validOn = ({ country, taxClass, on }: RateQuestion) =>
    overrides
      .filter((one) => one.country === country && one.taxClass === taxClass)
      .filter(
        (one) => one.validFrom <= on && (one.validUntil === undefined || one.validUntil >= on),
      )
  const overrideOn = (question: RateQuestion) =>
    validOn(question)
      .filter(({ postcode = '' }) => plainPostcode(question.postalCode).startsWith(postcode))
      .reduce<RateOverride | undefined>(
        (best, one) => (best && isCloser(best, one) ? best : one),
        undefined,
      )
  return {
    rateOf: (question) => {
      const corrected = overrideOn(question)
      const period = periodOn(question.country, question.on)
      const ofPlace = period && rateOfPlace(period, question)
      // A part of the country with its own rate keeps it when an operator corrects the rate of the country.
      if (corrected && (ofPlace === undefined || corrected.postcode !== undefined)) {
        return { rate: corrected.rate, source: 'operator' }
      }
      const rate = period && rateIn(period, question)
      return rate === undefined ? undefined : { rate, source: 'data' }
    },
    knows: (country, on) =>
      periodOn(country, on) !== undefined ||
      validOn({ country, taxClass: 'standard', on }).length > 0,
    countries: [
      ...new Set([...Object.keys(periods), ...overrides.map(({ country }) => country)]),
    ].sort(),
  }
}

/** The longer prefix of a postal code wins, then the later day. */
function isCloser(best: RateOverride, other: RateOverride): boolean {
  const [here, there] = [best.postcode?.length ?? 0, other.postcode?.length ?? 0]
  return here === there ? best.validFrom > other.validFrom : here > there
}

/** Keeps digits and capitals only, without a country code in front. */
export function plainPostcode(postalCode = ''): string {
  return postalCode
    .toUpperCase()
    .replace(/^[A-Z]{1,2}-(?=\d)/, '')
    .replace(/[^0-9A-Z]/g, '')
}

/**
 * The data has only the standard rate for a part of a country with its own rates. An operator must add the other rates.
 */
function rateIn(
  { rates, places = [] }: Periods[string][number],
  { postalCode = '', taxClass }: RateQuestion,
): string | undefined {
  const place = placeOf(places, postalCode)
  if (place) return taxClass === 'standard' ? place.standard : undefined
  const isOnlyStandard = Object.keys(rates).every((name) => name === 'standard')
  return rates[taxClass] ?? (isOnlyStandard ? rates.standard : undefined)
}

function rateOfPlace(
  { places = [] }: Periods[string][number],
  { postalCode = '', taxClass }: RateQuestion,
): string | undefined {
  return taxClass === 'standard' ? placeOf(places, postalCode)?.standard : undefined
}

function placeOf(
  places: NonNullable<Periods[string][number]['places']>,
  postalCode: string,
): { readonly standard: string } | undefined {
  const postal = postalCode.replace(/\D/g, '')
  return places.find(({ pattern }) => pattern.test(postal))
}
