import { typedText } from '#kernel/typed-text'
import { type IdentifierQuery, identifierQuery } from '#modules/products'
import { searchText } from '../words/search-text.ts'
import { measuresOf } from '../words/units.ts'

/** The parts of a typed query. None of them reaches PostgreSQL as query syntax. */
export type ParsedQuery = {
  /** The text with the signs of a keyboard and without invalid characters. */
  readonly text: string
  /** The words to search. Quoted words are not corrected. */
  readonly words: readonly { readonly text: string; readonly quoted: boolean }[]
  /** Phrases in double quotes: these words in this order. */
  readonly phrases: readonly string[]
  /** Words with a minus before them: a document must not have them. */
  readonly exclusions: readonly string[]
  /** Measures, as search tokens. */
  readonly units: readonly string[]
  /** Words with a slash between them, `lc/sc`. A document that has them next to each other ranks higher. */
  readonly joined: readonly string[]
  readonly identifiers: IdentifierQuery
}

const wordsMax = 24

export function parseQuery(typed: string): ParsedQuery {
  const text = typedText(typed)
  const phrases: string[] = []
  const exclusions: string[] = []
  const plain = text
    .replace(/(?<=^|\s)-"([^"]*)"/g, (_, phrase: string) => keep(exclusions, phrase))
    .replace(/(?<=^|\s)-(?=\d*\p{L})(\S+)/gu, (_, word: string) => keep(exclusions, word))
    // After a number, a quotation mark means inches.
    .replace(/(?<=^|\s)"(\d[^"]*)"(?=\s|$)/g, (_, phrase: string) => keep(phrases, phrase))
    .replace(/"([^"\d][^"]*)"/g, (_, phrase: string) => keep(phrases, phrase))
    .replace(elided, '')
  const measured = measuresOf(
    plain.replace(octets, (_, amount: string, unit: string) => `${amount} ${unit.toUpperCase()}o`),
  )
  const words = [
    ...phrases.flatMap((phrase) => wordsOf(phrase).map((word) => ({ text: word, quoted: true }))),
    ...wordsOf(measured.rest).map((word) => ({ text: word, quoted: false })),
  ]
  return {
    text,
    words: words.slice(0, wordsMax),
    phrases: phrases.map(searchText).filter(Boolean).slice(0, wordsMax),
    exclusions: exclusions.map(searchText).filter(Boolean).slice(0, wordsMax),
    joined: [...measured.rest.matchAll(joinedBySlash)]
      .map(([pair]) => searchText(pair))
      .slice(0, 4),
    units: measured.tokens.slice(0, wordsMax),
    identifiers: identifiersIn([plain, ...phrases].join(' '), measured.tokens.length > 0),
  }
}

/**
 * `d'encre`, `l'écran`: French has such words as stop words. In texts of other languages the first letter would count
 * as a word.
 */
const elided = /(?<![\p{L}\p{N}'])(?:[cdjlmnst]|qu)'(?=h?[aeiouyàâäéèêëîïôöœùûü]\p{L})/giu

/**
 * `16 go` and, at the end, `2 to` are octets in French. `go` after a number is not English, but `to` often continues a
 * range.
 */
const octets = /(?<![\w.,])(\d+(?:[.,]\d+)?) ([gm](?=o\b)|t(?=o\s*$))o(?!\s*\d)(?![\w-])/gi

const joinedBySlash = /(?<![\p{L}\p{N}/])[\p{L}\p{N}]{1,20}\/[\p{L}\p{N}]{1,20}(?![\p{L}\p{N}/])/gu

/** `5 m` is a measure, even if a product has the number 5M. */
function identifiersIn(text: string, isMeasured: boolean): IdentifierQuery {
  const identifiers = identifierQuery(text)
  return isMeasured ? { ...identifiers, brief: undefined } : identifiers
}

function keep(list: string[], part: string): string {
  list.push(part)
  return ' '
}

function wordsOf(text: string): string[] {
  return searchText(text)
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
}
