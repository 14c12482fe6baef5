import { describe, expect, it } from 'vitest'
import { csvCell } from '#kernel/csv'
import { fc } from '#testing/tools/fc'
import { parseAmount, parseCount } from './numbers.ts'
import { openCsv } from './read-csv.ts'
import type { RawFields } from './record.ts'

describe('an amount', () => {
  it.each([
    ['12.50', '.', '12.5'],
    ['12,50', '.', '12.5'],
    ['1.234,56', '.', '1234.56'],
    ['1,234.56', ',', '1234.56'],
    ["1'234.50", '.', '1234.5'],
    ['1 234,5', ',', '1234.5'],
    ['1.234.567', ',', '1234567'],
    ['1,234', '.', '1234'],
    ['1,234', ',', '1.234'],
    ['1.234', ',', '1234'],
    ['0.123', ',', '0.123'],
    ['0,123456', '.', '0.123456'],
    ['12', '.', '12'],
  ] as const)('%s before a %s is %s', (text, decimal, amount) => {
    expect(parseAmount(text, decimal)?.toFixed()).toBe(amount)
  })

  it.each([
    '',
    '-1',
    '1.2.3,4,5',
    '1,23,456.7',
    '12.3456789',
    'a lot',
    '1e9',
    '12345678901234',
    '.5',
  ])('%s is no amount', (text) => {
    expect(parseAmount(text, '.')).toBeUndefined()
  })

  it('is read from every notation that it is written in', () => {
    const amounts = fc.tuple(
      fc.integer({ min: 0, max: 9_999_999 }),
      fc.integer({ min: 0, max: 99 }),
    )
    fc.assert(
      fc.property(
        amounts,
        fc.constantFrom('de-DE', 'en-US', 'fr-FR', 'de-CH'),
        ([whole, part], place) => {
          // Not a sum of two numbers: that may miss the number that these digits stand for.
          const value = Number(`${whole}.${String(part).padStart(2, '0')}`)
          const text = value.toLocaleString(place, { minimumFractionDigits: 2 })
          expect(parseAmount(text, '.')?.toNumber()).toBe(value)
        },
      ),
    )
  })

  it('never throws, and a count is a whole number', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('.' as const, ',' as const), (text, decimal) => {
        const amount = parseAmount(text, decimal)
        expect(amount === undefined || amount.gte(0)).toBe(true)
        const count = parseCount(text, decimal)
        expect(count === undefined || Number.isInteger(count)).toBe(true)
      }),
    )
  })
})

describe('a CSV file of our own', () => {
  it('returns every cell unchanged', async () => {
    const cell = fc
      .string({ unit: 'grapheme', maxLength: 40 })
      .map((text) => text.replaceAll('\ufeff', ''))
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 5 }), async (cells) => {
        const file = `sku,name\r\n${cells.map((text) => `x,${csvCell(text)}\r\n`).join('')}`
        expect(await namesIn(file)).toEqual(
          cells.map((text) => (text.trim() === '' ? undefined : text)),
        )
      }),
      { numRuns: 60 },
    )
  })
})

async function namesIn(file: string): Promise<unknown[]> {
  const pieces = (async function* () {
    yield Buffer.from(file)
  })()
  const { records } = await openCsv(pieces, {
    replace: false,
    discontinueMaxPercent: 50,
    language: 'de',
    encoding: 'utf-8',
  })
  const names: RawFields['name'][] = []
  for await (const batch of records) names.push(...batch.map(({ fields }) => fields.name))
  return names
}
