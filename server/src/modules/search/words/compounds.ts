import { formsOf } from './nouns.ts'
import { firstPartsOf } from './word-forms.ts'

/** Words that parts of a compound may be. */
export type PartVocabulary = {
  /** A word that stands for others: see `synonyms.ts`. */
  isNamed(word: string): boolean
  /** So many products have the word. */
  documents(word: string): number
}

const partMin = 3
const partsMax = 4
/** Shorter words are the beginning or the end of many others. */
const surePartMin = 4
/** A word of three letters is one that many products have. */
const shortPartDocuments = 20

export type Split = {
  readonly parts: readonly string[]
  /** Every part is long enough, or named: nothing else is likely to be meant. */
  readonly isSure: boolean
}

/** Every piece of a word that may be one of its parts. */
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
 * The parts of a word that is written together, each as the vocabulary has it: `Farblaserdrucker` is `farbe laserdrucker`. The
 * fewest parts win, and among those the longest first part.
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
