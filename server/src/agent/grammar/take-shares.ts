import { numberAt } from './numbers.ts'
import type { PlaceFound } from './places.ts'
import { type Reading, take } from './reading.ts'
import { unitOfWord } from './units.ts'

type Share = { readonly from: number; readonly to: number }

/** `40 to Glasgow, 50 to Edinburgh`, `Basel (10) und Bern (15)`: the numbers split goods, and count none of their own. Returns whether there are such. */
export function takeShares(reading: Reading, places: readonly PlaceFound[]): boolean {
  const shares = places.map((place) => shareOf(reading, place))
  if (shares.filter((share) => share !== undefined).length < 2) return false
  for (const share of shares) if (share) take(reading, share.from, share.to)
  return true
}

const shareWords = new Set(
  'of each them these davon je jeweils go goes going are should gehen geht gehören sollen werden x × for für pieces'.split(
    ' ',
  ),
)

/** The number that stands right before what leads to a place, or right behind the place in brackets. */
function shareOf(reading: Reading, { from, to }: PlaceFound): Share | undefined {
  const { tokens } = reading
  if (tokens[to]?.text === '(') {
    const close = tokens.findIndex(
      ({ text }, index) => index > to && (text === ')' || index > to + 4),
    )
    const share = numberIn(reading, to + 1)
    if (share && share.to <= close && tokens[close]?.text === ')')
      return { ...share, from: to, to: close + 1 }
  }
  for (let back = from - 1; back >= Math.max(0, from - 5); back -= 1) {
    const token = tokens[back]
    if (token?.kind === 'number') {
      const share = numberIn(reading, back)
      const isOrdinal = /^(?:lot|los|pos\.?|position|item|phase|no\.?|nr\.?|kw|week)$/.test(
        tokens[back - 1]?.lower ?? '',
      )
      return share && !isOrdinal ? { from: share.from, to: from } : undefined
    }
    if (!token || token.kind === 'mark') return undefined
    if (!unitOfWord(token.lower) && !shareWords.has(token.lower)) return undefined
  }
  return undefined
}

function numberIn(reading: Reading, at: number): Share | undefined {
  const { tokens, language } = reading
  if (reading.free[at] === 0 || tokens[at]?.kind !== 'number') return undefined
  const number = numberAt(tokens, at, language, 'count')
  if (!number?.value) return undefined
  const word = tokens[number.next]
  const unit = word ? unitOfWord(word.lower) : undefined
  const isUnit = unit !== undefined && unit.kind !== 'spec'
  return { from: at, to: isUnit ? number.next + 1 : number.next }
}
