import type { ReadWord } from './read-words-store.ts'
import { type Lexeme, lexemeOf } from './vector-writer.ts'
import {
  createWordTable,
  endHash,
  type Hashed,
  hashSeed,
  hashWith,
  type WordTable,
} from './word-table.ts'

/** A word of a language. `lexemes` is undefined until PostgreSQL has analysed it. */
export type Word = Hashed & {
  lexemes: readonly { readonly lexeme: Lexeme; readonly place: number }[] | undefined
  /** The lexeme of a word that has one lexeme and takes one position. Most words do. */
  only: Lexeme | undefined
  /** The number of positions to the next word. */
  span: number
}

/**
 * After this number of words, the cache drops the words that did not occur among them. Part numbers would fill any
 * memory.
 */
const metMax = 30_000

type Vocabulary = { met: WordTable<Word>; before: WordTable<Word> | undefined }

/** The words of a run, and one `Lexeme` for each of their lexemes. */
export function createWordMemory() {
  const vocabularies = new Map<string, Vocabulary>()
  let lexemes = new Map<string, Lexeme>()
  let size = 0

  const lexemeFor = (text: string): Lexeme => {
    const known = lexemes.get(text)
    if (known) return known
    const made = lexemeOf(text)
    lexemes.set(text, made)
    return made
  }
  const vocabularyOf = (language: string): Vocabulary => {
    const known = vocabularies.get(language)
    if (known) return known
    const made = { met: createWordTable<Word>(), before: undefined }
    vocabularies.set(language, made)
    return made
  }

  return {
    /** Returns the word at a part of a text. */
    known: (language: string, text: string, from: number, to: number): Word => {
      const vocabulary = vocabularyOf(language)
      const { met, before } = vocabulary
      const hash = hashOf(text, from, to)
      const known = met.find(text, from, to, hash)
      if (known) return known
      const older = before?.find(text, from, to, hash)
      const word = older ?? unreadWord(text.slice(from, to), hash)
      met.add(word)
      size += 1
      if (!older) learnWithoutAsking(language, vocabulary, word, lexemeFor)
      return word
    },
    lexemeOf: lexemeFor,
    learn: (word: Word, read: ReadWord | undefined): void => learn(word, read, lexemeFor),
    /** Call it between documents. */
    forgetSome: (): void => {
      if (size < metMax) return
      size = 0
      const kept = new Map<string, Lexeme>()
      for (const vocabulary of vocabularies.values()) {
        for (const { lexemes: of = [] } of vocabulary.met.words()) {
          for (const { lexeme } of of) kept.set(lexeme.text, lexeme)
        }
        vocabulary.before = vocabulary.met
        vocabulary.met = createWordTable()
      }
      lexemes = kept
    },
  }
}

function unreadWord(text: string, hash: number): Word {
  return { text, hash, lexemes: undefined, only: undefined, span: 0 }
}

function learn(word: Word, read: ReadWord | undefined, lexemeFor: (text: string) => Lexeme): void {
  if (!read) throw new Error(`nothing was read of the word ${word.text}`)
  word.lexemes = read.lexemes.map(([text, place]) => ({ lexeme: lexemeFor(text), place }))
  word.span = read.span
  const [first, second] = word.lexemes
  const isPlain = first?.place === 1 && !second && read.span === 1
  word.only = isPlain ? first.lexeme : undefined
}

/** Plain words need no query. A word with a punctuation mark after it is analysed like the word without it. */
function learnWithoutAsking(
  language: string,
  { met }: Vocabulary,
  word: Word,
  lexemeFor: (text: string) => Lexeme,
): void {
  const bare = withoutMark(word.text)
  const plain = readPlainly(language, bare)
  if (plain) learn(word, plain, lexemeFor)
  if (plain || bare === word.text) return
  const known = met.find(bare, 0, bare.length, hashOf(bare, 0, bare.length))
  if (known?.lexemes === undefined) return
  word.lexemes = known.lexemes
  word.only = known.only
  word.span = known.span
}

function hashOf(text: string, from: number, to: number): number {
  let hash = hashSeed
  for (let at = from; at < to; at += 1) hash = hashWith(hash, text.charCodeAt(at))
  return endHash(hash)
}

/**
 * The analysis of a number, or of letters with digits after them, which is the same in all our configurations: one
 * lexeme in lower case, neither stemmed nor omitted. Undefined for all other words, which need a query.
 */
function readPlainly(language: string, word: string): ReadWord | undefined {
  if (number.test(word)) return { lexemes: [[word, 1]], span: 1 }
  if (!lettersAndDigits.test(word)) return undefined
  // `ae` becomes `a` (see `search.german`).
  if (language === 'de' && /[aou]e/i.test(word)) return undefined
  return { lexemes: [[word.toLowerCase(), 1]], span: 1 }
}

const number = /^[0-9]+$/
/** Without the capital I, which a database with a Turkish locale lowers to another letter. */
const lettersAndDigits = /^[a-zA-HJ-Z]+[0-9][a-z0-9A-HJ-Z]*$/

/** `bolts,` ends where `bolts` does: the comma is not part of the word, and no lexeme begins with it. */
function withoutMark(word: string): string {
  return wordWithMark.test(word) ? word.slice(0, -1) : word
}

const wordWithMark = /^[a-z0-9]+[,;)]$/i
