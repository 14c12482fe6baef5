import { describe, expect, it } from 'vitest'
import { normalise } from './normalise.ts'
import { readJsonLines } from './read-json-lines.ts'
import { unitCodeOf } from './units-of-measure.ts'

describe('attributes of a line', () => {
  it('are kept without surrounding blanks', async () => {
    const { product, problems } = await read(
      record(
        '[{"label":" Colour\\t","value":"\\u00a0 black","unit":" "},{"label":"Länge","value":2}]',
      ),
    )
    expect(product?.attributes).toEqual([
      { label: 'Colour', value: 'black', kind: 'text' },
      { label: 'Länge', value: '2', kind: 'number' },
    ])
    expect(problems).toEqual([])
  })

  it.each([
    ['half a letter', '"\\ud83d"'],
    ['a zero byte', '"a\\u0000b"'],
    ['the mark of a broken letter', '"a\ufffdb"'],
    ['the same, written as an escape', '"a\\ufffdb"'],
    ['nothing but blanks', '" \\u00a0 "'],
    ['more than an attribute has', `"${'long '.repeat(101)}"`],
  ])('are left out with a warning when they contain %s', async (_, value) => {
    const good = '{"label":"Material","value":"Steel"}'
    const list = `[{"label":"Colour","value":${value}},${good}]`
    const { product, problems } = await read(record(list))
    expect(product?.attributes).toEqual([{ label: 'Material', value: 'Steel', kind: 'text' }])
    expect(problems).toMatchObject([{ code: 'attributes_invalid', fatal: false, line: 1 }])
  })

  it('are checked too when they come as JSON in a text', async () => {
    const { product, problems } = await read(
      record(JSON.stringify('{"Colour":"a\\u0000b","Material":"Steel"}')),
    )
    expect(product?.attributes).toEqual([{ label: 'Material', value: 'Steel', kind: 'text' }])
    expect(problems).toMatchObject([{ code: 'attributes_invalid' }])
  })
})

/** What a line of a file says of its product. */
async function read(line: string) {
  async function* pieces() {
    yield Buffer.from(`${line}\n`)
  }
  for await (const [record] of readJsonLines(pieces())) {
    if (record) return normalise(record, { decimal: '.' }, unitCodeOf)
  }
  throw new Error('the line holds no record')
}

function record(attributes: string) {
  return `{"sku":"W-1","attributes":${attributes}}`
}
