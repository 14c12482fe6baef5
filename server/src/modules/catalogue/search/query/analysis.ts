import type { IdentifierQuery, Restrictions } from '#modules/products'
import type { Conn } from '#platform/db'
import type { Alternative, SynonymList } from '../synonyms/synonyms.ts'
import { withoutForeignPhrases } from '../words/foreign-phrases.ts'
import { withGermanCompounds } from '../words/german-compounds.ts'
import { isLinking } from '../words/linking-words.ts'
import { modelsOf, saysFor } from '../words/models.ts'
import { isProperty, isPropertyWord } from '../words/property-words.ts'
import { seriesWord } from '../words/series.ts'
import {
  analyzeWords,
  hardQuery,
  type LanguageLexemes,
  type Lexeme,
  type Totals,
} from './analysis-store.ts'
import { type Called, calledKind } from './called-kind.ts'
import { carryingWords } from './carrying-words.ts'
import { carriedQuery, completeQuery, isSureCorrection, namingWords } from './complete-query.ts'
import type { Kinds } from './kinds.ts'
import type { LanguageVariants, Standing } from './language-variants.ts'
import { kindQuery, type Term, termsOf, unitTerm } from './query-terms.ts'
import type { ParsedQuery } from './query-text.ts'
import type { Reading } from './reading.ts'
import { bareWord, type QueryWord, rewriteWords, type WordKnowledge } from './rewrite-words.ts'
import { spelledTogether } from './spelled-together.ts'

export type Analysis = {
  /** One reading, unless the words have different lexemes in other languages of the catalogue. */
  readonly readings: readonly Reading[]
  /** Some products have texts in several languages. */
  readonly isMixed: boolean
  /** Attribute values that the query may name, `type=aa`: words and pairs of neighbours, in lower case. */
  readonly values: readonly string[]
  /** Models that a product may fit, `galaxy s20`, in lower case. */
  readonly models: readonly string[]
  /** Words that were typed next to each other with a slash. */
  readonly joined: readonly string[]
  readonly averageLength: number
  readonly hard: string | undefined
  readonly identifiers: IdentifierQuery
  /** The categories of the kind of goods that the query names: none, or those of all suppliers. */
  readonly kinds: readonly string[]
  /** The categories among them with exactly this name. */
  readonly ownKinds: readonly string[]
  /** The query names what the goods are for: `battery for T61`. */
  readonly isForOther: boolean
  /** The last words of the names for one product of the kind. */
  readonly kindNouns: readonly string[]
  /** All words of these names, in the singular. */
  readonly kindWords: readonly string[]
  /** A tsquery condition for products of the kind, and their estimated number. Undefined if the query names no kind. */
  readonly kind: { readonly query: string; readonly documents: number } | undefined
  /** A tsquery condition for products that match the whole query. Empty if no product can. */
  readonly complete: string
  /**
   * A tsquery condition for products that come near it: they have the words that carry the meaning. Empty if only a number
   * can. Undefined if each product that is found comes near.
   */
  readonly carried: string | undefined
  /** The query with its unknown words corrected, if there were any. */
  readonly corrected: string | undefined
}

/** The inputs of an analysis besides the database. */
export type Vocabulary = { readonly synonyms: SynonymList; readonly kinds: Kinds }

/**
 * Turns words into weighted terms, with synonyms and compounds as alternatives, and with corrections of unknown words.
 */
