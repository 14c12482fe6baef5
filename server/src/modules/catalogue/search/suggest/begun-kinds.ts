import type { Vocabulary } from '../query/analysis.ts'
import { synonymKey } from '../synonyms/synonym.ts'
import { formsOf, singular } from '../words/nouns.ts'
import { firstPartsOf } from '../words/word-forms.ts'

/** A kind of goods whose name the typed text begins: `laser printer` for `laser pr`. */
export type BegunKind = {
  readonly name: string
  readonly ids: readonly string[]
  /** The number of typed words that are a part of the name, with the last one. */
  readonly size: number
  /** The typed words that are a part of the name, without the last one. */
  readonly used: readonly string[]
  /** The typed words that are not. */
  readonly others: readonly string[]
  /** The last word begins a word of the name itself, and not of a synonym. */
  readonly isDirect: boolean
}

/** Typed words, and what they stand for in the name of a kind. */
type Phrase = { readonly words: readonly string[]; readonly places: readonly number[] }

type Match = {
  readonly name: string
  readonly places: readonly number[]
  /** The last word begins a word of the name itself, and not of a synonym. */
  readonly isDirect: boolean
}

const kindsMax = 4
/** The number of names that are compared, and of synonyms that are tried. */
const namesMax = 200
const rankedMax = 24
const synonymsMax = 8
const phraseMax = 3
/** A single letter begins too many names, unless words before it are a part of the name. */
const beginningMin = 2

/**
 * Finds the kinds of goods that a text begins to name. The last word is the beginning of a word of the name or of a
 * synonym; the others stand for further words of the name, in any order. The names with the most typed words come first,
 * then those of the most products.
 */
export function begunKinds(words: readonly string[], vocabulary: Vocabulary): BegunKind[] {
  const typed = words.map(synonymKey)
  let matches = matchesOf(typed, vocabulary)
  if (matches.length === 0) matches = matchesOfCompound(typed, vocabulary)
  return matches
    .toSorted(byLikelihood)
    .slice(0, rankedMax)
    .flatMap((match) => {
      const kind = vocabulary.kinds.named([match.name])
      return kind ? [{ match, kind }] : []
    })
    .toSorted(
      (one, other) =>
        byLikelihood(one.match, other.match) || other.kind.documents - one.kind.documents,
    )
    .slice(0, kindsMax)
    .map(({ match: { name, places, isDirect }, kind: { ids } }) => {
      const before = words.slice(0, -1)
      return {
        name,
        ids,
        size: places.length,
        isDirect,
        used: before.filter((_, at) => places.includes(at)),
        others: before.filter((_, at) => !places.includes(at)),
      }
    })
}

function byLikelihood(one: Match, other: Match): number {
  return other.places.length - one.places.length || Number(other.isDirect) - Number(one.isDirect)
}

function matchesOf(typed: readonly string[], vocabulary: Vocabulary): Match[] {
  const before = wholePhrases(typed.slice(0, -1), vocabulary)
  const found = new Map<string, Match>()
  const add = (names: readonly string[], begun: Begun) => {
    for (const name of names) {
      const places = found.has(name) ? undefined : placesIn(name.split(' '), begun, before)
      if (places) found.set(name, { name, places, isDirect: begun.isDirect })
    }
  }
  const place = typed.length - 1
  const last = typed.at(-1) ?? ''
  const forms = new Set(formsOf([last]))
  const isBegun = (word: string) => synonymKey(word).startsWith(last) || forms.has(word)
  add(namesBegun(last, forms, before, vocabulary), {
    places: [place],
    isDirect: true,
    wordsIn: (name) => name.filter(isBegun).slice(0, 1),
  })
  for (const { words, places } of begunSynonyms(typed, vocabulary)) {
    const key = words.at(-1) ?? ''
    add(vocabulary.kinds.namesWith(key, namesMax), {
      places,
      isDirect: false,
      wordsIn: (name) => (words.every((word) => name.includes(word)) ? words : []),
    })
  }
  return [...found.values()]
}

function namesBegun(
  last: string,
  forms: ReadonlySet<string>,
  before: readonly Phrase[],
  { kinds }: Vocabulary,
): string[] {
  if (last.length >= beginningMin) {
    return [last, ...forms].flatMap((word) => kinds.namesWith(word, namesMax))
  }
  return before.flatMap(({ words }) => kinds.namesWith(words[0] ?? '', namesMax))
}

/** What the last word stands for: the words of a name that it begins. */
type Begun = Pick<Match, 'places' | 'isDirect'> & {
  readonly wordsIn: (name: readonly string[]) => readonly string[]
}

/** The places of the typed words that make the whole name. Undefined if a word of the name is not typed. */
function placesIn(
  name: readonly string[],
  begun: Begun,
  before: readonly Phrase[],
): readonly number[] | undefined {
  const covered = begun.wordsIn(name)
  if (covered.length === 0) return undefined
  const left = new Set(name)
  for (const word of covered) left.delete(word)
  const places = new Set(begun.places)
  for (const phrase of before) {
    if (left.size === 0) break
    if (phrase.places.some((at) => places.has(at))) continue
    if (!phrase.words.every((word) => left.has(word))) continue
    for (const word of phrase.words) left.delete(word)
    for (const at of phrase.places) places.add(at)
  }
  return left.size === 0 ? [...places] : undefined
}

/** The whole words in the singular, and their synonyms of equal meaning, the longest first. */
function wholePhrases(words: readonly string[], { synonyms }: Vocabulary): Phrase[] {
  const own = words.flatMap((word, at) =>
    formsOf([word]).map((form) => ({ words: [form], places: [at] })),
  )
  const others = synonyms
    .alternativesIn(words)
    .filter(({ isSame }) => isSame)
    .map(({ words: texts, from, to }) => ({
      words: texts.map(singular),
      places: Array.from({ length: to - from }, (_, at) => from + at),
    }))
  return [...own, ...others].sort((one, other) => other.words.length - one.words.length)
}

/** The synonyms of the terms that the last words begin: `label` for `etik`. */
function begunSynonyms(typed: readonly string[], { synonyms }: Vocabulary): Phrase[] {
  if ((typed.at(-1) ?? '').length < beginningMin) return []
  const phrases: Phrase[] = []
  for (let from = Math.max(0, typed.length - phraseMax); from < typed.length; from += 1) {
    const places = Array.from({ length: typed.length - from }, (_, at) => from + at)
    for (const term of synonyms.termsFrom(typed.slice(from).join(' '), synonymsMax)) {
      const whole = term.split(' ')
      for (const one of synonyms.alternativesIn(whole)) {
        if (!one.isSame || one.from > 0 || one.to < whole.length) continue
        phrases.push({ words: one.words.map(singular), places })
      }
    }
  }
  return phrases
}

const partMin = 4

/** Reads a German compound as its first part and the beginning of its second: `etikettendru`. */
function matchesOfCompound(typed: readonly string[], vocabulary: Vocabulary): Match[] {
  const last = typed.at(-1) ?? ''
  const before = typed.slice(0, -1)
  for (let at = last.length - beginningMin; at >= partMin; at -= 1) {
    const end = last.slice(at)
    for (const first of firstPartsOf(last.slice(0, at))) {
      const parts = [...before, first, end]
      const both = [before.length, before.length + 1]
      const matches = matchesOf(parts, vocabulary).filter(({ places }) =>
        both.every((place) => places.includes(place)),
      )
      if (matches.length > 0) return matches
    }
  }
  return []
}
