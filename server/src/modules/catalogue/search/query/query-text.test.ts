import { expect, it } from 'vitest'
import { parseQuery } from './query-text.ts'

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
  ['½ m', '0.5 m'],
  ['1½"', '1.5 in'],
  ['1 ½″', '1.5 in'],
  ['1\u202f½-inch', '1.5"'],
  ['1 1/2 in', '1.5 in'],
  ['1⁄4 Zoll', '0,25 Zoll'],
  ['¾ pouce', '0,75 pouce'],
])('reads %s as the measure that %s is', (typed, decimal) => {
  const { units, words } = parseQuery(typed)
  expect(units).toHaveLength(1)
  expect({ units, words }).toEqual({ units: parseQuery(decimal).units, words: [] })
})

it.each([
  ["cartouche d'encre", 'cartouche encre'],
  ['l’écran', 'écran'],
  ["Qu'est-ce", 'est-ce'],
  ["d'link", "d'link"],
  ["rock'n'roll", "rock'n'roll"],
])('reads %s without French elision', (typed, plain) => {
  expect(read(typed).words).toEqual(plain.split(' '))
})

it.each([
  ['thinkpad®', 'thinkpad'],
  ['NetShelter™ SX', 'NetShelter SX'],
  ['toner…', 'toner'],
  ['• toner', 'toner'],
  ['\u202etoner', 'toner'],
  ['zero\u200bwidth', 'zero width'],
  ['usb‑c', 'usb-c'],
])('reads %s as it is typed on a keyboard', (typed, plain) => {
  expect(read(typed)).toEqual(read(plain))
})

it.each([
  ['notebook 16gb ram 512gb ssd', ['ram', 'ssd']],
  ['laptop 8 gb 256 gb ssd', ['ssd']],
  ['512gb ssd', []],
  ['memory 16gb 2 x 8gb kit', []],
])('reads names behind sizes as properties, if the goods have several: %s', (typed, sized) => {
  const { words } = parseQuery(typed)
  expect(words.filter(({ isSized }) => isSized).map(({ text }) => text)).toEqual(sized)
})

it('reads a standard as a property, and never as a part number', () => {
  const { words, ranges, identifiers } = parseQuery('usb3.0 cable')
  expect(words.map(({ text }) => text)).toEqual(['usb', 'cable'])
  expect(ranges[0]).toContain('stdusb3p0')
  expect(identifiers).toMatchObject({ exact: [], slips: [], named: 'usbcable' })
})

it.each([
  ['smartphone 128gb dual sim', ['dual', 'sim']],
  ['usb stick 32gb usb 3.0', []],
  ['dual sim phone', []],
])('knows the words behind a size: %s', (typed, behind) => {
  const { words } = parseQuery(typed)
  expect(words.filter(({ isBehindSize }) => isBehindSize).map(({ text }) => text)).toEqual(behind)
})

function read(typed: string) {
  const { words, phrases, exclusions } = parseQuery(typed)
  return { words: words.map(({ text }) => text), phrases, exclusions }
}
