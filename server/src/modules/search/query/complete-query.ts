import { saysWhatFor } from '../words/nouns.ts'
import type { Reading } from './analysis.ts'
import type { Called } from './called-kind.ts'

/**
 * Which words of a query say what the product is: those that call a kind of goods, else the last word before `for` or `with` that is
 * no brand and no property. None where all are, as in `HP 940XL`.
 */
export function namingWords(
  words: readonly string[],
  called: Pick<Called, 'from' | 'to'> | undefined,
  isBeside: (at: number) => boolean,
): ReadonlySet<number> {
  if (called) {
    return new Set(Array.from({ length: called.to - called.from }, (_, at) => called.from + at))
  }
  const cut = words.findIndex((word, at) => at > 0 && saysWhatFor.has(word.toLowerCase()))
  const end = cut < 0 ? words.length : cut
  const last = words.findLastIndex((_, at) => at < end && !isBeside(at))
  return new Set(last < 0 ? [] : [last])
}

/**
 * What a product must have to match the whole query: every word or what means the same, and the word that names the product in its
 * name or brand, unless its category says it. A coffee machine whose description speaks of beans is no match for `coffee beans`.
 */
export function completeQuery(readings: readonly Reading[], kind: string | undefined): string {
  return readings
    .filter(({ terms }) => terms.length > 0)
    .map(({ terms, own }) => {
      const all = terms.map(({ same, isNaming }) => {
        if (!isNaming) return same
        return kind === undefined ? inName(same) : `(${inName(same)} | ${kind})`
      })
      return `(${(own === undefined ? all : [...all, own]).join(' & ')})`
    })
    .join(' | ')
}

/**
 * What a product must have in its name to be of the kind that is called, though it lies in another category: all words. Empty where the
 * query says the name of the kind alone, which the name of a part says too.
 */
export function nameQuery(readings: readonly Reading[]): string {
  if (!readings.some(({ terms }) => terms.some(({ orKind }) => orKind !== undefined))) return ''
  return readings
    .filter(({ terms }) => terms.length > 0)
    .map(({ terms }) => terms.map(({ query }) => inName(query)).join(' & '))
    .map((query) => `(${query})`)
    .join(' | ')
}

/** Texts of these weights: the name with the part number, and the brand with the article numbers. */
function inName(query: string): string {
  return query.replaceAll(/'(?:[^']|'')*'/g, '$&:AB')
}

/** A slip in the first letter is rare: what was corrected so may be a word that no product has. */
export function isSureCorrection(typed: string, meant: string): boolean {
  return typed[0] === meant[0]
}
