import { describe, expect, it } from 'vitest'
import { extractBrief } from './extract-brief.ts'
import { today } from './score-briefs.fixture.ts'

/** A wrong power of ten costs a company real money, so nothing here may fail. Undefined: the grammar must not guess. */
const budgets: readonly (readonly [locale: string, text: string, amount: string | undefined])[] = [
  ['de', 'Budget 1.500 Euro', '1500'],
  ['de', 'Das Budget beträgt 1.500,50 Euro', '1500.50'],
  ['de', 'Budget 1,5k Euro', '1500'],
  ['de', 'Budget 1,5 Mio. Euro', '1500000'],
  ['de', 'Budget 1.5 Mio Euro', '1500000'],
  ['de', 'Budget 2 Mrd. Euro', '2000000000'],
  ['de', 'Budget: eine Million Euro', '1000000'],
  ['de', 'Budget: eine Milliarde Euro', '1000000000'],
  ['de', 'Budget: eine Billion Euro', '1000000000000'],
  ['de', 'Budget 150 Tsd. Euro', '150000'],
  ['de', 'Budget 12 000 Euro', '12000'],
  ['de', 'Budget 12.000.000 Euro', '12000000'],
  ['de', "Budget CHF 12'000", '12000'],
  ['de', 'Budget CHF 12’000.50', '12000.50'],
  ['de', 'Budget zweitausendfünfhundert Euro', '2500'],
  ['de', 'Budget 1,500 Euro', undefined],
  ['de', 'Budget 1.500k Euro', undefined],
  ['de', 'Budget 0,5 Mio. Euro', '500000'],
  ['de', 'Budget 99,9 Euro', '99.9'],
  ['de', 'Budget 1.23.456 Euro', undefined],
  ['de', 'Budget 1.5000 Euro', '1.5000'],
  ['en', 'The budget is $1,500', '1500'],
  ['en', 'The budget is $1,500.50', '1500.50'],
  ['en', 'The budget is $1.5k', '1500'],
  ['en', 'The budget is $1.5m', '1500000'],
  ['en', 'The budget is 1.5 million dollars', '1500000'],
  ['en', 'The budget is one billion dollars', '1000000000'],
  ['en', 'The budget is EUR 1.500', '1500'],
  ['en', 'The budget is EUR 1.500,00', '1500.00'],
  ['en', 'The budget is 1.500k EUR', undefined],
  ['en', 'The budget is 1,500k EUR', undefined],
  ['en', 'The budget is 2.5K EUR', '2500'],
  ['en', 'The budget is two hundred and fifty thousand euros', '250000'],
  ['en', 'The budget is 1,50,000 EUR', undefined],
  ['en', 'The budget is 1 500 000 EUR', '1500000'],
  ['en', 'The budget is £0.5m', '500000'],
  ['en', 'The budget is 5000', '5000'],
  ['en', 'The budget is 1500.125 EUR', '1500.125'],
]

const prices: typeof budgets = [
  ['de', '5 Stühle, 1.250 Euro pro Stück', '1250'],
  ['de', '5 Stühle, 1.250,00 Euro pro Stück', '1250.00'],
  ['de', '5 Stühle, 1,25 Euro pro Stück', '1.25'],
  ['de', '5 Stühle, 0,125 Euro pro Stück', '0.125'],
  ['de', '5 Stühle, 1,250 Euro pro Stück', undefined],
  ['en', '5 chairs, 1,250 EUR each', '1250'],
  ['en', '5 chairs, 1.250 EUR each', undefined],
  ['en', '5 chairs, 0.125 EUR each', '0.125'],
  ['en', '5 chairs, $1.25 each', '1.25'],
  ['en', '5 chairs at 80 cents each', '0.80'],
  ['en', '5 chairs at 5 cents each', '0.05'],
]

const quantities: typeof budgets = [
  ['de', '1.500 Stück Schrauben', '1500'],
  ['de', '1.500 Schrauben', '1500'],
  ['de', '1,5 kg Mehl', '1.5'],
  ['de', '1,500 kg Mehl', undefined],
  ['de', '1.500 kg Mehl', '1500'],
  ['de', '1,500 Stück Schrauben', '1500'],
  ['de', '12.000 m Kabel', '12000'],
  ['en', '1,500 screws', '1500'],
  ['en', '1.500 screws', '1500'],
  ['en', '1.5 kg of flour', '1.5'],
  ['en', '1.500 kg of flour', undefined],
  ['en', '1,500 kg of flour', '1500'],
  ['en', '2k screws', '2000'],
  ['en', '2 500 ml bottles of ink', undefined],
  ['en', '12 000 screws', '12000'],
  ['en', 'a dozen screws', '12'],
  ['en', 'two thousand screws', '2000'],
  ['de', 'zweitausend Schrauben', '2000'],
  ['de', 'dreihundertfünfundzwanzig Schrauben', '325'],
  ['en', '2½ tons of steel', '2.5'],
  ['de', '½ Palette Papier', '0.5'],
  ['en', '٥٠ chairs', undefined],
  ['en', '99999999999999999999 chairs', undefined],
  ['en', '999999999999 billion chairs', undefined],
  ['en', '20 t of steel', '20'],
  ['en', '5 dozen eggs', '60'],
  ['en', '10 boxes of 200 screws', '10'],
  ['en', '10 to 15 chairs', '15'],
  ['de', '10-15 Stühle', '15'],
]

const extract = (locale: string, text: string) =>
  extractBrief({
    messages: [{ id: 'm1', role: 'buyer', text }],
    locale,
    currency: 'EUR',
    today,
  }).brief

describe('the magnitude', () => {
  it.each(budgets)('of a budget, %s: %s', (locale, text, amount) => {
    const { budget, openQuestions } = extract(locale, text)
    expect(budget?.value.amount).toBe(amount)
    if (amount === undefined) expect(openQuestions.map(({ field }) => field)).toContain('unclear')
  })

  it.each(prices)('of a price, %s: %s', (locale, text, amount) => {
    const { items, openQuestions } = extract(locale, text)
    expect(items[0]?.targetUnitPrice?.value.amount).toBe(amount)
    if (amount === undefined) expect(openQuestions.map(({ field }) => field)).toContain('unclear')
  })

  it.each(quantities)('of a quantity, %s: %s', (locale, text, quantity) => {
    const { items, openQuestions } = extract(locale, text)
    expect(items[0]?.quantity?.value).toBe(quantity)
    if (quantity === undefined) expect(openQuestions.map(({ field }) => field)).toContain('unclear')
  })
})
