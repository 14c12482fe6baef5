import type { Restrictions } from '#modules/products'
import type { Conn } from '#platform/db'
import type { SynonymList } from '../synonyms/synonyms.ts'
import { piecesOf, splitCompound } from '../words/compounds.ts'
import { singular } from '../words/nouns.ts'
import { nameKey } from '../words/search-text.ts'
import { apartOf } from '../words/series.ts'
import { correctionOf, type KnownWord, swapsOf } from '../words/spelling.ts'
import { baseFormsOf } from '../words/word-forms.ts'
import {
  analyzeWords,
  countPhrase,
  isInUse,
  listKnownPieces,
  listNearWords,
} from './analysis-store.ts'
import type { Kinds } from './kinds.ts'

export type QueryWord = {
  readonly text: string
  /** Quoted words are not corrected. */
  readonly quoted: boolean
  /** This word and the next one were typed as one word. */
  readonly isTypedAsOne?: boolean
  /** A size stands before it: it names a property of the goods, and not the goods. */
  readonly isSized?: boolean
  /** A size stands anywhere before it. */
  readonly isBehindSize?: boolean
}

/** The known facts of a word before a rewrite. */
export type WordKnowledge = {
  /** In all languages of the catalogue. */
  readonly lexemes: readonly { readonly lexeme: string; readonly documents: number }[]
  readonly hasSynonyms: boolean
  /** Together with a neighbour it forms a word that products have. */
  readonly isPart: boolean
}

export type Rewritten = {
  /** The replacement of each word: the word itself, another one, or several. */
  readonly words: readonly (readonly QueryWord[])[]
  /** Mistyped words and their corrections. */
  readonly corrections: ReadonlyMap<string, string>
}

type Sources = {
  readonly conn: Conn
  readonly restrictions: Restrictions
  readonly synonyms: SynonymList
  readonly kinds: Kinds
}

/** The form of the spelling dictionary: without accents and surrounding punctuation. */
export function bareWord(text: string): string {
  return nameKey(text)
    .replaceAll('ß', 'ss')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
}

const readableWord = /^[a-z]{4,40}$/
const rewritesMax = 4
/** A compound is longer than its parts. */
const compoundMin = 6
const correctableMin = 5
const baseMin = 5
/** Up to this number of products with the word, a check tells whether more products write it as two. */
const rareMax = 20
const rareCompoundMin = 8
const apartTimes = 4
const correctableMax = 30

/**
 * Rewrites words that no product has: an inflected form (`schwarzer`) as its base, a compound (`Farblaserdrucker`,
 * `labelprinters`) as its parts, a mistyped word as its correction.
 */
export async function rewriteWords(
  sources: Sources,
  words: readonly QueryWord[],
  knowledge: readonly WordKnowledge[],
): Promise<Rewritten> {
  const corrections = new Map<string, string>()
  const rewritten: (readonly QueryWord[])[] = []
  let rewrites = 0
  for (const [at, word] of words.entries()) {
    const known = knowledge[at]
    const bare = bareWord(word.text)
    const mayChange = !word.quoted && rewrites < rewritesMax
    const neighbours = [words[at - 1]?.text ?? '', words[at + 1]?.text ?? '']
    const read =
      mayChange && known
        ? ((await readApart(sources, bare, known)) ??
          (readableWord.test(bare)
            ? await readOtherwise(sources, bare, known, neighbours)
            : undefined))
        : undefined
    if (read) rewrites += 1
    if (read?.isCorrection) corrections.set(bare, read.words.join(' '))
    rewritten.push(
      read
        ? read.words.map((text, part) => ({
            text,
            quoted: false,
            isTypedAsOne: part + 1 < read.words.length,
          }))
        : [word],
    )
  }
  return { words: rewritten, corrections }
}

const apartMin = 3

/** `hp12a` or `usbc`, which no product has, as two words that products have. */
async function readApart(
  { conn, restrictions }: Sources,
  word: string,
  known: WordKnowledge,
): Promise<Read | undefined> {
  const parts = isNowhere(known) ? apartOf(word) : undefined
  if (!parts) return undefined
  // `pasta` is not past with an a.
  const phrase = parts.join(/\d/.test(word) ? ' ' : '-')
  const isSpelled = (await countPhrase(conn, restrictions, phrase, apartMin)) >= apartMin
  return isSpelled ? { words: parts, isCorrection: false } : undefined
}

