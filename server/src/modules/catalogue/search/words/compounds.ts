import { formsOf } from './nouns.ts'
import { firstPartsOf } from './word-forms.ts'

/** The words that may be parts of a compound. */
export type PartVocabulary = {
  /** True if the word has an alternative: see `synonyms.ts`. */
  isNamed(word: string): boolean
  /** The number of products with the word. */
  documents(word: string): number
}

const partMin = 3
const partsMax = 4
/** A shorter word is the beginning or the end of many others. */
const surePartMin = 4
/** A part of three letters must be a word of this number of products. */
const shortPartDocuments = 20

export type Split = {
  readonly parts: readonly string[]
  /** Each part is long enough or has an alternative, so another split is improbable. */
  readonly isSure: boolean
}

/** All pieces of a word that may be its parts. */
export function piecesOf(word: string): string[] {
  const pieces = new Set<string>()
  for (let from = 0; from + partMin <= word.length; from += 1) {
    for (let to = from + partMin; to <= word.length; to += 1) {
      if (to - from < word.length) pieces.add(word.slice(from, to))
    }
  }
  return [...pieces]
}

/**
 * Returns the parts of a compound, in the form of the vocabulary: `Farblaserdrucker` becomes `farbe laserdrucker`. The
 * split with the fewest parts wins, then the one with the longest first part.
 */
export function splitCompound(word: string, vocabulary: PartVocabulary): Split | undefined {
  const splits: Split[] = []
  const known = (part: string): { word: string; isSure: boolean } | undefined => {
    if (part.length < partMin) return undefined
    if (vocabulary.isNamed(part)) return { word: part, isSure: true }
    const documents = vocabulary.documents(part)
    if (documents > 0 && part.length >= surePartMin) return { word: part, isSure: true }
    return documents >= shortPartDocuments ? { word: part, isSure: false } : undefined
  }
  const first = (part: string) =>
    known(part) ??
    firstPartsOf(part)
      .filter(vocabulary.isNamed)
      .map((word) => ({ word, isSure: true }))[0]
  const last = (part: string) =>
    known(part) ??
    formsOf([part])
      .map(known)
      .find((one) => one !== undefined)
  const walk = (rest: string, before: readonly string[], isSure: boolean): void => {
    if (before.length > 0) {
      const end = last(rest)
      if (end) splits.push({ parts: [...before, end.word], isSure: isSure && end.isSure })
    }
    if (before.length + 2 > partsMax) return
    for (let cut = rest.length - partMin; cut >= partMin; cut -= 1) {
      const part = first(rest.slice(0, cut))
      if (part) walk(rest.slice(cut), [...before, part.word], isSure && part.isSure)
    }
  }
  walk(word, [], true)
  splits.sort(
    (one, other) =>
      Number(other.isSure) - Number(one.isSure) ||
      one.parts.length - other.parts.length ||
      (other.parts[0]?.length ?? 0) - (one.parts[0]?.length ?? 0),
  )
  return splits[0]
}
