import fc from 'fast-check'
import { expect, it } from 'vitest'
import { searchText } from './search-text.ts'

it('reads plain text as it reads any other', () => {
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