async function readOtherwise(
  sources: Sources,
  word: string,
  known: WordKnowledge,
  neighbours: readonly string[],
): Promise<Read | undefined> {
  const lexemes = known.lexemes.map(({ lexeme }) => lexeme)
  if (isNowhere(known)) {
    if (await isInUse(sources.conn, sources.restrictions, lexemes)) return undefined
    return readAgain(sources, word, neighbours)
  }
  const documents = Math.max(0, ...known.lexemes.map((one) => one.documents))
  const isRare = documents > 0 && documents <= rareMax
  if (!isRare || known.hasSynonyms || known.isPart || word.length < rareCompoundMin)
    return undefined
  return commonlyApart(sources, word, documents)
}

/** Some products have one word where many have two. The search covers both. */
async function commonlyApart(
  { conn, restrictions, synonyms }: Sources,
  word: string,
  documents: number,
): Promise<Read | undefined> {
  const split = await splitOf(conn, restrictions, word, synonyms)
  if (!split?.isSure || split.parts.length !== 2) return undefined
  const wanted = documents * apartTimes
  const apart = await countPhrase(conn, restrictions, split.parts.join(' '), wanted)
  return apart >= wanted ? { words: split.parts, isCorrection: false } : undefined
}

function isNowhere({ lexemes, hasSynonyms, isPart }: WordKnowledge): boolean {
  if (isPart || hasSynonyms || lexemes.length === 0) return false
  return lexemes.every(({ documents }) => documents === 0)
}

type Read = { readonly words: readonly string[]; readonly isCorrection: boolean }

async function readAgain(
  { conn, restrictions, synonyms, kinds }: Sources,
  word: string,
  neighbours: readonly string[],
): Promise<Read | undefined> {
  const base =
    baseFormsOf(word).find(synonyms.isNamed) ?? (await knownBase(conn, restrictions, word))
  if (base !== undefined) return { words: [base], isCorrection: false }
  const split =
    word.length >= compoundMin ? await splitOf(conn, restrictions, word, synonyms) : undefined
  const asParts = split && { words: split.parts, isCorrection: false }
  if (split?.isSure) return asParts
  if (word.length >= correctableMin && word.length <= correctableMax) {
    const near = await listNearWords(conn, restrictions, word, swapsOf(word))
    const correction = correctionOf(word, [...near, ...namedNear(synonyms, word)], (candidate) =>
      namesKind(kinds, candidate, neighbours),
    )
    if (correction !== undefined) return { words: [correction], isCorrection: true }
  }
  return asParts
}

/** German and French endings of adjectives that the stems keep: `blindée` is `blindé`. */
async function knownBase(
  conn: Conn,
  restrictions: Restrictions,
  word: string,
): Promise<string | undefined> {
  const bases = baseFormsOf(word).filter(({ length }) => length >= baseMin)
  if (bases.length === 0) return undefined
  const { languages } = await analyzeWords(conn, restrictions, bases, 0)
  const inflecting = languages.filter(({ language }) => language === 'de' || language === 'fr')
  return bases.find((_, at) =>
    inflecting.some(({ lexemes }) => lexemes[at]?.some(({ documents }) => documents > 0)),
  )
}

async function splitOf(
  conn: Conn,
  restrictions: Restrictions,
  word: string,
  synonyms: SynonymList,
) {
  const documents = await listKnownPieces(conn, restrictions, piecesOf(word))
  return splitCompound(word, {
    isNamed: synonyms.isNamed,
    documents: (part) => documents.get(part) ?? 0,
  })
}

/** Corrects words of other languages, too. No product has them, but they have synonyms. */
function namedNear(synonyms: SynonymList, word: string): KnownWord[] {
  return synonyms.named
    .filter((one) => Math.abs(one.length - word.length) <= 2)
    .map((one) => ({ word: one, documents: 0 }))
}

function namesKind(kinds: Kinds, word: string, [before = '', after = '']: readonly string[]) {
  const [first, last] = [before, after].map((one) => singular(one.toLowerCase()))
  const own = singular(word)
  return kinds.has(`${first} ${own}`) || kinds.has(`${own} ${last}`)
}
