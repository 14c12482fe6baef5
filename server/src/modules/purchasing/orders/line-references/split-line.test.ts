import { describe, expect, it } from 'vitest'
import { decimalOf, money, parseMoney } from '#kernel/money'
import { numberOf, sumOfQuantities } from '#kernel/quantity'
import { fc } from '#testing/tools/fc'
import type { Allocation, RequestedAllocation } from './allocation.ts'
import {
  accountingOf,
  bookingsOf,
  costOfAllocation,
  problemOfAllocations,
  shareFromLeft,
  splitLine,
} from './split-line.ts'

const eur = (amount: string) => ({ amount, currency: 'EUR' })
const inPercent = (...percents: string[]) =>
  percents.map((percent, at) => ({ costCenter: `C${at}`, percent }))

describe('the allocations of a line', () => {
  it.each([
    ['none', { quantity: 1000n }],
    ['percentages', { quantity: 1000n, allocations: inPercent('33.34', '33.33', '33.33') }],
    [
      'percentages with four decimals',
      { quantity: 1000n, allocations: inPercent('0.0001', '99.9999') },
    ],
    ['one for all', { quantity: 1000n, allocations: inPercent('100') }],
    ['quantities', { quantity: 3000n, allocations: [{ quantity: 1 }, { quantity: 2 }] }],
    ['amounts', { quantity: 1000n, allocations: [{ amount: eur('0.01') }, { amount: eur('9') }] }],
  ])('divide it: %s', (_what, line) => {
    expect(problemOfAllocations(line)).toBeUndefined()
  })

  it.each([
    [
      'a third of it each',
      inPercent('33.33', '33.33', '33.33'),
      { reason: 'PERCENT_SUM', expected: '100', sum: '99.99' },
    ],
    ['too much', inPercent('60', '40.5'), { reason: 'PERCENT_SUM', expected: '100', sum: '100.5' }],
    ['nothing', inPercent('100', '0.0'), { reason: 'PART_NOT_POSITIVE', allocation: 2 }],
    ['no part', [{ costCenter: 'C1' }], { reason: 'PART_AMBIGUOUS', allocation: 1 }],
    ['two parts', [{ percent: '100', quantity: 3 }], { reason: 'PART_AMBIGUOUS', allocation: 1 }],
    [
      'different parts',
      [{ percent: '50' }, { quantity: 2 }],
      { reason: 'PARTS_DIFFER', allocation: 2 },
    ],
    [
      'too few',
      [{ quantity: 1 }, { quantity: 1 }],
      { reason: 'QUANTITY_SUM', expected: '3', sum: '2' },
    ],
    ['no amount', [{ amount: eur('0.00') }], { reason: 'PART_NOT_POSITIVE', allocation: 1 }],
    [
      'less than nothing',
      [{ amount: eur('-1.00') }],
      { reason: 'PART_NOT_POSITIVE', allocation: 1 },
    ],
  ] as const)('are refused: %s', (_what, allocations, problem) => {
    expect(problemOfAllocations({ quantity: 3000n, allocations: [...allocations] })).toEqual(
      problem,
    )
  })

  it.each(['costCenter', 'glAccount', 'project'])('replace the %s of the line', (field) => {
    const line = { quantity: 1000n, allocations: inPercent('100'), [field]: '1' }
    expect(problemOfAllocations(line)).toEqual({ reason: 'BESIDE_REFERENCES' })
  })
})

