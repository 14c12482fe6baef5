import { bareWord } from '../query/rewrite-words.ts'

const modelWordsMax = 3

/** Neighbours that may be a model that a product fits, in lower case: they have a digit, and are no number alone. */
export function modelsOf(words: readonly string[]): string[] {
  const plain = words.map((word) => word.toLowerCase())
  const lengths = Array.from({ length: modelWordsMax - 1 }, (_, more) => more + 2)
  return plain
    .flatMap((_, from) => lengths.map((length) => plain.slice(from, from + length)))
    .filter((some, at) => some.length === lengths[at % lengths.length])
    .map((some) => some.join(' '))
    .filter((model) => /[0-9]/.test(model) && /\p{L}/u.test(model))
}

const forWords = new Set(['for', 'fur', 'fuer', 'pour'])

/** What follows such a word is what the goods are for, and not what they are. */
export function saysFor(word: string): boolean {
  return forWords.has(bareWord(word))
}
