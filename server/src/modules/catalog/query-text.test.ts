import { expect, it } from 'vitest'
import { parseQuery } from './query-text.ts'

const read = (typed: string) => {
  const { words, phrases, exclusions } = parseQuery(typed)
  return { words: words.map(({ text }) => text), phrases, exclusions }
}

it.each(['"patch panel"', '“patch panel”', '„patch panel“', '«patch panel»', '« patch panel »'])(
  'reads %s as a phrase',
  (typed) => {
    expect(read(typed)).toEqual({
      words: ['patch', 'panel'],
      phrases: ['patch panel'],
      exclusions: [],
    })
  },
)

it.each(['toner -black', 'toner –black', 'toner —black', 'toner −black'])(
  'reads %s as an exclusion',
  (typed) => {
    expect(read(typed)).toEqual({ words: ['toner'], phrases: [], exclusions: ['black'] })
  },
)

it.each([
  ['thinkpad®', 'thinkpad'],
  ['NetShelter™ SX', 'NetShelter SX'],
  ['toner…', 'toner'],
  ['• toner', 'toner'],
  ['\u202etoner', 'toner'],
  ['zero\u200bwidth', 'zero width'],
  ['usb‑c', 'usb-c'],
])('reads %s as it is written on a keyboard', (typed, plain) => {
  expect(read(typed)).toEqual(read(plain))
})
