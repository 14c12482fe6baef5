import { describe, expect, it } from 'vitest'
import { isGtin } from './gtin.ts'

describe('a GTIN', () => {
  it.each([
    ['4006381333931', true],
    ['4006381333932', false],
    ['96385074', true],
    ['036000291452', true],
    ['00036000291452', true],
    ['12345', false],
  ])('%s: %s', (digits, isGood) => {
    expect(isGtin(digits)).toBe(isGood)
  })
})
