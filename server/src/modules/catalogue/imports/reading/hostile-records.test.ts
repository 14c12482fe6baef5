import { describe, expect, it } from 'vitest'
import { fieldNames } from '#modules/products/fields'
import { normalise, openReader } from './index.ts'

/** Each costs time in proportion to its size. A square of it would be hours. */
describe('a record of 1 MiB', () => {
  const size = 1_048_576
  it.each([
    ['blanks', `a${' '.repeat(size)}b\tc`],
    ['blanks that no number ends', `1${' '.repeat(size)}x`],
    ['tabs', `1${'\t'.repeat(size)}x`],
    ['digits', `${'0'.repeat(size)}x`],
    ['separators', '1,.'.repeat(size / 3)],
    ['signs of lists', '|>'.repeat(size / 2)],
    ['open lists', '['.repeat(size)],
  ])('of %s is read in every field', (_what, text) => {
    for (const field of fieldNames) {
      const record = { line: 1, fields: { sku: 'A1', [field]: text }, problems: [] }
      expect(normalise(record, { decimal: '.' }, () => undefined).line).toBe(1)
    }
  })

  it('still has one line where a text has line ends', () => {
    const fields = { sku: 'A1', name: 'A \t tray\r\n of  steel' }
    const { product } = normalise(
      { line: 1, fields, problems: [] },
      { decimal: '.' },
      () => undefined,
    )
    expect(product?.name).toBe('A tray of  steel')
  })
})

describe('the head of a table', () => {
  const readHead = async (head: string) => {
    const pieces = (async function* () {
      yield Buffer.from(`${head}\n1;A tray\n`)
    })()
    const options = { replace: false, discontinueMaxPercent: 100 }
    const { records } = await openReader('csv', pieces, options, new Date())
    const read = []
    for await (const batch of records) read.push(...batch)
    return read
  }

  it('with more than 5,000 columns is refused', async () => {
    const head = (columns: number) => `sku;name${';x'.repeat(columns - 2)}`
    expect(await readHead(head(5_000))).toMatchObject([{ fields: { sku: '1', name: 'A tray' } }])
    await expect(readHead(head(5_001))).rejects.toMatchObject({ code: 'file_malformed' })
  })

  it('may be long, and costs no more than its length', async () => {
    const long = '-_'.repeat(25_000)
    expect(await readHead(`sku;name;${long}`)).toMatchObject([{ fields: { name: 'A tray' } }])
  })
})
