import { expect, it } from 'vitest'
import { importOptionsFrom } from './options.ts'

it('the command line converts a table with the same options as the API', () => {
  const words = {
    format: 'csv',
    delimiter: 'tab',
    encoding: 'windows-1252',
    mapping: '{"A":"sku"}',
  }
  expect(importOptionsFrom(words)).toEqual({
    replace: false,
    discontinueMaxPercent: 50,
    format: 'csv',
    delimiter: '\t',
    encoding: 'windows-1252',
    mapping: { A: 'sku' },
  })
  expect(() => importOptionsFrom({ delimiter: 'colon' })).toThrow(/delimiter/)
})
