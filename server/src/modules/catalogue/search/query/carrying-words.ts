import { saysWhatFor } from '../words/nouns.ts'
import type { Totals } from './analysis-store.ts'

/** What is known of a word of the query. */
type Asked = {
  readonly text: string
  readonly isBrand: boolean
  /** A colour, a size or another property, in a known list. */
  readonly isProperty: boolean
  /** It only links its neighbours. */
  readonly isLinking: boolean
  /** It was typed as one word with a neighbour: `hl2350`. */
  readonly isJoined: boolean
}

/** A word of a larger share of all products describes goods of many kinds: `black`, `usb`. */
const describingShare = 0.01
/** A shorter number is a quantity, a size or a part of a name. */
const numberMin = 4

/**
 * Tells the words that carry the meaning of a query from those that describe. Products without a carrying word are not
 * what the buyer wants. Carrying are the names of the goods, the brands, and words of few products: a model, a series,
 * another kind of goods. If the query names no kind that is sold, every word but a number is carrying.
 */
export function carryingWords(
  words: readonly Asked[],
  naming: ReadonlySet<number>,
  hasKind: boolean,
  totals: Totals,
): (at: number, documents: number) => boolean {
  const most = totals.documents * describingShare
  return (at, documents) => {
    const word = words[at]
    if (!word || word.isLinking || saysWhatFor.has(word.text.toLowerCase())) return false
    if (naming.has(at) || word.isBrand) return true
    if (/^\d+$/.test(word.text) && !word.isJoined) {
      return word.text.length >= numberMin && documents <= 1
    }
    return !hasKind || (!word.isProperty && documents <= most)
  }
}
