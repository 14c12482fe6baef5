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

/** A word of a language. `lexemes` is undefined until PostgreSQL has been asked. */
export type Word = Hashed & {
  lexemes: readonly { readonly lexeme: Lexeme; readonly place: number }[] | undefined
  /** The lexeme of a word that has one lexeme and takes one place. Most words do. */
  only: Lexeme | undefined
  /** The next word begins so many places later. */
  span: number
}

/** After so many words, those that were not among them are forgotten: part numbers would fill any memory. */
const metMax = 30_000

type Vocabulary = { met: WordTable<Word>; before: WordTable<Word> | undefined }

/** The words of a run, and one `Lexeme` for each lexeme of these words. */
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
    /** The word that a part of a text is. */
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
    /** To be called between documents. */
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

/** PostgreSQL need not be asked about plain words. And a word with a mark behind it is read like the word without the mark. */
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
 * What PostgreSQL makes of a number, and of letters with digits behind them, in every configuration of ours: one lexeme, in
 * lower case, neither stemmed nor left out. Undefined for all other words, which it has to be asked about.
 */
function readPlainly(language: string, word: string): ReadWord | undefined {
  if (number.test(word)) return { lexemes: [[word, 1]], span: 1 }
  if (!lettersAndDigits.test(word)) return undefined
  // `ae` becomes `a` (see `search.german`).
  if (language === 'de' && /[aou]e/i.test(word)) return undefined
  return { lexemes: [[word.toLowerCase(), 1]], span: 1 }
}

const number = /^[0-9]+$/
/** Without the capital I, of which a database that speaks Turkish makes another letter. */
const lettersAndDigits = /^[a-zA-HJ-Z]+[0-9][a-z0-9A-HJ-Z]*$/

/** `bolts,` ends where `bolts` does: the mark is no part of it, and none can begin with it. */
function withoutMark(word: string): string {
  return marked.test(word) ? word.slice(0, -1) : word
}

const marked = /^[a-z0-9]+[,;)]$/i
