import { typedText } from '#kernel/typed-text'
import type { BriefItem } from '../brief/brief.ts'
import type { Session } from '../sessions/session.ts'

/** The matches of an item: the best, and its alternatives. */
export const matchesMax = 6

const queryMax = 200

/**
 * The search for an item: its goods and what they must be, in the country of the delivery. A price that the buyer calls the most
 * is a limit. Any other target is not: it would hide what costs a little more.
 */
export function searchRequestOf(
  { what, constraints, targetUnitPrice }: BriefItem,
  { brief }: Pick<Session, 'brief'>,
) {
  const words = [what, ...constraints].flatMap((leaf) => (leaf ? [leaf.value] : []))
  const { amount, currency, qualifier } = targetUnitPrice?.value ?? {}
  const country = brief.deliverTo?.country?.value
  const isLimited = qualifier === 'max' && currency !== undefined
  return {
    q: queryOf(words),
    limit: matchesMax,
    ...(country && { country }),
    ...(isLimited && { maxPrice: amount, currency }),
  }
}

/** Whole words, as many as a query takes. The goods come first. */
function queryOf(texts: readonly string[]): string {
  let query = ''
  for (const word of typedText(texts.join(' ')).split(/\s+/)) {
    const longer = query === '' ? word.slice(0, queryMax) : `${query} ${word}`
    if (longer.length > queryMax) break
    query = longer
  }
  return query
}
