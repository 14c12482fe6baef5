import { expect, it } from 'vitest'
import { fc } from '#testing/tools/fc'
import { searchText } from './search-text.ts'

it.each([
  ['SmartFit® Cable™', 'SmartFit Cable'],
  ['„Patch panel“ «rouge» ‹x› “y”', '"Patch panel" "rouge" "x" "y"'],
  ['l’eau', "l'eau"],
  ['toner – black…', 'toner - black'],
  ['USB‑C', 'USB-C'],
  ['30×20 cm • 90°', '30x20 cm 90'],
  ['soft\u00adware zero\u200bwidth \u202eturned', 'software zero width turned'],
  ['µF Ω m² Éclair 日本', 'µF Ω m² Éclair 日本'],
  ['¾ 1½" 2 ⅜ 5⁄8', '3 4 1 1 2" 2 3 8 5 8'],
  ['🙂', ''],
])('the text %s is read without meaningless punctuation', (text, read) => {
  expect(searchText(text)).toBe(read)
})

it('plain text is read like any other', () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      'Bc',
      '7',
      '.',
      ':',
      '@',
      ' ',
      '  ',
      '/',
      '\\',
      '|',
      '_',
      '~',
      '<',
      '>',
      '<b>',
      'pc(s)',
      'PC(S)',
      '-',
    ],
  )
  const text = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(text, (plain) => {
      expect(`${searchText(`${plain} `)} é`.trim()).toBe(searchText(`${plain} é`))
    }),
    { numRuns: 2_000 },
  )
})
