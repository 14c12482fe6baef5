import { expect, it } from 'vitest'
import { cleanText } from './clean.ts'

it.each([
  ['a note to Ada.Lovelace@engine.example, please', 'a note to [address] please'],
  ['"x@y.example"<z@y.example>', '"[address]"<[address]>'],
  ['a@b and a.b', 'a@b and a.b'],
])('the text %s of an entry becomes %s', (text, clean) => {
  expect(cleanText(text)).toBe(clean)
})

it.each(['a.', 'a@', '@.', 'http://a:'])(
  'a million characters of %s cost no more than their number',
  (pump) => {
    expect(cleanText(pump.repeat(1_000_000 / pump.length)).length).toBeLessThanOrEqual(500)
  },
)
