import { expect, it } from 'vitest'
import { importOptionsFrom } from './options.ts'

it('a table is helped from a shell as over HTTP', () => {
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
