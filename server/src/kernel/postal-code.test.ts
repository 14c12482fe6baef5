import { describe, expect, it } from 'vitest'
import { isCountry } from './country.ts'
import { missedPostalForms, postalCountries } from './postal-code.ts'

describe('a postal code', () => {
  it.each([
    ['DE', '20457'],
    ['DE', 'D-20457'],
    ['AT', 'A-1010'],
    ['LV', 'LV-1010'],
    ['LV', '1010'],
    ['FI', 'FIN-00100'],
    ['SE', '114 55'],
    ['SE', 'SE-114 55'],
    ['SE', '11455'],
    ['NL', '1017 ax'],
    ['NL', '1017AX'],
    ['GB', 'SW1A 1AA'],
    ['GB', 'gir 0aa'],
    ['GB', 'BFPO 61'],
    ['IE', 'D6W XY00'],
    ['IE', 'D02 AF30'],
    ['US', '10001'],
    ['US', '10001-1234'],
    ['US', '100011234'],
    ['CA', 'K1A 0B1'],
    ['PL', '00-950'],
    ['PL', '00950'],
    ['JP', '100\u20130001'],
    ['PT', '1000-205'],
    ['BR', '01310-100'],
    ['AD', 'AD500'],
    ['AE', '-'],
    ['HK', 'none'],
    ['XX', '1'],
  ])('of %s may be %s', (country, code) => {
    expect(missedPostalForms(country, code)).toBeUndefined()
  })

  it.each([
    ['DE', '1010', ['99999']],
    ['DE', '204570', ['99999']],
    ['DE', 'ABCDE', ['99999']],
    ['DE', 'SW1A 1AA', ['99999']],
    ['AT', '20457', ['9999']],
    ['NL', '1017', ['9999 AA']],
    ['US', '1000', ['99999', '99999-9999']],
    ['CA', '10001', ['A9A 9A9']],
    ['PL', '0095', ['99-999']],
    ['DE', '\uff12\uff10\uff14\uff15\uff17', ['99999']],
    ['DE', '-', ['99999']],
  ])('of %s is not %s', (country, code, forms) => {
    expect(missedPostalForms(country, code)).toEqual(forms)
  })

  it('has forms for countries of ISO 3166-1 only', () => {
    expect(postalCountries.filter((country) => !isCountry(country))).toEqual([])
    expect(postalCountries.length).toBeGreaterThan(150)
  })
})
