import { bareWord } from '../query/rewrite-words.ts'

const modelWordsMax = 3

/** Neighbours that may be a model that a product fits, in lower case. They have a digit and are not just a number. */
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

/** The words after such a word tell what the goods are for, and not what they are. */
export function saysFor(word: string): boolean {
  return forWords.has(bareWord(word))
}
