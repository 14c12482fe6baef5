import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import {
  isWhole,
  numberOf,
  oneUnit,
  parseQuantity,
  quantityMax,
  quantityOf,
  quantitySchema,
  sumOfQuantities,
} from './quantity.ts'

describe('a quantity', () => {
  it.each([
    [1, 1000n],
    [0.001, 1n],
    [2.5, 2500n],
    [0.3, 300n],
    [123_456.789, 123_456_789n],
    [1_000_000, quantityMax],
  ])('is %d in JSON and %d thousandths inside', (amount, thousandths) => {
    expect(quantityOf(amount)).toBe(thousandths)
    expect(numberOf(thousandths)).toBe(amount)
  })

  it('comes back from JSON unchanged, whatever its thousandths', () => {
    for (let thousandths = 1n; thousandths < quantityMax; thousandths = thousandths * 3n + 1n) {
      const read = JSON.parse(JSON.stringify(numberOf(thousandths)))
      expect(quantityOf(read)).toBe(thousandths)
    }
  })

  it.each([
    ['2', 2000n],
    ['2.5', 2500n],
    [' 0.125 ', 125n],
    ['7.1000', 7100n],
    ['0.0001', undefined],
    ['1,5', undefined],
    ['-1', undefined],
    ['', undefined],
    ['1e3', undefined],
  ])('reads %j in a file as %s', (text, quantity) => {
    expect(parseQuantity(text)).toBe(quantity)
  })

  it('is whole without decimals, and adds up', () => {
    expect([isWhole(oneUnit), isWhole(1500n)]).toEqual([true, false])
    expect(sumOfQuantities([500n, 1500n])).toBe(2000n)
  })
})

describe('the schema of a quantity', () => {
  const line = Compile(Type.Object({ quantity: quantitySchema() }))

  it.each([1, 0.001, 0.3, 999_999.999, 1_000_000])('takes %d', (quantity) => {
    expect(line.Check({ quantity })).toBe(true)
  })

  it.each([0, -1, 0.0001, 1.2345, 1e9, 1e308, '1', null])('refuses %j', (quantity) => {
    expect(line.Check({ quantity })).toBe(false)
  })

  it('names the decimals as the problem', () => {
    expect(line.Errors({ quantity: 1.2345 }).map(({ message }) => message)).toEqual([
      'must have at most three decimals',
    ])
  })
})
