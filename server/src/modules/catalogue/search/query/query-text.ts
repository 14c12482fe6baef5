import { typedText } from '#kernel/typed-text'
import { type IdentifierQuery, identifierQuery } from '#modules/products'
import { rangesOf } from '../words/ranges.ts'
import { searchText } from '../words/search-text.ts'
import { seriesOf, withHyphenOf } from '../words/series.ts'
import { standardNames, standardsOf } from '../words/standards.ts'
import { measuresOf } from '../words/units.ts'
import type { QueryWord } from './rewrite-words.ts'

/** The parts of a typed query. None of them reaches PostgreSQL as query syntax. */
export type ParsedQuery = {
  /** The text with the signs of a keyboard and without invalid characters. */
  readonly text: string
  /** The words to search. */
  readonly words: readonly QueryWord[]
  /** Phrases in double quotes: these words in this order. */
  readonly phrases: readonly string[]
  /** Words with a minus before them: a document must not have them. */
  readonly exclusions: readonly string[]
  /** Measures, as search tokens. */
  readonly units: readonly string[]
  /** Those of `units` that tell sorts of the same goods apart: weights of paper. */
  readonly tellingUnits: readonly string[]
  /** Ranges of measures, and standards from a version on, each as alternative search tokens. */
  readonly ranges: readonly (readonly string[])[]
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
    .replace(elidedArticle, '')
  const { ranges, rest } = rangesOf(
    plain.replace(octets, (_, amount: string, unit: string) => `${amount} ${unit.toUpperCase()}o`),
  )
  const measured = measuresOf(rest)
  const standards = standardsOf(measured.rest)
  const sized = sizedIn(rest)
  const behindSize = placeBehindSize(rest)
  const words = [
    ...phrases.flatMap((phrase) => wordsOf(phrase).map((word) => ({ text: word, quoted: true }))),
    ...wordsOf(standards.rest)
      .flatMap((word) => splitSeries(word, sized.has(word.toLowerCase())))
      .map((word, at) => (at < behindSize ? word : { ...word, isBehindSize: true })),
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
    tellingUnits: [...rest.matchAll(areaWeights)].flatMap(([whole]) => measuresOf(whole).tokens),
    ranges: [...ranges, ...standards.versions],
    identifiers: identifiersIn(
      // `usb3.0 cable` names a standard, and is not a part number.
      [standardsOf(plain).rest, ...phrases].join(' '),
      measured.tokens.length + ranges.length + standards.versions.length > 0,
    ),
  }
}

/** `cat6` and `cat-6` become `cat 6`, and `usb-c` becomes `usb c`. The search puts them together again. */
function splitSeries(text: string, isSized: boolean): QueryWord[] {
  const parts = seriesOf(text) ?? withHyphenOf(text)
  if (!parts) return [{ text, quoted: false, isSized }]
  const [first, second] = parts
  return [
    { text: first, quoted: false, isTypedAsOne: true },
    { text: second, quoted: false },
  ]
}

const areaWeights = /\d+(?:[.,]\d+)?\s?(?:g\/(?:m[²2]|qm)|gsm)(?![\p{L}\p{N}])/giu

/** The number of words before the first size. */
function placeBehindSize(text: string): number {
  const [first] = text.matchAll(size)
  if (!first) return Number.POSITIVE_INFINITY
  const before = standardsOf(measuresOf(text.slice(0, first.index)).rest).rest
  return wordsOf(before).flatMap((word) => splitSeries(word, false)).length
}

/**
 * In `notebook 16gb ram 512gb ssd`, memory and drive are properties: several sizes each have a name behind them. If the
 * goods stand first, one name is enough: `laptop 8gb 256gb ssd`. One size alone may be what the buyer wants: a `512gb ssd`.
 */
function sizedIn(text: string): ReadonlySet<string> {
  const names = [...text.matchAll(sizedWord)].map(([, name = '']) => name.toLowerCase())
  const [first, second] = text.matchAll(size)
  const isSeveral = first !== undefined && second !== undefined
  const isBehind = isSeveral && /(?<!\S)\p{L}{3,}\s/u.test(text.slice(0, first.index))
  return new Set(names.length > 1 || isBehind ? names : [])
}

const sizedWord =
  /(?<![\w.,/-])\d+(?:[.,]\d+)?[ -]?(?:gb|tb|mb|go|to)\s+(?:of\s+|de\s+)?(\p{L}{2,}[\p{L}\p{N}]*)/giu

/** `2 x 8 gb` says of what a size consists. */
const size = /(?<![\w.,/-]|\dx?\s?x\s?)\d+(?:[.,]\d+)?[ -]?(?:gb|tb|mb|go)(?!\w)/gi

/**
 * `d'encre`, `l'écran`: French has such words as stop words. In texts of other languages the first letter would count
 * as a word.
 */
const elidedArticle = /(?<![\p{L}\p{N}'])(?:[cdjlmnst]|qu)'(?=h?[aeiouyàâäéèêëîïôöœùûü]\p{L})/giu

/** `16 go` and `2 to` are octets in French. `go` after a number is not English. */
const octets = new RegExp(
  // `to` continues a range before a number, and links in `usb 3 to hdmi`.
  String.raw`(?<![\w.,])(?<!\b(?:${standardNames}) )(\d+(?:[.,]\d+)?) ([gmt](?=o\b))o(?!\s*\d)(?![\w-])`,
  'giu',
)

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
    .map((word) => word.replace(/[,;:!?]+$/, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
}
