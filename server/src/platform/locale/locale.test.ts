import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { locales } from '#kernel/locale'
import { formatDate, formatInstant, formatMoney, localeOfHeader, matchLocale } from './index.ts'

const spaces = (text: string) => text.replaceAll('\u00a0', ' ')

describe('the language of an Accept-Language header', () => {
  it.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['fr-CA, en;q=0.8', 'fr'],
    ['en-US,en;q=0.9', 'en'],
    ['EN', 'en'],
    ['zh-Hant-TW, fr;q=0.2', 'fr'],
    ['en;q=0.3, de;q=0.9', 'de'],
    ['de;q=0, en', 'en'],
    ['*, fr;q=0.5', 'fr'],
    ['gsw-CH', 'de'],
    ['br', 'fr'],
    // CLDR falls back to English for these. The next level decides instead.
    ['is', undefined],
    ['bn, ta', undefined],
    ['pt', undefined],
    ['*', undefined],
    ['', undefined],
    [undefined, undefined],
    ['i_am_no_tag, de', 'de'],
    ['x', undefined],
    ['de;q=high, fr', 'fr'],
    [',,;;,q=', undefined],
    ['__proto__', undefined],
  ] as const)('%s: %s', (header, expected) => {
    expect(localeOfHeader(header, locales)).toBe(expected)
  })

  it('counts the first ten entries and the first 256 characters', () => {
    const others = Array.from({ length: 9 }, (_, at) => `x${at}`)
    expect(localeOfHeader([...others, 'de'].join(','), locales)).toBe('de')
    expect(localeOfHeader([...others, 'pt', 'de'].join(','), locales)).toBeUndefined()
    expect(localeOfHeader(`${'x'.repeat(253)},de`, locales)).toBe('de')
    expect(localeOfHeader(`${'x'.repeat(254)},de`, locales)).toBeUndefined()
    // The limit cuts no entry in two: `de-XX` would become `de`.
    expect(
      localeOfHeader(`${'x'.repeat(253)},de-1996-x-${'y'.repeat(40)}`, locales),
    ).toBeUndefined()
  })

  it('is one of the supported ones', () => {
    expect(localeOfHeader('fr, de;q=0.5', ['en', 'de'])).toBe('de')
    expect(localeOfHeader('fr, de;q=0.5', locales)).toBe('fr')
  })

  it('is found for any header, without an error', () => {
    const entry = fc.oneof(fc.string(), fc.constantFrom('*', 'de', 'fr-CA', ';q=0.1', ';q=', 'en'))
    const header = fc.oneof(
      fc.string({ maxLength: 600 }),
      fc.array(entry, { maxLength: 20 }).map((parts) => parts.join(',')),
    )
    fc.assert(
      fc.property(header, (text) => {
        const found = localeOfHeader(text, locales)
        expect(found === undefined || locales.includes(found)).toBe(true)
      }),
    )
  })
})

it('the language of tags is that of the first tag with a supported one', () => {
  expect(matchLocale(['pt', 'de-CH', 'fr'], locales)).toBe('de')
  expect(matchLocale(['not a tag', 'x'.repeat(40)], locales)).toBeUndefined()
})

describe('amounts and dates', () => {
  const at = new Date('2026-03-09T18:05:59Z')

  it.each([
    ['en', '1,234.50 EUR', '9 March 2026', '9 March 2026 at 18:05 UTC'],
    ['de', '1.234,50 EUR', '9. März 2026', '9. März 2026 um 18:05 UTC'],
    ['fr', '1 234,50 EUR', '9 mars 2026', '9 mars 2026 à 18:05 UTC'],
  ] as const)('follow the notation of %s', (locale, money, date, instant) => {
    expect(spaces(formatMoney(locale, { amount: '1234.50', currency: 'EUR' }))).toBe(money)
    expect(spaces(formatDate(locale, at))).toBe(date)
    expect(spaces(formatInstant(locale, at))).toBe(instant)
  })

  it('keep every decimal of an amount of any length', () => {
    const amount = '12345678901234567.123456'
    expect(spaces(formatMoney('en', { amount, currency: 'EUR' }))).toBe(
      '12,345,678,901,234,567.123456 EUR',
    )
    expect(spaces(formatMoney('de', { amount: '7', currency: 'JPY' }))).toBe('7 JPY')
  })
})
