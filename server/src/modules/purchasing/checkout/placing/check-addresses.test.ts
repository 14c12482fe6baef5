import { describe, expect, it } from 'vitest'
import { assertAddresses } from './check-addresses.ts'

const hamburg = {
  name: 'Bea Buyer',
  line1: 'Hafenstr. 7',
  city: 'Hamburg',
  postalCode: '20457',
  country: 'DE',
}
const nowhere = { ...hamburg, country: 'XX' }
const misspelled = { ...hamburg, postalCode: '2045' }

describe('the addresses of an order', () => {
  it('are accepted', () => {
    expect(() => assertAddresses({ shipTo: hamburg, billTo: hamburg })).not.toThrow()
    expect(() => assertAddresses({ shipTo: hamburg })).not.toThrow()
  })

  it.each([
    ['shipTo', { shipTo: nowhere }],
    ['billTo', { shipTo: hamburg, billTo: nowhere }],
    ['deliveries.0.shipTo', { deliveries: [{ shipTo: nowhere, lines: [] }] }],
  ])('have a known country in %s', (field, terms) => {
    const details = { field, country: 'XX' }
    expect(() => assertAddresses(terms)).toThrow(
      expect.objectContaining({ code: 'checkout.country_unknown', details }),
    )
  })

  it('have a postal code of their country', () => {
    const details = { field: 'billTo', country: 'DE', forms: ['99999'] }
    expect(() => assertAddresses({ shipTo: hamburg, billTo: misspelled })).toThrow(
      expect.objectContaining({ code: 'checkout.postal_code_invalid', details }),
    )
  })
})
