import { expect, it } from 'vitest'
import { listOf } from '../synonyms/synonyms.ts'
import { spelledTogether } from './spelled-together.ts'

const group = (...words: string[]) => ({
  id: 'syn_1' as const,
  language: 'any' as const,
  words,
  alsoFind: [],
  createdAt: new Date(0),
  updatedAt: new Date(0),
})
const synonyms = listOf(1, [group('wlan', 'wifi', 'wi-fi'), group('hard disk', 'harddisk')])

it.each([
  ['wi fi adapter', ['wifi', 'adapter']],
  ['Wi-Fi adapter', ['wifi', 'adapter']],
  ['wifi adapter', ['wifi', 'adapter']],
  ['adapter wi fi', ['adapter', 'wifi']],
  ['tp-link adapter', ['tp-link', 'adapter']],
  // This phrase has synonyms of its own.
  ['hard disk', ['hard', 'disk']],
])('%s is spelled %j', (typed, spelled) => {
  const words = typed.split(' ').map((text) => ({ text, quoted: false }))
  expect(spelledTogether(words, synonyms).map(({ text }) => text)).toEqual(spelled)
})

it('words in quotes stay apart', () => {
  const words = ['wi', 'fi'].map((text) => ({ text, quoted: true }))
  expect(spelledTogether(words, synonyms)).toEqual(words)
})
