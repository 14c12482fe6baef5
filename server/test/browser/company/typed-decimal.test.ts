import { describe, expect, it } from 'vitest'
import { readDecimal, writeDecimal } from '../../../../web/src/language/typed-decimal.ts'

describe('a decimal that a person types', () => {
  it.each([
    ['en', '1,000', '1000'],
    ['en', '1.000', '1.000'],
    ['en', '1,234,567.89', '1234567.89'],
    ['en', '0,125', '0.125'],
    ['en', '12,5', '12.5'],
    ['de', '1.000', '1000'],
    ['de', '1,000', '1.000'],
    ['de', '1.234.567,89', '1234567.89'],
    ['de', '0.125', '0.125'],
    ['de', '12.50', '12.50'],
    ['de', "1'250,5", '1250.5'],
    ['fr', '1\u202f250,5', '1250.5'],
    ['fr', '1 000', '1000'],
  ] as const)('in %s %s is %s', (language, typed, decimal) => {
    expect(readDecimal(typed, language)).toBe(decimal)
  })

  it.each(['en', 'de', 'fr'] as const)(
    'is the same again in %s when nobody changes it',
    (language) => {
      for (const text of ['1.125', '1250.5', '0.001', '1000', '123456.789', '']) {
        expect(readDecimal(writeDecimal(text, language), language)).toBe(text)
      }
    },
  )

  it('stays as it is where it is no decimal', () => {
    expect(readDecimal('about 5', 'en')).toBe('about5')
    expect(readDecimal('1,00,000', 'en')).not.toBe('100000')
  })
})
