import { describe, expect, it } from 'vitest'
import { fc } from '#testing/tools/fc'
import { csvCell, csvLine, withoutGuard } from './csv.ts'

describe('a line of CSV', () => {
  it('quotes every cell, empty ones too', () => {
    expect(csvLine(['sku', '', 'a "b"', '1,5'])).toBe('"sku","","a ""b""","1,5"\r\n')
  })
})

describe('a cell of CSV', () => {
  const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']

  /** Texts that consist mostly of the relevant characters. */
  const hostile = fc.string({
    unit: fc.constantFrom(...signs, ';', ',', '"', "'", ' ', '\t', '\r', '\n', '\0', 'a', '1'),
    maxLength: 30,
  })

  it.each([...signs, '\t', '\r', '\n', '\0'])('that starts with %j gets an apostrophe', (start) => {
    expect(read(csvCell(`${start}1`))).toBe(`'${start}1`)
  })

  it.each([
    ['a formula behind a semicolon', 'M8;=cmd()', "M8;'=cmd()"],
    ['a formula in quotes behind a semicolon', 'M8;"=cmd()"', `M8;'"=cmd()"`],
    ['a formula behind a tab', 'M8\t@cmd', "M8\t'@cmd"],
    ['a formula on a line of its own', 'M8\r\n+cmd', "M8\r\n'+cmd"],
    ['a full-width formula behind blanks', 'M8; \u00a0＝cmd', "M8;' \u00a0＝cmd"],
    ['a negative number', '-12.50', "'-12.50"],
  ])('with %s is guarded', (_what, text, guarded) => {
    expect(read(csvCell(text))).toBe(guarded)
  })

  it.each(['1,200', 'M8-40', 'a=b', 'bea@example.com', 'a; b', 'one\n\ntwo', "'s-Hertogenbosch"])(
    'with %j stays unchanged',
    (text) => {
      expect(read(csvCell(text))).toBe(text)
    },
  )

  it('starts no formula with any separator or quote', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const cell of csvCell(text).split(/[;\t\r\n]/)) {
          expect(signs).not.toContain(cell.replace(/^["\s]+/, '').charAt(0))
        }
      }),
    )
  })

  it('reads back as the text that was written', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string()), (text) => {
        expect(withoutGuard(read(csvCell(text)))).toBe(text)
      }),
    )
  })

  it('takes time in proportion to its length', () => {
    for (const part of ['\n', "'", '"', ' ', ';', "\n'", "; '"]) {
      const text = part.repeat(200_000)
      expect(withoutGuard(read(csvCell(text)))).toBe(text)
    }
  })
})

/** The text between the quotes, as a reader of RFC 4180 has it. */
const read = (cell: string) => cell.slice(1, -1).replaceAll('""', '"')
