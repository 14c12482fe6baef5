import type { Leaf } from '../../brief.ts'
import { numberAt } from '../numbers/numbers.ts'
import { readContent } from '../read-phrase.ts'
import { leafOf, type Reading } from '../reading.ts'
import type { Sentence } from '../sentence.ts'
import type { Range } from '../sentences.ts'
import type { Token } from '../tokens.ts'
import { unitOfWord } from '../units.ts'

/** `mit 150 bar und 25 m Schlauch`: a measure that `und` joins to a description describes too. */
export function continuesDescription(
  reading: Reading,
  sentence: Sentence,
  { from, to }: Range,
): boolean {
  const { tokens, language } = reading
  if (!/^(?:and|und)$/.test(tokens[from - 1]?.lower ?? '')) return false
  const number = numberAt(tokens, from, language, 'measure')
  const kind = number && unitOfWord(tokens[number.next]?.lower ?? '')?.kind
  if (!number || number.next >= to || kind !== 'measure') return false
  for (let back = from - 2; back >= sentence.from && from - back < 12; back -= 1) {
    const { lower } = tokens[back] as Token
    if (/^[,;.:]$/.test(lower)) return false
    if (/^(?:mit|with)$/.test(lower)) return true
  }
  return false
}

/** `with 2 handles`, `inkl. 3 Jahren Garantie`: a number behind the goods that counts a part of each. */
export function opensDescription(tokens: readonly Token[], { from, to }: Range): boolean {
  const [first, second] = [tokens[from], tokens[from + 1]]
  const opens = /^(?:with|w|including|incl\.?|mit|inkl\.?|inklusive)$/.test(first?.lower ?? '')
  return opens && second?.kind === 'number' && from + 2 < to
}

/** `250 per carton`, `25 kg each`, `je 12,5 l`, `mit je 100 Stück`: what one package holds. */
export function contentPhrase(
  reading: Reading,
  from: number,
  to: number,
): Leaf<string> | undefined {
  const { tokens, language } = reading
  const first = tokens[from]?.lower ?? ''
  if (['à', 'je', 'mit', 'with', 'zu', 'of', 'each'].includes(first)) {
    const content = readContent(reading, from, to)
    if (content && content.next >= to) return content.leaf
    if (first === 'je' || first === 'à') return undefined
  }
  const number = numberAt(tokens, from, language, 'count')
  if (!number) return undefined
  const tail = tokens.slice(number.next, to).map(({ lower }) => lower)
  const isPer = /^(?:per|pro|je|a|in)$/.test(tail.at(-2) ?? '') && tail.length <= 3
  const isEach = tail.at(-1) === 'each' && tail.length <= 3
  return isPer || isEach ? leafOf(reading, from, to, 0.9) : undefined
}

const contractions = new Set(["don't", "doesn't", "won't", 'don’t', 'doesn’t', 'won’t'])
const wantingWords = new Set(
  'need needs want require brauchen brauche benötigen wollen möchten'.split(' '),
)

/** `we don't need tables`, `wir brauchen keine Tische`, `no longer need`: what a buyer does not want. */
export function isDeclined(tokens: readonly Token[], { from, to }: Range): boolean {
  const lowerAt = (at: number) => (at >= from && at < to ? (tokens[at]?.lower ?? '') : '')
  for (let at = from; at < to; at += 1) {
    if (!wantingWords.has(lowerAt(at))) continue
    const [before, beforeThat, next] = [lowerAt(at - 1), lowerAt(at - 2), lowerAt(at + 1)]
    if (before === 'no' && next === 'for') return true
    if (contractions.has(before) || (before === 'not' && /^do(?:es)?$/.test(beforeThat)))
      return true
    if (before === 'longer' && beforeThat === 'no') return true
    if (/^keine[nrms]?$/.test(next)) return true
    if (next === 'no' && !/^(?:more|less|fewer|later)$/.test(lowerAt(at + 2))) return true
    const end = lowerAt(to - 1)
    return end === 'nicht' || (end === 'mehr' && lowerAt(to - 2) === 'nicht')
  }
  return false
}
