import { saysWhatFor } from '../words/nouns.ts'
import type { Called } from './called-kind.ts'
import type { Term } from './query-terms.ts'
import type { Reading } from './reading.ts'

/**
 * Returns the words of a query that name the product: those of a kind of goods, or else the last word before `for` or
 * `with` that is not a brand or a property. None if all words are such, as in `HP 940XL`.
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
 * The condition for a match of the whole query: each word or a synonym of it, and the naming word in the name or brand,
 * unless the category has it. A coffee machine with beans in its description does not match `coffee beans`.
 */
export function completeQuery(readings: readonly Reading[], kind: string | undefined): string {
  return eachOf(readings, kind)
}

function eachOf(readings: readonly Pick<Reading, 'terms' | 'own'>[], kind: string | undefined) {
  return readings
    .filter(({ terms }) => terms.length > 0)
    .map(({ terms, own }) => {
      const all = terms.map((term) => metBy(term, kind))
      return `(${(own === undefined ? all : [...all, own]).join(' & ')})`
    })
    .join(' | ')
}

/**
 * The condition for a product that comes near the query: it has the words that carry the meaning. Undefined if no word
 * does, as in `black wireless`.
 */
export function carriedQuery(
  readings: readonly Reading[],
  kind: string | undefined,
): string | undefined {
  const carrying = readings
    .map(({ terms, own }) => ({
      own,
      // A one-way synonym comes near.
      terms: terms
        .filter(({ isCarrying }) => isCarrying)
        .map((one) => ({ ...one, same: one.query })),
    }))
    .filter(({ terms }) => terms.length > 0)
  return carrying.length === 0 ? undefined : eachOf(carrying, kind)
}

function metBy({ same, isNaming }: Term, kind: string | undefined): string {
  if (!isNaming) return same
  return kind === undefined ? inName(same) : `(${inName(same)} | ${kind})`
}

/**
 * The condition for a product of the named kind that is in another category: its name has all words. Empty if the query
 * is only the name of the kind, because the name of a part has it, too.
 */
export function nameQuery(readings: readonly Reading[]): string {
  if (!readings.some(({ terms }) => terms.some(({ orKind }) => orKind !== undefined))) return ''
  return readings
    .filter(({ terms }) => terms.length > 0)
    .map(({ terms }) => terms.map(({ query }) => inName(query)).join(' & '))
    .map((query) => `(${query})`)
    .join(' | ')
}

/** The texts with these weights: the name with the part number, and the brand with the article numbers. */
function inName(query: string): string {
  return query.replaceAll(/'(?:[^']|'')*'/g, '$&:AB')
}

/**
 * A typing error in the first letter is rare, so such a correction may replace a correct word that no product has.
 * Swapped letters are an error.
 */
export function isSureCorrection(typed: string, meant: string): boolean {
  return typed[0] === meant[0] || (typed[0] === meant[1] && typed[1] === meant[0])
}
