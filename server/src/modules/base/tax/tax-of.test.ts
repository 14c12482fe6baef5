import { describe, expect, it } from 'vitest'
import { rateTable } from './rate-table.ts'
import { type TaxQuestion, taxOf } from './tax-of.ts'

const rates = rateTable()
const on = '2026-11-21'
const germany = { country: 'DE', vatId: 'DE123456789' }

describe('a supply', () => {
  it.each([
    ['at home', to('DE', '20457'), 'S 19'],
    ['at home, of a reduced class', { ...to('DE'), taxClass: 'reduced' as const }, 'S 7'],
    ['at home, taxed at nothing', { ...to('DE'), taxClass: 'zero' as const }, 'Z 0'],
    ['at home, exempt', { ...to('DE'), taxClass: 'exempt' as const }, 'E 0 VATEX-EU-132'],
    ['at home, to a business', { ...to('DE'), ...business('DE987654321') }, 'S 19'],
    ['to a business in Austria', { ...to('AT'), ...business('ATU12345678') }, 'K 0 VATEX-EU-IC'],
    [
      'to a business of a third member',
      { ...to('AT'), ...business('FRXX123456789') },
      'K 0 VATEX-EU-IC',
    ],
    [
      'to a business in Austria, exempt',
      { ...to('AT'), ...business('ATU12345678'), taxClass: 'exempt' as const },
      'E 0 VATEX-EU-132',
    ],
    ['abroad with a number of its own state', { ...to('AT'), ...business('DE987654321') }, 'S 19'],
    ['to somebody in Austria without a number', to('AT'), 'S 20'],
    ['with a number that cannot be one', { ...to('AT'), ...business('ATU1234') }, 'S 20'],
    ['to Switzerland', to('CH'), 'G 0 VATEX-EU-G'],
    ['to Great Britain', to('GB', 'SW1A 1AA'), 'G 0 VATEX-EU-G'],
    [
      'to a business in Northern Ireland',
      { ...to('GB', 'BT1 5GS'), ...business('XI123456789') },
      'K 0 VATEX-EU-IC',
    ],
    ['to Heligoland, outside the area', to('DE', '27498'), 'G 0 VATEX-EU-G'],
    ['to the Canary Islands', to('ES', '38001'), 'G 0 VATEX-EU-G'],
    ['to Réunion', to('FR', '97400'), 'G 0 VATEX-EU-G'],
    ['to Monaco, which France covers', to('MC', '98000'), 'S 20'],
    ['to Jungholz, with a rate of its own', to('AT', '6691'), 'S 19'],
    ['to Madeira', to('PT', '9000-001'), 'S 22'],
  ] as const)('%s', (_, question, expected) => {
    expect(taxOfQuestion(question)).toBe(expected)
  })

  it.each([
    [
      'within Great Britain',
      { supplier: { country: 'GB', vatId: undefined }, ...to('GB') },
      'S 20',
    ],
    ['out of Great Britain', { supplier: { country: 'GB', vatId: undefined }, ...to('DE') }, 'G 0'],
    [
      'within Great Britain, exempt',
      { supplier: { country: 'GB', vatId: undefined }, ...to('GB'), taxClass: 'exempt' as const },
      'E 0',
    ],
    ['by nobody knows whom', { supplier: undefined, ...to('DE') }, 'supplier_unknown'],
    [
      'within a country without rates',
      { supplier: { country: 'US', vatId: undefined }, ...to('US') },
      'rate_unknown',
    ],
    [
      'out of a country without rates',
      { supplier: { country: 'US', vatId: undefined }, ...to('DE') },
      'rules_unknown',
    ],
    [
      'of a class that the country has not',
      { ...to('DE'), taxClass: 'parking' as const },
      'rate_unknown',
    ],
    [
      'of a class where there is one rate alone',
      { supplier: { country: 'DK', vatId: undefined }, ...to('DK'), taxClass: 'reduced' as const },
      'S 25',
    ],
  ] as const)('%s', (_, question, expected) => {
    expect(taxOfQuestion(question)).toBe(expected)
  })

  it('says what it lacks', () => {
    const american = { country: 'US', vatId: undefined }
    const ask = (question: Pick<TaxQuestion, 'supplier' | 'shipTo'>) =>
      taxOf({ buyer: undefined, taxClass: 'reduced', on, ...question }, rates)
    expect(ask({ supplier: american, ...to('US') })).toEqual({
      state: 'NOT_DETERMINED',
      reason: 'rate_unknown',
      details: { country: 'US', taxClass: 'reduced', on },
    })
    expect(ask({ supplier: american, ...to('DE') })).toMatchObject({
      details: { from: 'US', to: 'DE' },
    })
    expect(ask({ supplier: undefined, ...to('DE') })).toMatchObject({ details: {} })
  })

  it('has the category Z where the rate is zero', () => {
    const override = { country: 'DE', taxClass: 'reduced', rate: '0.00' } as const
    const table = rateTable([{ ...override, validFrom: '2026-01-01', validUntil: undefined }])
    expect(taxOfQuestion({ ...to('DE'), taxClass: 'reduced' }, table)).toBe('Z 0')
  })

  it('is taxed by one country, whatever number its buyer has', () => {
    const taxed = (question: Partial<TaxQuestion> & Pick<TaxQuestion, 'shipTo'>) => {
      const tax = taxOf(
        { supplier: germany, buyer: undefined, taxClass: 'standard', on, ...question },
        rates,
      )
      return tax.state === 'DETERMINED' ? tax.country : undefined
    }
    expect(taxed(to('SE'))).toBe('SE')
    expect(taxed(to('MC', '98000'))).toBe('FR')
    expect(taxed({ ...to('SE'), ...business('DE987654321') })).toBe('DE')
    expect(taxed({ ...to('SE'), ...business('SE123456789001') })).toBe('DE')
    expect(taxed(to('CH'))).toBe('DE')
  })

  it('is taxed by the rules of its day', () => {
    const onDay = (day: string) => taxOfQuestion({ ...to('DE'), on: day })
    expect([onDay('2020-06-30'), onDay('2020-07-01'), onDay('2021-01-01')]).toEqual([
      'S 19',
      'S 16',
      'S 19',
    ])
    expect(taxOfQuestion({ supplier: { country: 'FI', vatId: undefined }, ...to('FI') })).toBe(
      'S 25.5',
    )
  })

  it('is taxed as an operator decides, from the first to the last day of the decision', () => {
    const override = { country: 'DE', taxClass: 'standard', rate: '16' } as const
    const table = rateTable([
      { ...override, validFrom: '2027-01-01', validUntil: '2027-06-30' },
      {
        country: 'US',
        taxClass: 'standard',
        rate: '8.875',
        validFrom: '2026-01-01',
        validUntil: undefined,
      },
    ])
    const onDay = (day: string) => taxOfQuestion({ ...to('DE'), on: day }, table)
    expect(['2026-12-31', '2027-01-01', '2027-06-30', '2027-07-01'].map(onDay)).toEqual([
      'S 19',
      'S 16',
      'S 16',
      'S 19',
    ])
    const portuguese = { country: 'PT', taxClass: 'standard', validUntil: undefined } as const
    const corrected = [
      { ...portuguese, rate: '24', validFrom: '2026-01-01' },
      { ...portuguese, rate: '18', validFrom: '2026-01-01', postcode: '95' },
      { ...portuguese, rate: '17', validFrom: '2026-01-01', postcode: '9555' },
    ]
    const at = (postalCode: string) => taxOfQuestion(to('PT', postalCode), rateTable(corrected))
    // The mainland, Madeira with a rate of its own in the data, two parts of the Azores.
    expect(['1000-001', '9000-001', '9500-100', 'PT-9555 001'].map(at)).toEqual([
      'S 24',
      'S 22',
      'S 18',
      'S 17',
    ])
    const american = { supplier: { country: 'US', vatId: undefined } }
    expect(taxOfQuestion({ ...american, ...to('US') }, table)).toBe('S 8.875')
    expect(taxOfQuestion({ ...american, ...to('DE') }, table)).toBe('G 0')
  })
})

function to(country: string, postalCode?: string) {
  return { shipTo: { country, postalCode } }
}

function business(vatId: string) {
  return { buyer: { vatId } }
}

function taxOfQuestion(
  question: Partial<TaxQuestion> & Pick<TaxQuestion, 'shipTo'>,
  table = rates,
) {
  const defaults = { supplier: germany, buyer: undefined, taxClass: 'standard', on } as const
  const tax = taxOf({ ...defaults, ...question }, table)
  if (tax.state === 'NOT_DETERMINED') return tax.reason
  return [tax.category, tax.rate, tax.reasonCode].filter((part) => part !== undefined).join(' ')
}
