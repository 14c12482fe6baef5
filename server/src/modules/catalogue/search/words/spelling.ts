import { slipsBetween } from '#kernel/slips'

export type KnownWord = { readonly word: string; readonly documents: number }

/** Two swapped letters are the most probable typing error, a wrong first letter is an improbable one. */
const swapShare = 0.8
const firstLetterShare = 0.4
/** A word that names a kind of goods together with its neighbour is more probable than another one. */
const kindShare = 0.5

/**
 * Returns the correction of a word: the nearest word by typing errors (a letter added, missing, wrong, or two swapped),
 * and among equally near ones the most common. Undefined if none is near enough.
 */
export function correctionOf(
  typed: string,
  candidates: readonly KnownWord[],
  namesKind: (word: string) => boolean = () => false,
): string | undefined {
  const slipsMax = typed.length >= 8 ? 2 : 1
  const swaps = new Set(swapsOf(typed))
  const near = candidates
    .map((known) => ({ ...known, slips: slipsBetween(typed, known.word) }))
    .filter(({ slips }) => slips > 0 && slips <= slipsMax)
    .map((known) => ({
      ...known,
      distance:
        (swaps.has(known.word) ? swapShare : known.slips) +
        (known.word[0] === typed[0] ? 0 : firstLetterShare) -
        (namesKind(known.word) ? kindShare : 0),
    }))
  near.sort(
    (one, other) =>
      one.distance - other.distance ||
      other.documents - one.documents ||
      (one.word < other.word ? -1 : 1),
  )
  return near[0]?.word
}

/** The words with two neighbouring letters swapped. They share too few trigrams for a search by similarity. */
export function swapsOf(word: string): string[] {
  const swapped: string[] = []
  for (let at = 0; at + 1 < word.length; at += 1) {
    if (word[at] === word[at + 1]) continue
    swapped.push(word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2))
  }
  return swapped
}
