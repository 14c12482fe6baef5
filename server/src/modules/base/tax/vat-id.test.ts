import { describe, expect, it } from 'vitest'
import { issuerOfVatId } from './vat-id.ts'

/** A number of each form that VIES lists; where a form has several lengths, its longest. */
const longest = {
  AT: ['ATU12345678'],
  BE: ['BE0123456789', 'BE1123456789'],
  BG: ['BG1234567890'],
  CY: ['CY12345678X'],
  CZ: ['CZ1234567890'],
  DE: ['DE123456789'],
  DK: ['DK12345678'],
  EE: ['EE123456789'],
  GR: ['EL123456789'],
  ES: ['ESX1234567X', 'ES12345678X', 'ESX12345678'],
  FI: ['FI12345678'],
  FR: ['FRXX123456789', 'FR12123456789'],
  HR: ['HR12345678901'],
  HU: ['HU12345678'],
  IE: ['IE1234567WA', 'IE1X23456A', 'IE1+23456A'],
  IT: ['IT12345678901'],
  LT: ['LT123456789012'],
  LU: ['LU12345678'],
  LV: ['LV12345678901'],
  MT: ['MT12345678'],
  NL: ['NL123456789B01', 'NLABC+*6789B01'],
  PL: ['PL1234567890'],
  PT: ['PT123456789'],
  RO: ['RO1234567890'],
  SE: ['SE123456789001'],
  SI: ['SI12345678'],
  SK: ['SK1234567890'],
  GB: ['XI123456789012', 'XIGD123', 'XIHA123'],
}
const shorter = {
  BG: ['BG123456789'],
  CZ: ['CZ12345678', 'CZ123456789'],
  IE: ['IE1234567W'],
  LT: ['LT123456789'],
  RO: ['RO12'],
  GB: ['XI123456789'],
}

describe('a VAT id', () => {
  it.each([...rows(longest), ...rows(shorter)])('%s is of %s', (vatId, country) => {
    expect(issuerOfVatId(vatId)).toBe(country)
  })

  it.each(rows(longest))('%s has nothing before or behind it', (vatId) => {
    expect(issuerOfVatId(`${vatId.slice(0, 2)}0${vatId}`)).toBeUndefined()
    expect(issuerOfVatId(`${vatId}0`)).toBeUndefined()
  })

  it.each([
    'BE2123456789',
    'CY123456781',
    'ES-12345678',
    'FRIO123456789',
    'IE1234567X',
    'IE1234567WZ',
    'LT1234567890',
    'NL123456789A01',
    'RO0234567890',
    'SE123456789002',
    'XI1234567890',
    'XIGD1234',
    'GB123456789',
    'DE12345678',
    'de123456789',
    '',
  ])('%s is none', (vatId) => {
    expect(issuerOfVatId(vatId)).toBeUndefined()
  })

  it('may be absent', () => {
    expect(issuerOfVatId(undefined)).toBeUndefined()
  })
})

function rows(known: Readonly<Record<string, readonly string[]>>): [string, string][] {
  return Object.entries(known).flatMap(([country, vatIds]) =>
    vatIds.map((vatId): [string, string] => [vatId, country]),
  )
}
