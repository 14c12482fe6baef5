import { describe, expect, it } from 'vitest'
import { columnsOf } from './columns.ts'

describe('the header of a price', () => {
  it.each([
    ['Preis netto', { tax: 'net' }],
    ['Preis netto (EUR)', { tax: 'net', currency: 'EUR' }],
    ['VK netto €', { tax: 'net', currency: 'EUR' }],
    ['Preis in CHF', { currency: 'CHF' }],
    ['Listenpreis exkl. MwSt.', { tax: 'net' }],
    ['Prix HT', { tax: 'net' }],
    ['netPrice', { tax: 'net' }],
    ['Preis', {}],
  ])('“%s” says what it is', (header, price) => {
    expect(columnsOf([header])).toEqual([{ kind: 'field', field: 'price', price }])
  })

  it.each(['Preis brutto', 'Preis inkl. MwSt.', 'Bruttopreis', 'Prix TTC', 'Price incl. VAT'])(
    '“%s” is no price of a catalogue, which has prices without tax',
    (header) => {
      expect(columnsOf([header])).toEqual([{ kind: 'ignored' }])
    },
  )

  it.each(['Bruttogewicht', 'Netto', 'Preisgruppe netto', 'Preis pro Palette'])(
    '“%s” is none',
    (header) => {
      expect(columnsOf([header])).toEqual([{ kind: 'ignored' }])
    },
  )
})