export async function analyzeQuery(
  conn: Conn,
  restrictions: Restrictions,
  parsed: ParsedQuery,
  vocabulary: Vocabulary,
): Promise<Analysis> {
  const typedWords = spelledTogether(parsed.words, vocabulary.synonyms)
  const typed = await analyzeVariants(conn, restrictions, typedWords, vocabulary)
  const sources = { conn, restrictions, ...vocabulary }
  const { words, corrections } = await rewriteWords(sources, typedWords, knowledgeOf(typed))
  const isRewritten = words.some((read, at) => read[0] !== typedWords[at] || read.length > 1)
  const read = isRewritten
    ? await analyzeVariants(conn, restrictions, words.flat(), vocabulary)
    : typed
  const translated = withoutForeignPhrases(read)
  const variants = translated
    ? await analyzeVariants(conn, restrictions, translated, vocabulary)
    : read
  const called = calledIn(variants, vocabulary)
  const hard = await hardQuery(conn, parsed.phrases, parsed.exclusions)
  const { totals } = variants
  const texts = variants.words.map(({ text }) => text)
  const units = [...parsed.units.map((token) => [token]), ...parsed.ranges].map((tokens) =>
    unitTerm(tokens, totals, parsed.tellingUnits),
  )
  const readings = readingsOf({ ...variants, called }, units)
  const isSure = [...corrections].every(([typed, meant]) => isSureCorrection(typed, meant))
  return {
    readings,
    isMixed: variants.isMixed,
    values: valuesOf(texts),
    models: modelsOf(texts),
    joined: parsed.joined,
    averageLength: totals.averageLength,
    hard,
    identifiers: parsed.identifiers,
    kinds: called?.ids ?? [],
    ownKinds: called?.ownIds ?? [],
    isForOther: called !== undefined && texts.slice(called.to).some(saysFor),
    kindNouns: called?.nouns ?? [],
    kindWords: called?.words ?? [],
    kind: kindOf(called),
    complete: isSure ? completeQuery(readings, kindQuery(called)) : '',
    carried: isSure ? carriedQuery(readings, kindQuery(called)) : '',
    corrected: corrections.size > 0 ? correctedText(parsed.text, corrections) : undefined,
  }
}

type Variants = {
  readonly words: readonly QueryWord[]
  readonly languages: readonly LanguageVariants[]
  readonly totals: Totals
  readonly isMixed: boolean
  readonly alternatives: readonly Alternative[]
  readonly brands: ReadonlySet<number>
}

/** Reads the words, their synonyms and their compounds with one statement. */
async function analyzeVariants(
  conn: Conn,
  restrictions: Restrictions,
  queryWords: readonly QueryWord[],
  { synonyms }: Vocabulary,
): Promise<Variants> {
  const words = queryWords.map(({ text }) => text)
  const pairs = words.slice(1).map((word, at) => {
    const before = words[at] ?? ''
    return seriesWord(before, word) ?? `${before}${word}`
  })
  const alternatives = synonyms.alternativesIn(words)
  const requested = [...words, ...pairs, ...alternatives.flatMap((one) => one.words)]
  const { languages, totals, brands, isMixed } = await analyzeWords(
    conn,
    restrictions,
    requested,
    words.length,
  )
  const read = languages.map((one) => variantsIn(one, queryWords, pairs, alternatives))
  const compounds = await withGermanCompounds(conn, read, words)
  return { words: queryWords, languages: compounds, totals, isMixed, alternatives, brands }
}

/** In `smartphone 128gb dual sim`, the goods stand before the size, and what follows it names none. */
function calledIn(variants: Variants, vocabulary: Vocabulary): Called | undefined {
  const called = calledAmong(variants, vocabulary, ({ isSized = false }) => !isSized)
  if (called || !variants.words.some(({ isBehindSize }) => isBehindSize)) return called
  return calledAmong(variants, vocabulary, ({ isBehindSize = false }) => !isBehindSize)
}

function calledAmong(
  { words, alternatives, brands }: Variants,
  { synonyms, kinds }: Vocabulary,
  mayName: (word: QueryWord) => boolean,
): Called | undefined {
  const places = words.flatMap((word, at) => (mayName(word) ? [at] : []))
  const texts = places.map((at) => words[at]?.text ?? '')
  const called = calledKind({
    words: texts,
    alternatives: places.length < words.length ? synonyms.alternativesIn(texts) : alternatives,
    synonyms,
    kinds,
    isBeside: (at) => isBesideName({ words, brands }, places[at] ?? -1),
  })
  if (!called) return undefined
  const [from = 0, last = 0] = [places[called.from], places[called.to - 1]]
  return { ...called, from, to: last + 1 }
}

/** A brand, a model or a property describes a product, but does not name it. */
function isBesideName({ words, brands }: Pick<Variants, 'words' | 'brands'>, at: number): boolean {
  const { text = '', isSized = false } = words[at] ?? {}
  return isSized || brands.has(at) || isProperty(text)
}

function knowledgeOf({ words, languages }: Variants): WordKnowledge[] {
  return words.map((_, at) => ({
    lexemes: languages.flatMap(({ words: read }) => read[at]?.lexemes ?? []),
    hasSynonyms: languages.some(({ words: read }) =>
      read[at]?.synonyms.some(({ documents }) => documents > 0),
    ),
    isPart: languages.some(({ glued }) =>
      [glued[at - 1], glued[at]].some(
        (pair) => pair?.length === 1 && (pair[0]?.documents ?? 0) > 0,
      ),
    ),
  }))
}

