import { Decimal } from 'decimal.js'
import { describe, expect, it } from 'vitest'
import { minorUnitsOf, money, roundToMoney } from '#kernel/money'
import { fc } from '#testing/tools/fc'
import { crossRate, type FxWindows, type RateSet, stateAt } from './rate-set.ts'

const asOf = new Date('2026-01-02T00:00:00Z')

/** ISK has no decimals, USD two, KWD three, CLF four. */
const currency = fc.constantFrom('EUR', 'ISK', 'USD', 'KWD', 'CLF')
/** Ten orders of magnitude. */
const rate = fc
  .tuple(fc.integer({ min: 100_000, max: 999_999 }), fc.integer({ min: -10, max: 0 }))
  .map(([digits, exponent]) => new Decimal(digits).times(new Decimal(10).pow(exponent)).toFixed())
const set = fc.record({ ISK: rate, USD: rate, KWD: rate, CLF: rate }).map((rates) => aSet(rates))

describe('a cross rate', () => {
  const amount = fc.bigInt({ min: -10_000_000_000_000n, max: 10_000_000_000_000n })

  it('is the quotient of two rates with all digits', () => {
    const found = crossRate(aSet({ USD: '1.1684', JPY: '186.75' }), 'USD', 'JPY')
    expect(found?.toFixed()).toBe('159.8339609722697706264977747346799')
  })

  it('of a million is exact to the yen, where four decimals are not', () => {
    const yen = convert(aSet({ USD: '1.1684', JPY: '186.75' }), 100_000_000n, 'USD', 'JPY')
    expect(yen).toBe(159_833_961n)
  })

  it('is undefined when a currency has no rate', () => {
    expect(crossRate(aSet({ USD: '1.1' }), 'USD', 'JPY')).toBeUndefined()
    expect(crossRate(aSet({ USD: '1.1' }), 'JPY', 'JPY')).toBeUndefined()
  })

  it('differs by at most one minor unit of the coarser currency on the way back', () => {
    fc.assert(
      fc.property(set, currency, currency, amount, (rates, from, to, given) => {
        const there = convert(rates, given, from, to)
        const back = convert(rates, there, to, from)
        const step = crossRate(rates, to, from)?.times(unitOf(to)) ?? new Decimal(0)
        const coarser = Decimal.max(unitOf(from), step)
        const off = inCurrency(back, from).minus(inCurrency(given, from)).abs()
        expect(off.lte(coarser)).toBe(true)
        if (step.lte(unitOf(from))) expect(back - given).toSatisfy(isOneAtMost)
      }),
      { numRuns: 2_000 },
    )
  })

  it('keeps the order of two amounts', () => {
    fc.assert(
      fc.property(set, currency, currency, amount, amount, (rates, from, to, one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one]
        expect(convert(rates, less, from, to) <= convert(rates, more, from, to)).toBe(true)
      }),
    )
  })

  it('of a currency to itself changes no amount', () => {
    fc.assert(
      fc.property(set, currency, amount, (rates, code, given) => {
        expect(convert(rates, given, code, code)).toBe(given)
      }),
    )
  })

  it('is rounded half to even, once', () => {
    expect(roundToMoney(new Decimal('1.005'), 'USD')).toEqual(money(100n, 'USD'))
    expect(roundToMoney(new Decimal('1.015'), 'USD')).toEqual(money(102n, 'USD'))
    expect(roundToMoney(new Decimal('2.5'), 'JPY')).toEqual(money(2n, 'JPY'))
    expect(roundToMoney(new Decimal('0.0125'), 'KWD')).toEqual(money(12n, 'KWD'))
  })
})

function isOneAtMost(off: bigint): boolean {
  return off >= -1n && off <= 1n
}

describe('the age of rates', () => {
  const windows: FxWindows = { freshHours: 26, graceHours: 72 }
  const at = (hours: number, seconds = 0) =>
    new Date(asOf.getTime() + hours * 3_600_000 + seconds * 1_000)

  it.each([
    [at(0), 'fresh'],
    [at(26), 'fresh'],
    [at(26, 1), 'stale_grace'],
    [at(98), 'stale_grace'],
    [at(98, 1), 'expired'],
  ])('at %s is %s', (now, state) => {
    expect(stateAt({ asOf, nextUpdate: at(24) }, windows, now)).toBe(state)
  })

  it('has no grace when none is configured', () => {
    const none = { freshHours: 26, graceHours: 0 }
    expect(stateAt({ asOf, nextUpdate: at(24) }, none, at(26, 1))).toBe('expired')
  })

  it.each([
    ['four days, as at Easter', 96, 98, 170],
    ['an hour', 1, 26, 98],
    ['the day before', -24, 26, 98],
    ['a year, which nobody believes', 8_760, 122, 194],
  ])('counts from the day before announced newer rates for %s', (_, next, fresh, usable) => {
    const dated = { asOf, nextUpdate: at(next) }
    expect(stateAt(dated, windows, at(fresh))).toBe('fresh')
    expect(stateAt(dated, windows, at(fresh, 1))).toBe('stale_grace')
    expect(stateAt(dated, windows, at(usable))).toBe('stale_grace')
    expect(stateAt(dated, windows, at(usable, 1))).toBe('expired')
  })

  it('skips the days on which TARGET is closed when no update is announced', () => {
    const dated = { asOf: new Date('2026-04-02T16:00:00Z'), nextUpdate: undefined }
    expect(stateAt(dated, windows, new Date('2026-04-07T18:00:00Z'))).toBe('fresh')
    expect(stateAt(dated, windows, new Date('2026-04-07T18:00:01Z'))).toBe('stale_grace')
    expect(stateAt(dated, windows, new Date('2026-04-10T18:00:00Z'))).toBe('stale_grace')
    expect(stateAt(dated, windows, new Date('2026-04-10T18:00:01Z'))).toBe('expired')
  })
})

function aSet(rates: Readonly<Record<string, string>>): RateSet {
  const entries = Object.entries(rates).map(([code, rate]): [string, Decimal] => [
    code,
    new Decimal(rate),
  ])
  return {
    id: 'fxs_1',
    provider: 'test',
    base: 'EUR',
    asOf,
    fetchedAt: asOf,
    nextUpdate: asOf,
    olderRates: new Map(),
    rates: new Map([['EUR', new Decimal(1)], ...entries]),
  }
}

function inCurrency(amountMinor: bigint, currency: string): Decimal {
  return new Decimal(amountMinor.toString()).times(unitOf(currency))
}

function convert(set: RateSet, amountMinor: bigint, from: string, to: string): bigint {
  const rate = crossRate(set, from, to)
  if (!rate) throw new Error('no rate')
  const Exact = Decimal.clone({ precision: 60 })
  return roundToMoney(new Exact(inCurrency(amountMinor, from)).times(rate), to).amountMinor
}

/** What one minor unit is worth, in the currency itself. */
const unitOf = (currency: string) => new Decimal(10).pow(-minorUnitsOf(currency))
