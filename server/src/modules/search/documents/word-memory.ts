import { readPlainly, withoutMark } from './plain-words.ts'
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

/** A word of a language. What it is read as is undefined until somebody has asked PostgreSQL. */
export type Word = Hashed & {
  lexemes: readonly { readonly lexeme: Lexeme; readonly place: number }[] | undefined
  /** Most words are one lexeme, and take one place: then it is this one. */
  only: Lexeme | undefined
  /** So many places further the next word begins. */
  span: number
}

/** So many words are met before those are forgotten that were not met among them: part numbers fill any memory. */
const metMax = 30_000

type Vocabulary = { met: WordTable<Word>; before: WordTable<Word> | undefined }

/** The words of a run, and one `Lexeme` for each lexeme of theirs. */
export function createWordMemory() {
  const languages = new Map<string, Vocabulary>()
  let lexemes = new Map<string, Lexeme>()
  let size = 0

  const remembered = (text: string): Lexeme => {
    const known = lexemes.get(text)
    if (known) return known
    const made = lexemeOf(text)
    lexemes.set(text, made)
    return made
  }
  const learn = (word: Word, read: ReadWord | undefined): void => {
    if (!read) throw new Error(`nothing was read of the word ${word.text}`)
    word.lexemes = read.lexemes.map(([text, place]) => ({ lexeme: remembered(text), place }))
    word.span = read.span
    const [first, second] = word.lexemes
    const isPlain = first?.place === 1 && !second && read.span === 1
    word.only = isPlain ? first.lexeme : undefined
  }
  const vocabularyOf = (language: string): Vocabulary => {
    const known = languages.get(language)
    if (known) return known
    const made = { met: createWordTable<Word>(), before: undefined }
    languages.set(language, made)
    return made
  }
  /** Of a mark behind it a word is read as without. */
  const learnOfOthers = (language: string, { met }: Vocabulary, word: Word): void => {
    const bare = withoutMark(word.text)
    const plain = readPlainly(language, bare)
    if (plain) learn(word, plain)
    if (plain || bare === word.text) return
    const known = met.find(bare, 0, bare.length, hashOf(bare, 0, bare.length))
    if (known?.lexemes === undefined) return
    word.lexemes = known.lexemes
    word.only = known.only
    word.span = known.span
  }
  return {
    /** The word from one letter of a text to before another one. */
    known: (language: string, text: string, from: number, to: number): Word => {
      const vocabulary = vocabularyOf(language)
      const { met, before } = vocabulary
      const hash = hashOf(text, from, to)
      const known = met.find(text, from, to, hash)
      if (known) return known
      const older = before?.find(text, from, to, hash)
      const word = older ?? {
        text: text.slice(from, to),
        hash,
        lexemes: undefined,
        only: undefined,
        span: 0,
      }
      met.add(word)
      size += 1
      if (!older) learnOfOthers(language, vocabulary, word)
      return word
    },
    lexemeOf: remembered,
    learn,
    /** To be called between documents. */
    forgetSome: (): void => {
      if (size < metMax) return
      size = 0
      const kept = new Map<string, Lexeme>()
      for (const vocabulary of languages.values()) {
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

function hashOf(text: string, from: number, to: number): number {
  let hash = hashSeed
  for (let at = from; at < to; at += 1) hash = hashWith(hash, text.charCodeAt(at))
  return endHash(hash)
}
