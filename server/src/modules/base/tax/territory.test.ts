import { describe, expect, it } from 'vitest'
import { isMember, territoryOf } from './territory.ts'

describe('a place outside the VAT area', () => {
  it.each([
    ['DE', '78266'],
    ['DE', '27498'],
    ['ES', '35001'],
    ['ES', '38001'],
    ['ES', '51001'],
    ['ES', '52001'],
    ['FI', '22100'],
    ['FR', '97400'],
    ['FR', '98400'],
    ['FR', '98899'],
    ['GR', '63086'],
    ['IT', '23041'],
    ['IT', '23060'],
    ['IT', '23061'],
    ['IT', '22061'],
  ])('%s %s', (country, postalCode) => {
    expect(territoryOf(country, postalCode)).toEqual({
      country,
      inUnion: false,
      outsideArea: true,
    })
    // A longer code is another place, and so is one without a code.
    for (const other of [`1${postalCode}`, `${postalCode}1`, undefined]) {
      expect(territoryOf(country, other)).toEqual({ country, inUnion: true, outsideArea: false })
    }
  })

  it.each(['FI-22100', 'AX-22100', 'fi-22100', '22 100', '22-100'])('is spelled %s', (postal) => {
    expect(territoryOf('FI', postal).outsideArea).toBe(true)
  })

  it('begins with letters only before a hyphen and a figure', () => {
    expect(territoryOf('FI', 'A22100').outsideArea).toBe(false)
    expect(territoryOf('FI', 'FIN-22100').outsideArea).toBe(false)
    expect(territoryOf('FI', '1FI-22100').outsideArea).toBe(false)
  })
})

describe('the union', () => {
  it('has Northern Ireland for goods', () => {
    const ireland = { country: 'GB', inUnion: true, outsideArea: false }
    expect(territoryOf('GB', 'BT1 5GS')).toEqual(ireland)
    expect(territoryOf('GB', 'bt15gs')).toEqual(ireland)
    expect(territoryOf('GB', 'B1 1BT').inUnion).toBe(false)
    expect(territoryOf('GB', 'ABT1 5GS').inUnion).toBe(false)
    expect(territoryOf('GB', undefined).inUnion).toBe(false)
    // A code of Northern Ireland says nothing in another country.
    expect(territoryOf('US', 'BT1 5GS').inUnion).toBe(false)
  })

  it('taxes Monaco as France, and the Isle of Man as Great Britain', () => {
    expect(territoryOf('MC', '98000')).toEqual({ country: 'FR', inUnion: true, outsideArea: false })
    expect(territoryOf('IM', 'IM1 1AA')).toEqual({
      country: 'GB',
      inUnion: false,
      outsideArea: false,
    })
  })

  it('has 27 members', () => {
    const some = ['AT', 'SK', 'GB', 'CH', 'NO', '']
    expect(some.map(isMember)).toEqual([true, true, false, false, false, false])
  })
})
