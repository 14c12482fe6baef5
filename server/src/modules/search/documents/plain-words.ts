import type { ReadWord } from './read-words-store.ts'

/**
 * What PostgreSQL makes of a number, and of letters with digits behind them, in every configuration of ours: one lexeme, in
 * lower case, neither stemmed nor left out. Undefined for all other words, which it has to be asked about.
 */
export function readPlainly(language: string, word: string): ReadWord | undefined {
  if (number.test(word)) return { lexemes: [[word, 1]], span: 1 }
  if (!lettersAndDigits.test(word)) return undefined
  // `ae` becomes `a` (see `catalog.german`).
  if (language === 'de' && /[aou]e/i.test(word)) return undefined
  return { lexemes: [[word.toLowerCase(), 1]], span: 1 }
}

const number = /^[0-9]+$/
/** Without the capital I, of which a database that speaks Turkish makes another letter. */
const lettersAndDigits = /^[a-zA-HJ-Z]+[0-9][a-z0-9A-HJ-Z]*$/

/** `bolts,` ends where `bolts` does: the mark is no part of it, and none can begin with it. */
export function withoutMark(word: string): string {
  return marked.test(word) ? word.slice(0, -1) : word
}

const marked = /^[a-z0-9]+[,;)]$/i
