import { describe, expect, it } from 'vitest'
import { quantityOf } from '#kernel/quantity'
import {
  decimalOf,
  isPrice,
  lineTotal,
  money,
  parseMoney,
  percentOf,
  priceOfOne,
  roundPrice,
  roundToMoney,
  sameMoney,
  shareOf,
  sumOf,
  unitPrice,
} from './money.ts'

describe('an amount as a decimal', () => {
  it.each([
    [0n, 'EUR', '0.00'],
    [5n, 'EUR', '0.05'],
    [-5n, 'EUR', '-0.05'],
    [100n, 'EUR', '1.00'],
    [-123_456n, 'EUR', '-1234.56'],
    [7n, 'JPY', '7'],
    [-70n, 'JPY', '-70'],
    [7n, 'BHD', '0.007'],
    [123_456_789_012_345_678_901n, 'EUR', '1234567890123456789.01'],
  ])('%s of %s is %s', (minor, currency, text) => {
    expect(decimalOf(money(minor, currency))).toBe(text)
  })

  it.each([
    ['1.5', 'EUR', '1.50'],
    ['1.2345', 'EUR', '1.2345'],
    ['7', 'JPY', '7'],
    ['7.5', 'JPY', '7.5'],
  ])('a unit price of %s %s is %s', (amount, currency, text) => {
    expect(decimalOf(unitPrice(amount, currency))).toBe(text)
  })
})

describe('the amount of a line', () => {
  it.each([
    ['0.345', 1, 1, 34n],
    ['0.355', 1, 1, 36n],
    ['0.3551', 1, 1, 36n],
    ['12.34', 100, 50, 617n],
    ['-0.345', 1, 1, -34n],
    ['19.99', 1, 2.5, 4_998n],
    ['0.01', 1, 0.5, 0n],
    ['0.03', 1, 0.5, 2n],
    ['8.10', 1, 0.125, 101n],
    // More digits than a double, or a decimal of the usual precision, has.
    ['123456789012.123456', 1, 987_654_321, 12_193_263_112_460_905_270_385n],
  ])('%s per %s, times %s, is %s cents', (amount, per, quantity, minor) => {
    expect(lineTotal(unitPrice(amount, 'EUR', per), quantityOf(quantity))).toEqual(
      money(minor, 'EUR'),
    )
  })

  it('has as many decimals as the currency', () => {
    expect(lineTotal(unitPrice('6.5', 'JPY'), 1_000n)).toEqual(money(6n, 'JPY'))
    expect(roundToMoney(unitPrice('0.0075', 'BHD').amount, 'BHD')).toEqual(money(8n, 'BHD'))
  })
})

describe('the price of one', () => {
  it.each([
    ['10', 3, '3.333333'],
    ['20', 3, '6.666667'],
    ['0.000001', 2, '0.000001'],
    ['1.23456789', 1, '1.23456789'],
  ])('%s per %s is %s', (amount, per, one) => {
    const price = priceOfOne(unitPrice(amount, 'EUR', per))
    expect(price).toMatchObject({ currency: 'EUR', perQuantity: 1 })
    expect(price.amount.toFixed()).toBe(one)
  })

  it('is rounded half up, as the database rounds', () => {
    expect(roundPrice(unitPrice('1.2345665', 'EUR').amount).toFixed()).toBe('1.234567')
    expect(roundPrice(unitPrice('1.2345664', 'EUR').amount).toFixed()).toBe('1.234566')
  })

  it('is one that the database keeps', () => {
    const isKept = (amount: string) => isPrice(unitPrice(amount, 'EUR'))
    for (const amount of ['0', '0.000001', '99999999999999.999999']) {
      expect(isKept(amount), amount).toBe(true)
    }
    for (const amount of ['-0.01', '0.0000001', '100000000000000']) {
      expect(isKept(amount), amount).toBe(false)
    }
  })
})

describe('a sum', () => {
  it('adds amounts of one currency', () => {
    expect(sumOf([], 'EUR')).toEqual(money(0n, 'EUR'))
    expect(sumOf([money(5n, 'EUR'), money(-2n, 'EUR')], 'EUR')).toEqual(money(3n, 'EUR'))
  })

  it('refuses another currency', () => {
    expect(() => sumOf([money(5n, 'USD')], 'EUR')).toThrow('cannot add USD to EUR')
  })
})

describe('a percentage', () => {
  it.each([
    [10_000n, '19', 1_900n],
    [10_000n, '7.5', 750n],
    [1_000_000n, '0.0001', 1n],
    [50n, '1', 0n],
    [51n, '1', 1n],
    [150n, '1', 2n],
    [249n, '1', 2n],
    [250n, '1', 2n],
    [-49n, '1', 0n],
    [-51n, '1', -1n],
    [-150n, '1', -2n],
    [-250n, '1', -2n],
  ])('of %s at %s %% is %s', (minor, percent, result) => {
    expect(percentOf(money(minor, 'EUR'), percent)).toEqual(money(result, 'EUR'))
  })
})

describe('a share of a line', () => {
  it.each([
    [1_000n, 1, 3, 333n],
    [1_000n, 2, 3, 667n],
    [1_000n, 3, 3, 1_000n],
    [1n, 1, 2, 1n],
    [1n, 1, 3, 0n],
    [1_000n, 0.5, 2.5, 200n],
  ])('of %s, %s of %s pieces, is %s', (minor, pieces, quantity, share) => {
    expect(shareOf(money(minor, 'EUR'), quantityOf(pieces), quantityOf(quantity))).toBe(share)
  })
})

it('two amounts are the same when their currencies are', () => {
  expect(sameMoney(money(1n, 'EUR'), money(1n, 'EUR'))).toBe(true)
  expect(sameMoney(money(1n, 'EUR'), money(2n, 'EUR'))).toBe(false)
  expect(sameMoney(money(1n, 'EUR'), money(1n, 'USD'))).toBe(false)
})

describe('an amount that a client sends', () => {
  it.each([
    ['0', 'EUR', 0n],
    ['12.5', 'EUR', 1_250n],
    ['-12.25', 'EUR', -1_225n],
    ['1.230', 'EUR', 123n],
    ['7', 'JPY', 7n],
    ['123456789012345', 'EUR', 12_345_678_901_234_500n],
  ])('%s %s is read', (text, currency, minor) => {
    expect(parseMoney(text, currency)).toEqual(money(minor, currency))
  })

  it.each([
    ['', 'EUR'],
    ['x1', 'EUR'],
    ['1x', 'EUR'],
    ['1.', 'EUR'],
    ['.5', 'EUR'],
    ['--1', 'EUR'],
    ['+1', 'EUR'],
    ['1e3', 'EUR'],
    ['1.2.3', 'EUR'],
    ['1,5', 'EUR'],
    ['1.234', 'EUR'],
    ['1.5', 'JPY'],
    ['1234567890123456', 'EUR'],
  ])('"%s" %s is refused', (text, currency) => {
    expect(parseMoney(text, currency)).toBeUndefined()
  })
})
