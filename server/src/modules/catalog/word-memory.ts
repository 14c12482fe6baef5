import type { ReadWord } from './read-words-store.ts'
import { type Lexeme, lexemeOf } from './vector-writer.ts'

/** A word of a language. What it is read as is undefined until somebody has asked PostgreSQL. */
export type Word = {
  readonly text: string
  lexemes: readonly { readonly lexeme: Lexeme; readonly place: number }[] | undefined
  /** So many places further the next word begins. */
  span: number
}

/** So many words are met before those are forgotten that were not met among them: part numbers fill any memory. */
const metMax = 20_000

/** The words of a run, and one `Lexeme` for each lexeme of theirs. */
export function createWordMemory() {
  let met = new Map<string, Map<string, Word>>()
  let before = new Map<string, Map<string, Word>>()
  let lexemes = new Map<string, Lexeme>()
  let size = 0

  const remembered = (text: string): Lexeme => {
    const known = lexemes.get(text)
    if (known) return known
    const made = lexemeOf(text)
    lexemes.set(text, made)
    return made
  }
  return {
    known: (language: string, text: string): Word => {
      let words = met.get(language)
      if (!words) {
        words = new Map()
        met.set(language, words)
      }
      const known = words.get(text)
      if (known) return known
      const word = before.get(language)?.get(text) ?? { text, lexemes: undefined, span: 0 }
      words.set(text, word)
      size += 1
      return word
    },
    lexemeOf: remembered,
    learn: (word: Word, read: ReadWord | undefined): void => {
      if (!read) throw new Error(`nothing was read of the word ${word.text}`)
      word.lexemes = read.lexemes.map(([text, place]) => ({ lexeme: remembered(text), place }))
      word.span = read.span
    },
    /** To be called between documents. */
    forgetSome: (): void => {
      if (size < metMax) return
      before = met
      met = new Map()
      size = 0
      const kept = new Map<string, Lexeme>()
      for (const words of before.values()) {
        for (const { lexemes: of = [] } of words.values()) {
          for (const { lexeme } of of) kept.set(lexeme.text, lexeme)
        }
      }
      lexemes = kept
    },
  }
}
