import { describe, expect, it } from 'vitest'
import { nominalLength } from './length-value.ts'
import { rangesOf } from './ranges.ts'
import { measuresOf, withNeighbours } from './units.ts'

describe('ranges of measures', () => {
  it.each([
    'between 1 and 3 m',
    'from 1 to 3 m',
    'between 1 m and 3 m',
    'between 100 cm and 3 m',
    'zwischen 1 und 3 m',
    'von 1 bis 3 Meter',
    '1 bis 3 m',
    'entre 1 et 3 m',
    'de 1 à 3 m',
    '1-3 m',
  ])('%s has the lengths from 1 to 3 m and no others', (typed) => {
    const { ranges, rest } = rangesOf(`hdmi ${typed}`)
    expect([ranges.length, rest.trim()]).toEqual([1, 'hdmi'])
    const isWithin = (length: string) =>
      withNeighbours(measuresOf(length).tokens).some((token) => ranges[0]?.includes(token))
    expect(['1 m', '1.4 m', '1.83 m', '2 m', '2.5 m', '3 m'].filter(isWithin)).toHaveLength(6)
    expect(['0.9 m', '3.2 m', '5 m', '1 kg'].filter(isWithin)).toEqual([])
  })

  it.each(['canon ef 70-300 mm', 'hdmi 2 to 1', '3 to 1 m', '1 kg to 3 m', 'nema 5-15'])(
    '%s is none',
    (typed) => {
      expect(rangesOf(typed)).toEqual({ ranges: [], rest: typed })
    },
  )
})

describe('a nominal length', () => {
  it.each([
    ['1.83 m', '1.8 m'],
    ['6 ft', '1.8 m'],
    ['180 cm', '1.8 m'],
    ['1.8 m', '1.8 m'],
    ['3.05 m', '3 m'],
    ['7.62 m', '7.6 m'],
    ['0.5 m', '0.5 m'],
    ['20 mm', '20 mm'],
    ['1.8 m / 6 ft', '1.8 m / 6 ft'],
    ['black', 'black'],
  ])('of %s is %s', (value, nominal) => {
    expect(nominalLength(value)).toBe(nominal)
  })
})
