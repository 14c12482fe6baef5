import { currencyAt } from './money/currencies.ts'
import { numberAt } from './numbers/numbers.ts'
import { type Reading, take } from './reading.ts'
import type { Range } from './sentences.ts'
import { unitOfWord } from './units.ts'

/** `Sorry, make that 35`, `doch nur 15`: what follows changes what was said before. */
const corrections = new Set(
  'sorry actually correction correct corrected rather instead change changed make meant entschuldigung korrektur korrigiert doch statt anstatt anstelle stattdessen lieber sondern jetzt ändern geändert now update berichtigung tippfehler typo irrtum nein nee nö ach oops ups hmm wait moment quatsch reduce increase raise erhöhen reduzieren falsch wrong'.split(
    ' ',
  ),
)
/** The number after these words is the old one. */
const formerWords = new Set(
  'was were wrote said previously originally formerly bisher vorher ursprünglich war waren not nicht of statt anstatt anstelle'.split(
    ' ',
  ),
)
const cancelVerbs = new Set(
  'drop remove cancel forget scrap skip delete omit weglassen entfernen streichen streich streiche storniere stornieren entfällt entfallen raus weg storno stornierung cancellation'.split(
    ' ',
  ),
)
const clauseEnds = new Set([',', ';', '.', '(', ')', '!', '?', 'but', 'aber', 'sondern', 'keep'])
const takingWords = new Set(
  'take send order add need want make get supply stattdessen nehmen brauchen bestellen instead dafür quote'.split(
    ' ',
  ),
)

export function isCorrection({ tokens }: Reading, { from, to }: Range): boolean {
  for (let at = from; at < to; at += 1) if (corrections.has(tokens[at]?.lower ?? '')) return true
  return false
}

/** `was 250 units`, `(not 60)`, `change 100 brackets to 120 brackets`: takes the numbers that no longer hold. */
export function takeFormer(reading: Reading, { from, to }: Range): void {
  const { tokens, language } = reading
  for (let at = from; at < to; at += 1) {
    const lower = tokens[at]?.lower ?? ''
    if (reading.free[at] === 0) continue
    const isChange = lower === 'change' || lower === 'ändern' || lower === 'from' || lower === 'von'
    if (!isChange && !formerWords.has(lower)) continue
    if (lower === 'of' && !/^(?:instead|statt)$/.test(tokens[at - 1]?.lower ?? '')) continue
    const isBefore = /^(?:ursprünglich|originally|previously|bisher|vorher|formerly)$/.test(lower)
    if (isBefore && takeClause(reading, at, to)) continue
    let first = at + 1
    while (
      first < at + 5 &&
      /^(?:the|our|der|die|das|den|dem|of|von|qty|quantity|noch|only|nur|\p{Ll}{4,}(?:en|ed|e))$/u.test(
        tokens[first]?.text ?? '',
      )
    )
      first += 1
    const number = numberAt(tokens, first, language, 'count')
    if (!number || number.next > to || tokens[first]?.kind !== 'number') continue
    const target = isChange ? changeTarget(reading, number.next, to) : undefined
    if (isChange && target === undefined) continue
    if (currencyAt(tokens, number.next, reading.currency)) continue
    const unit = unitOfWord(tokens[number.next]?.lower ?? '')
    const isUnit = unit !== undefined && unit.kind !== 'spec'
    // The goods keep their name: `statt der 12 Monitore bitte nur 10`.
    take(reading, at, target ?? (isUnit ? number.next + 1 : number.next))
    if (!target && repeatsGoods(reading, number.next, to)) take(reading, at, number.next + 1)
  }
}

/** `Ursprünglich hatten wir 200 Helme angefragt`: the clause tells what no longer holds. */
function takeClause(reading: Reading, at: number, to: number): boolean {
  const { tokens } = reading
  let end = at
  let hasNumber = false
  while (end < to && !clauseEnds.has(tokens[end]?.lower ?? '')) {
    hasNumber ||= tokens[end]?.kind === 'number'
    end += 1
  }
  if (hasNumber && end < to) take(reading, at, end)
  return hasNumber && end < to
}

/** `I wrote 500 flyers but meant 5,000 flyers`: the goods have their name once more behind. */
function repeatsGoods({ tokens }: Reading, at: number, to: number): boolean {
  const name = tokens[at]
  if (name?.kind !== 'word' || name.text.length < 4) return false
  for (let next = at + 1; next < Math.min(to, at + 15); next += 1) {
    if (tokens[next]?.lower === name.lower) return true
  }
  return false
}

/** Where the new number stands in `100 brackets to 120 brackets`. */
function changeTarget({ tokens }: Reading, from: number, to: number): number | undefined {
  for (let at = from; at < Math.min(to, from + 6); at += 1) {
    const isTo = /^(?:to|auf|zu|into|in)$/.test(tokens[at]?.lower ?? '')
    if (isTo && tokens[at + 1]?.kind === 'number') return at + 1
    if (/^[,;.]$/.test(tokens[at]?.text ?? '')) return undefined
  }
  return undefined
}

/** The clauses that take goods back: from the verb on, or up to it where it stands at the end. */
export function cancelledClauses({ tokens, free }: Reading, { from, to }: Range): readonly Range[] {
  const clauses: Range[] = []
  let first = from
  for (let at = from; at <= to; at += 1) {
    const lower = tokens[at]?.lower ?? ''
    const joins = /^(?:and|und)$/.test(lower) && startsOther(tokens, at + 1, to)
    if (at < to && !clauseEnds.has(lower) && !joins) continue
    for (let verb = first; verb < at; verb += 1) {
      if (!cancelVerbs.has(tokens[verb]?.lower ?? '') || free[verb] === 0) continue
      clauses.push({ from: first, to: at })
      break
    }
    first = at + 1
  }
  return clauses
}

function startsOther(tokens: Reading['tokens'], at: number, to: number): boolean {
  for (let next = at; next < Math.min(to, at + 3); next += 1) {
    const token = tokens[next]
    if (token?.kind === 'number' || takingWords.has(token?.lower ?? '')) return true
    if (cancelVerbs.has(token?.lower ?? '')) return true
  }
  return false
}
