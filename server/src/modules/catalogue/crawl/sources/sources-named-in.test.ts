import { expect, it } from 'vitest'
import type { Source } from './source.ts'
import { sourcesNamedIn } from './sources-named-in.ts'

const source = (name: string, url: string, state: Source['state'] = 'ACTIVE') =>
  ({ name, url, state }) as Source

const sources = [
  source('Kabelwerk', 'https://www.kabelwerk.example/shop'),
  source('Nord & Süd', 'https://nordsued.example/'),
  source('AB', 'https://a-b.example/'),
  source('Pausiert', 'https://pausiert.example/', 'PAUSED'),
]
const named = (text: string) => sourcesNamedIn(sources, text).map(({ name }) => name)

it.each([
  ['please look at KABELWERK too', ['Kabelwerk']],
  ['see https://kabelwerk.example/p/1', ['Kabelwerk']],
  ['from Nord & Süd, or a-b.example', ['Nord & Süd', 'AB']],
  ['Kabelwerkstatt, and ab here', []],
  ['Pausiert', []],
  ['', []],
])('the sources that %j names', (text, names) => {
  expect(named(text)).toEqual(names)
})
