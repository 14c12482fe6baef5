import { describe, expect, it } from 'vitest'
import { decimalOf, money } from './money.ts'

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
})
