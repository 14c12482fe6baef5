import type { Leaf } from '../../brief.ts'
import { numberAt } from '../numbers/numbers.ts'
import { leafOfSpan, type Reading, take } from '../reading.ts'
import { unitOfWord } from '../units.ts'
import type { PlaceFound } from './places.ts'

/** The part of the goods that goes to a place: `40 to Glasgow`. */
export type Share = {
  readonly place: PlaceFound
  readonly quantity: Leaf<string>
  /** `20 of each`: so many of all goods. */
  readonly isOfEach: boolean
}

type Found = Share & { readonly from: number; readonly to: number }

/** `40 to Glasgow, 50 to Edinburgh`, `Basel (10) und Bern (15)`: the numbers split goods, and count none of their own. One alone splits nothing. */
export function takeShares(reading: Reading, places: readonly PlaceFound[]): readonly Share[] {
  const shares = places.flatMap((place) => shareOf(reading, place) ?? [])
  if (shares.length < 2) return []
  for (const { from, to } of shares) take(reading, from, to)
  return shares
}

/** Words between the number of a share and what leads to its place. */
const shareWords = new Set(
  'of each them these davon je jeweils go goes going are should gehen geht gehören sollen werden x × for für pieces'.split(
    ' ',
  ),
)

/** The number right before what leads to a place, or right behind the place: in brackets, or behind a mark. */
function shareOf(reading: Reading, place: PlaceFound): Found | undefined {
  return inBrackets(reading, place) ?? shareBefore(reading, place) ?? shareAfter(reading, place)
}

function inBrackets(reading: Reading, place: PlaceFound): Found | undefined {
  const { tokens } = reading
  const { to } = place
  if (tokens[to]?.text !== '(') return undefined
  const share = numberIn(reading, to + 1)
  return share && tokens[share.to]?.text === ')'
    ? { ...share, place, isOfEach: false, from: to, to: share.to + 1 }
    : undefined
}

function shareBefore(reading: Reading, place: PlaceFound): Found | undefined {
  const { tokens } = reading
  let isOfEach = false
  for (let back = place.from - 1; back >= Math.max(0, place.from - 5); back -= 1) {
    const token = tokens[back]
    if (token?.kind === 'number') {
      const share = numberIn(reading, back)
      const isOrdinal = /^(?:lot|los|pos\.?|position|item|phase|no\.?|nr\.?|kw|week)$/.test(
        tokens[back - 1]?.lower ?? '',
      )
      return share && !isOrdinal ? { ...share, place, isOfEach, to: place.from } : undefined
    }
    if (!token || token.kind === 'mark') return undefined
    if (!unitOfWord(token.lower) && !shareWords.has(token.lower)) return undefined
    isOfEach ||= token.lower === 'each' || token.lower === 'jeweils'
  }
  return undefined
}

/** `Hamburg: 12`, `Werk Ulm 400 kg`: the number closes its line or its part. */
function shareAfter(reading: Reading, place: PlaceFound): Found | undefined {
  const { tokens } = reading
  const isMark = /^[:=–-]$/.test(tokens[place.to]?.text ?? '')
  const share = numberIn(reading, isMark ? place.to + 1 : place.to)
  const isBare = !isMark && share !== undefined && share.quantity.confidence < withUnit
  if (!share || (isBare && !/^\d{1,3}$/.test(tokens[place.to]?.text ?? ''))) return undefined
  const next = tokens[share.to]
  const closes = next === undefined || /^(?:[,;.\n]|and|und|sowie)$/.test(next.lower)
  return closes ? { ...share, place, isOfEach: false, from: place.to } : undefined
}

const withUnit = 0.9

function numberIn(reading: Reading, at: number) {
  const { tokens, language } = reading
  if (reading.free[at] === 0 || tokens[at]?.kind !== 'number') return undefined
  const number = numberAt(tokens, at, language, 'count')
  if (!number?.value) return undefined
  const unit = unitOfWord(tokens[number.next]?.lower ?? '')
  const isUnit = unit !== undefined && unit.kind !== 'spec'
  const quantity = leafOfSpan(reading, number.value, number, isUnit ? withUnit : 0.85)
  return { quantity, from: at, to: isUnit ? number.next + 1 : number.next }
}