/** The synonyms in this language. */
function variantsIn(
  { language, own, lexemes }: LanguageLexemes,
  words: readonly QueryWord[],
  pairs: readonly string[],
  alternatives: readonly Alternative[],
): LanguageVariants {
  let next = words.length + pairs.length
  const standing = alternatives.map((alternative) => {
    const { from, to, words: parts, language: spoken } = alternative
    const found = lexemes.slice(next, next + parts.length)
    next += parts.length
    const isMeant = spoken === 'any' || spoken === language
    const stands = isMeant ? standingOf(found) : undefined
    return { from, to, stands: stands && { ...stands, alternative } }
  })
  return {
    language,
    own,
    words: words.map(({ text, isTypedAsOne = false }, at) => ({
      isTypedAsOne,
      isSeries: isSeries(text, words[at + 1]?.text ?? '', isTypedAsOne),
      // In `USB C auf HDMI`, the word between the others has no meaning of its own in texts without a language.
      lexemes: isLinking(words, at) ? [] : (lexemes[at] ?? []),
      synonyms: standing.flatMap(({ from, to, stands }) =>
        from <= at && at < to && stands ? [stands] : [],
      ),
    })),
    glued: pairs.map((_, at) => lexemes[words.length + at] ?? []),
  }
}

/** `iphone15` is typed as one word, and `cat 6` is often written as one. */
function isSeries(first: string, second: string, isTypedAsOne: boolean): boolean {
  if (seriesWord(first, second) !== undefined) return true
  return isTypedAsOne && /\d/.test(first + second)
}

/** Omits a language in which all words are stop words, and a language with the same reading as an earlier one. */
function readingsOf(
  variants: Variants & { readonly called: Called | undefined },
  units: readonly Term[],
): Reading[] {
  const texts = variants.words.map(({ text }) => text)
  const naming = namingWords(texts, variants.called, (at) => isBesideName(variants, at))
  const isCarrying = carryingWords(
    variants.words.map(({ text }, at) => ({
      text,
      isBrand: variants.brands.has(at),
      isProperty: isPropertyWord(text),
      isLinking: isLinking(variants.words, at),
      isJoined: [at - 1, at].some((one) => variants.words[one]?.isTypedAsOne),
    })),
    naming,
    variants.called !== undefined,
    variants.totals,
  )
  const readings = variants.languages.map((one) => ({
    language: one.language,
    terms: [...termsOf(one, variants, naming, isCarrying, units.length > 0), ...units],
    own: one.own,
  }))
  const [first] = readings
  if (!first) throw new Error('there is at least one reading')
  const conditionOf = ({ terms }: Reading) =>
    terms.map(({ query, orKind }) => `${query} ${orKind}`).join(' & ')
  if (readings.every((one) => conditionOf(one) === conditionOf(first))) {
    return [{ language: undefined, terms: first.terms, own: undefined }]
  }
  return readings.filter(({ terms }) => terms.length > units.length)
}

function kindOf(called: Called | undefined): Analysis['kind'] {
  const query = kindQuery(called)
  return called && query !== undefined ? { query, documents: called.documents } : undefined
}

/** Undefined if one of its words is not searchable, or no product has it. */
function standingOf(parts: readonly (readonly Lexeme[])[]): Standing | undefined {
  if (parts.some((part) => part.length === 0)) return undefined
  const all = parts.flat()
  // A document with `usb flash drive` counts by its rarest word, `flash`, and not by each `drive` in it.
  const rarest = all.reduce((least, one) => (one.documents < least.documents ? one : least))
  const { lexeme, documents } = rarest
  return documents > 0
    ? { lexemes: all.map((one) => one.lexeme), counted: [lexeme], documents }
    : undefined
}

/** The values of the attributes that name a product: its type, or the size of a battery. */
function valuesOf(words: readonly string[]): string[] {
  const plain = words.map((word) => word.toLowerCase())
  const pairs = plain.slice(1).map((word, at) => `${plain[at]} ${word}`)
  return [...plain, ...pairs].flatMap((value) => [`type=${value}`, `battery size=${value}`])
}

/** Quoted and excluded words stay as typed. */
function correctedText(text: string, corrections: ReadonlyMap<string, string>): string {
  const parts = /-?"[^"]*"|(?<=^|\s)-\S+|([\p{L}\p{M}\p{N}]+)/gu
  return text.replace(parts, (part: string, word?: string) =>
    word === undefined ? part : (corrections.get(bareWord(word)) ?? word),
  )
}
