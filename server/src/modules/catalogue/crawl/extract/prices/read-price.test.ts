import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fc } from '#testing/tools/fc'
import { readPrice } from './read-price.ts'

type Case = readonly [
  text: string | null,
  beside: string | null,
  sign: string | null,
  amount: string | null,
  decimal: '.' | ',' | '€' | null,
]

const file = new URL('../../../../../../test/data/prices/cases.json', import.meta.url)
const cases = JSON.parse(readFileSync(file, 'utf8')) as Record<'usual' | 'hard', readonly Case[]>

describe('the price in a text', () => {
  it('is read as price-parser reads it, in at least 97 of 100 cases of all notations', () => {
    const usual = cases.usual.filter(isRight)
    const hard = cases.hard.filter(isRight)
    // The counts make a lost case visible: 1,049 of 1,051, and 116 of the 134 that price-parser fails.
    expect([usual.length, cases.usual.length]).toEqual([1_049, 1_051])
    expect([hard.length, cases.hard.length]).toEqual([116, 134])
    const all = cases.usual.length + cases.hard.length
    expect((usual.length + hard.length) / all).toBeGreaterThanOrEqual(0.97)
  })

  it.each([
    ['12,50 €', '12.50', 'EUR'],
    ['1.234,56 €', '1234.56', 'EUR'],
    ["CHF 1'049.95", '1049.95', 'CHF'],
    ['1 234,50 zł', '1234.50', 'PLN'],
    ['₹1,25,000', '125000', 'INR'],
    ['0,0295 €', '0.0295', 'EUR'],
    ['¥20,800', '20800', undefined],
    ['$11.95', '11.95', undefined],
    ['7 990 kr', '7990', undefined],
    ['US$ 11.95', '11.95', 'USD'],
    ['$1,190.00 AUD', '1190.00', 'AUD'],
    ['17.90', '17.90', undefined],
  ])('%s is %s %s: a sign of several currencies names none', (text, amount, currency) => {
    expect(readPrice(text)).toMatchObject({ amount, currency, kind: 'exact' })
  })

  it.each([
    ['from $9.99', 'from'],
    ['ab 19,90 €', 'from'],
    ['À partir de 11,70 €', 'from'],
    ['Vanaf € 49.95', 'from'],
    ['Цена: от 2 750 руб.', 'from'],
    ['$49+', 'from'],
    ['up to $4.70', 'up_to'],
    ['bis zu 20 €', 'up_to'],
    ['£6.95 - £9.95', 'range'],
    ['26 to 50 €', 'range'],
    ['841,00 zł – 995,00 zł', 'range'],
    ['$9.95', 'exact'],
  ])('%s: %s', (text, kind) => {
    expect(readPrice(text).kind).toBe(kind)
  })

  it.each([
    ['12,50 € / 100 Stück', { quantity: 100, unit: 'Stück' }],
    ['12,50 € je 1.000 Stk.', { quantity: 1_000, unit: 'Stk' }],
    ['je 100 m 12,50 €', { quantity: 100, unit: 'm' }],
    ['$426.20/EA', { quantity: 1, unit: 'EA' }],
    ['12.50 EUR (per 100)', { quantity: 100, unit: undefined }],
    ['12,50 €', undefined],
    ['$36 /', undefined],
  ])('%s is for %j', (text, per) => {
    expect(readPrice(text).per).toEqual(per)
  })

  it.each([['-5,00 €'], ['40% OFF'], ['15.08.2017'], ['CAT6'], ['call us'], ['']])(
    '%j is none',
    (text) => {
      expect(readPrice(text).amount).toBeUndefined()
    },
  )

  it('is found in any notation of a locale', () => {
    const locales = [
      'en-US',
      'de-DE',
      'fr-FR',
      'de-CH',
      'pl-PL',
      'sv-SE',
      'pt-BR',
      'en-IN',
      'cs-CZ',
    ]
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.constantFrom(...locales),
        (cents, locale) => {
          const text = (cents / 100).toLocaleString(locale, {
            style: 'currency',
            currency: 'EUR',
            minimumFractionDigits: 2,
          })
          const { amount, currency } = readPrice(text)
          expect([Number(amount), currency]).toEqual([cents / 100, 'EUR'])
        },
      ),
    )
  })

  it('costs little, whatever the text is', () => {
    const long = [
      '1 '.repeat(100_000),
      '.,'.repeat(100_000),
      '€'.repeat(100_000),
      `ab ${'-'.repeat(1e5)}`,
    ]
    for (const text of long) expect(() => readPrice(text, { beside: text })).not.toThrow()
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, beside) => {
        const { amount } = readPrice(text, { beside })
        expect(amount === undefined || /^\d+(?:\.\d+)?$/.test(amount)).toBe(true)
      }),
    )
  })
})

/** The sign counts without case, blanks and a last full stop, which have no meaning. */
function isRight([text, beside, sign, amount, decimal]: Case): boolean {
  const found = readPrice(text ?? '', { ...(beside && { beside }), ...(decimal && { decimal }) })
  const bare = (given: string | null | undefined) =>
    given?.toLowerCase().replace(/\.$/, '').replace(/ /g, '') ?? undefined
  const isSameAmount =
    amount === null ? found.amount === undefined : Number(found.amount) === Number(amount)
  return isSameAmount && bare(found.sign) === bare(sign)
}