describe('a divided line', () => {
  const priced = { net: money(1_000n, 'EUR'), tax: money(190n, 'EUR') }

  it('gives the parts with the largest remainder one minor unit more', () => {
    const split = splitLine(inPercent('33.34', '33.33', '33.33'), {
      net: money(100n, 'EUR'),
      tax: undefined,
    })
    expect(amountsOf(split)).toEqual(['0.34', '0.33', '0.33'])
  })

  it('keeps what its allocations say, with the amount and the tax of each', () => {
    expect(splitLine([{ costCenter: 'C1', quantity: 1 }, { quantity: 3 }], priced)).toEqual({
      parts: [
        { costCenter: 'C1', quantity: 1, amount: eur('2.50'), tax: eur('0.48') },
        { quantity: 3, amount: eur('7.50'), tax: eur('1.42') },
      ],
    })
  })

  it.each([
    [['4.00', '6.00'], undefined],
    [['4.00', '6.01'], { reason: 'AMOUNT_SUM', expected: '10.00', sum: '10.01' }],
    [['4.00', '6.001'], { reason: 'AMOUNT_INVALID', allocation: 2 }],
  ])('has amounts that add up to it: %o', (amounts, problem) => {
    const split = splitLine(
      amounts.map((amount) => ({ amount: eur(amount) })),
      priced,
    )
    expect('problem' in split ? split.problem : undefined).toEqual(problem)
    if (!problem) expect(amountsOf(split)).toEqual(amounts)
  })

  it('has amounts in its own currency', () => {
    const split = splitLine([{ amount: { amount: '10.00', currency: 'USD' } }], priced)
    expect(split).toEqual({ problem: { reason: 'AMOUNT_INVALID', allocation: 1 } })
  })

  it('is booked in parts, and a line without allocations as a whole', () => {
    const allocations = partsOf(splitLine(inPercent('50', '50'), priced))
    const whole = money(1_190n, 'EUR')
    expect(bookingsOf({ allocations }, whole)).toMatchObject([
      { costCenter: 'C0', amount: money(595n, 'EUR') },
      { costCenter: 'C1', amount: money(595n, 'EUR') },
    ])
    expect(bookingsOf({ costCenter: 'C9' }, whole)).toMatchObject([
      { costCenter: 'C9', amount: whole },
    ])
    expect(accountingOf({ allocations })).toEqual({})
    expect(accountingOf({ allocations: allocations.slice(0, 1) })).toMatchObject({
      costCenter: 'C0',
    })
    expect(accountingOf({ project: 'P' })).toEqual({ project: 'P' })
  })
})

it('the parts of any line add up to it, and so does all that goes back of them', () => {
  const currency = fc.constantFrom('JPY', 'EUR', 'KWD')
  const minor = fc.bigInt({ min: 0n, max: 10n ** 9n })
  const weights = fc.array(fc.bigInt(1n, 50_000n), { minLength: 1, maxLength: 20 })
  const steps = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 })
  fc.assert(
    fc.property(currency, minor, minor, weights, steps, (code, net, tax, quantities, shares) => {
      const allocations = quantities.map(
        (one): RequestedAllocation => ({ quantity: numberOf(one) }),
      )
      const quantity = sumOfQuantities(quantities)
      expect(problemOfAllocations({ quantity, allocations })).toBeUndefined()
      const parts = partsOf(
        splitLine(allocations, { net: money(net, code), tax: money(tax, code) }),
      )
      const nets = parts.map(({ amount }) => parseMoney(amount.amount, code)?.amountMinor ?? 0n)
      expect(sum(nets)).toBe(net)
      let left = parts.map((part) => costOfAllocation(part).amountMinor)
      expect(sum(left)).toBe(net + tax)
      for (const share of [...shares, 1]) {
        const rest = sum(left)
        const amount = share === 1 ? rest : BigInt(Math.floor(Number(rest) * share))
        const back = shareFromLeft(amount, left)
        expect(sum(back)).toBe(amount)
        left = left.map((minorLeft, at) => minorLeft - (back[at] ?? 0n))
        expect(left.every((minorLeft) => minorLeft >= 0n)).toBe(true)
      }
      expect(sum(left)).toBe(0n)

      const again = splitLine(
        nets
          .filter((one) => one > 0n)
          .map((one) => ({ amount: { amount: decimalOf(money(one, code)), currency: code } })),
        { net: money(net, code), tax: undefined },
      )
      if (net > 0n) expect('parts' in again).toBe(true)
    }),
  )
})

it('a rest of nothing stays with the first part', () => {
  expect(shareFromLeft(1n, [0n, 0n])).toEqual([1n, 0n])
})

function partsOf(split: ReturnType<typeof splitLine>): Allocation[] {
  if ('problem' in split) throw new Error(split.problem.reason)
  return split.parts
}

const amountsOf = (split: ReturnType<typeof splitLine>) =>
  partsOf(split).map(({ amount }) => amount.amount)

const sum = (values: readonly bigint[]) => values.reduce((all, one) => all + one, 0n)
