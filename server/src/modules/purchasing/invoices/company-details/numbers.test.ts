import { describe, expect, it } from 'vitest'
import { isBic, isSepa, problemOfIban } from './bank-account.ts'
import { isLeitwegId, problemOfAddress } from './electronic-address.ts'
import { problemOfRegistration, registrationOf, storedRegistration } from './registration.ts'

describe('an IBAN', () => {
  // Examples of the IBAN registry of SWIFT.
  it.each([
    'AT611904300234573201',
    'BE68539007547034',
    'CH9300762011623852957',
    'DE89370400440532013000',
    'ES9121000418450200051332',
    'FR1420041010050500013M02606',
    'GB29NWBK60161331926819',
    'IT60X0542811101000000123456',
    'MT84MALT011000012345MTLCAST001S',
    'NL91ABNA0417164300',
    'NO9386011117947',
    'SA0380000000608010167519',
  ])('%s is accepted', (iban) => {
    expect(problemOfIban(iban)).toBeUndefined()
  })

  it.each([
    ['DE88370400440532013000', 'check digits'],
    ['DE89370400440532031000', 'check digits'],
    ['DE8937040044053201300', '22 characters'],
    ['NL91ABNA04171643000', '18 characters'],
    ['US89370400440532013000', 'registry'],
    ['de89370400440532013000', 'two letters'],
    ['DE89 3704', 'two letters'],
  ])('%s is refused', (iban, said) => {
    expect(problemOfIban(iban)).toContain(said)
  })

  it('allows SEPA when its country takes part and the amount is in euros', () => {
    expect(isSepa('DE89370400440532013000', 'EUR')).toBe(true)
    expect(isSepa('DE89370400440532013000', 'CHF')).toBe(false)
    expect(isSepa('SA0380000000608010167519', 'EUR')).toBe(false)
  })
})

it('a BIC has 8 or 11 characters and an existing country', () => {
  expect(['COBADEFF', 'COBADEFFXXX', 'NWBKGB2L'].map(isBic)).toEqual([true, true, true])
  expect(['COBADEF', 'COBAZZFF', 'COBADEFFXX', 'COB DEFF'].map(isBic)).toEqual(Array(4).fill(false))
})

describe('a registration number', () => {
  it.each([
    ['tax', 'JP', 'T7000012050002', 'T7000012050003'],
    ['legal', 'JP', '7000012050002', '7000012050020'],
    ['legal', 'AU', '51824753556', '51824753565'],
    ['legal', 'BE', '0202239951', '0202239915'],
    ['legal', 'CH', 'CHE109322551', 'CHE109322515'],
    ['legal', 'DK', 'DK13585628', 'DK13585682'],
    ['legal', 'FI', '01120389', '01120398'],
    ['legal', 'FR', '552100554', '552100545'],
    ['legal', 'IS', '5501692829', '5501692929'],
    ['legal', 'NO', '923609016', '923609061'],
    ['legal', 'SE', '5560125790', '5560125791'],
    ['tax', 'IN', '27AAPFU0939F1ZV', '27AAPFU0939F1ZW'],
  ] as const)('(%s, %s) accepts %s and refuses %s', (kind, country, good, bad) => {
    expect(problemOfRegistration(kind, country, good)).toBeUndefined()
    expect(problemOfRegistration(kind, country, bad)).toContain('check digit')
  })

  it('is stored without separators', () => {
    expect(storedRegistration('legal', 'CH', 'CHE-109.322.551')).toBe('CHE109322551')
    expect(storedRegistration('legal', 'DK', '13 58 56 28')).toBe('DK13585628')
    expect(storedRegistration('tax', 'JP', 't7000012050002 ')).toBe('T7000012050002')
    expect(storedRegistration('tax', 'DE', '181/815/08155')).toBe('181/815/08155')
    expect(storedRegistration('legal', 'DE', 'HRB 12345 Köln')).toBe('HRB 12345 Köln')
  })

  it('follows the register of its country, and is free text of limited length elsewhere', () => {
    expect(registrationOf('legal', 'NL', '12345678')).toEqual({
      number: '12345678',
      label: 'KVK number',
      scheme: '0106',
    })
    expect(problemOfRegistration('legal', 'DE', 'HRB 12345')).toBeUndefined()
    expect(problemOfRegistration('legal', 'DE', 'x'.repeat(31))).toContain('30 characters')
    expect(registrationOf('legal', 'DE', 'HRB 12345')).toEqual({
      number: 'HRB 12345',
      label: 'Registration number',
    })
  })
})

describe('an electronic address', () => {
  it.each([
    ['0088', '4000001123452'],
    ['0204', '04011000-1234512345-06'],
    ['0208', '0202239951'],
    ['EM', 'invoices@example.com'],
    ['9930', 'DE123456789'],
  ])('of scheme %s accepts %s', (scheme, id) => {
    expect(problemOfAddress({ scheme, id })).toBeUndefined()
  })

  it.each([
    ['0088', '4000001123453'],
    ['0204', '04011000-1234512345-07'],
    ['0208', '0202239952'],
    ['0184', '13585628'],
    ['EM', 'nobody'],
    ['1234', 'x'],
  ])('of scheme %s refuses %s', (scheme, id) => {
    expect(problemOfAddress({ scheme, id })).toBeDefined()
  })

  it('of a German authority has check digits over letters, too', () => {
    expect(isLeitwegId('991-33333TEST-33')).toBe(true)
    expect(isLeitwegId('991-33333TSET-33')).toBe(false)
    expect(isLeitwegId('PO-4711')).toBe(false)
  })
})
