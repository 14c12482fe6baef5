import { typedText } from '#kernel/typed-text'
import { type IdentifierQuery, identifierQuery } from '#modules/products'
import { searchText } from '../words/search-text.ts'
import { measuresOf } from '../words/units.ts'

/** What somebody typed, taken apart. Nothing in it reaches PostgreSQL as query syntax. */
export type ParsedQuery = {
  /** With the signs of a keyboard, and without what no text may contain. */
  readonly text: string
  /** What is looked for, word by word; those in quotes are not corrected. */
  readonly words: readonly { readonly text: string; readonly quoted: boolean }[]
  /** In double quotes: these words in this order. */
  readonly phrases: readonly string[]
  /** With a minus in front: must not occur. */
  readonly exclusions: readonly string[]
  /** Measures, as search tokens. */
  readonly units: readonly string[]
  /** Typed with a slash between them, `lc/sc`: a document that has them side by side is meant first. */
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
    // Behind a number a quotation mark is an inch.
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

/** `d'encre`, `l'écran`: what French texts drop as a stop word is a letter like any other in texts of other languages. */
const elided = /(?<![\p{L}\p{N}'])(?:[cdjlmnst]|qu)'(?=h?[aeiouyàâäéèêëîïôöœùûü]\p{L})/giu

/**
 * `16 go` and, at the end, `2 to` are octets, as French has them: `go` behind a number is no English, and `to` goes on to something.
 */
const octets = /(?<![\w.,])(\d+(?:[.,]\d+)?) ([gm](?=o\b)|t(?=o\s*$))o(?!\s*\d)(?![\w-])/gi

const joinedBySlash = /(?<![\p{L}\p{N}/])[\p{L}\p{N}]{1,20}\/[\p{L}\p{N}]{1,20}(?![\p{L}\p{N}/])/gu

/** `5 m` is a measure, whatever has the number 5M. */
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
