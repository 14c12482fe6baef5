import { describe, expect, it } from 'vitest'
import { measuresOf, withNeighbours } from './units.ts'

describe('measures', () => {
  it.each([
    ['6ft', "6'", '1.83 m'],
    ['25 ft', '7.62 m', '762 cm'],
    ['1/4 in', '0.25"', '6.35 mm'],
    ['1 1/2"', '1.5 in', '38.1mm'],
    ['70x37 mm', '70 x 37 mm', '7 x 3.7 cm'],
    ['1,000 mm', '1 m', '100 cm'],
    ['0,5 m', '0.5m', '50 cm'],
    ['5 mètres', '5 metres', '5 m'],
    ['15,6 Zoll', '15.6 in', '15,6 pouces'],
    ['500 g', '0.5 kg', '500g'],
    ['1 gal', '3.785 l', '1 gallon'],
    ['10 kV', '10000 V', '10000 volts'],
    ['1500VA', '1.5 kVA', '1,500 VA'],
    ['1 To', '1 TB', '1000 Go'],
    ['64go', '64 GB', '64 Go'],
  ])('%s, %s and %s are the same measure', (one, two, three) => {
    expect(tokens(one)).not.toEqual([])
    expect(tokens(two)).toEqual(tokens(one))
    expect(tokens(three)).toEqual(tokens(one))
  })

  it.each([
    '2 in 1 charger',
    'USB 2.0 m',
    'M/M',
    'TL-SG1008',
    'NEMA 5-15',
    'PA-4x6 in',
    '5G router',
    '10g sfp',
    '5 mâles',
    '1 to 4 splitter',
    'coffee 2 GO',
  ])('%s contains no measure', (text) => {
    expect(measuresOf(text)).toEqual({ tokens: [], rest: text })
  })

  it('are removed from the text', () => {
    expect(measuresOf('cat6 patch cable blue 25 ft').rest).toBe('cat6 patch cable blue')
    expect(measuresOf('610 mm x 15.2 m photo paper').rest).toBe('photo paper')
  })

  it('are no lengths in threads, packs or ports', () => {
    expect(tokens('1/4-20 x 1 hex bolt')).toEqual(['thr1q4n20'])
    expect(tokens('M8x40')).toEqual(['thrm8', 'thrm8x40'])
    expect(tokens('M8 x 1.25')).toEqual(['thrm8', 'thrm8x1p25'])
    expect(tokens('50pk')).toEqual(['cnt50'])
    expect(tokens('pack of 10')).toEqual(['cnt10'])
    for (const six of ['6er Pack', '6 Stück', '6 pièces', 'lot de 6'])
      expect(tokens(six)).toEqual(['cnt6'])
    expect(tokens('8-port switch')).toEqual(['prt8'])
  })

  it('match beside the edge of their step', () => {
    const indexed = withNeighbours(tokens('7.625 m'))
    expect(indexed).toEqual(expect.arrayContaining([...tokens('25 ft'), ...tokens('7.6 m')]))
    expect(indexed).not.toEqual(expect.arrayContaining([...tokens('8 m')]))
  })
})

function tokens(text: string) {
  return measuresOf(text).tokens
}
