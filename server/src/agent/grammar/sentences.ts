import { numberAt } from './numbers/numbers.ts'
import type { Token } from './tokens.ts'
import { unitOfWord } from './units.ts'

/** Tokens `from` to `to`, the last excluded. */
export type Range = { readonly from: number; readonly to: number }

export function sentencesOf(
  tokens: readonly Token[],
  isFree: (at: number) => boolean,
): readonly Range[] {
  const sentences: Range[] = []
  let from = 0
  for (let at = 0; at < tokens.length; at += 1) {
    if (!isFree(at) || !endsSentence(tokens, at)) continue
    if (at > from) sentences.push({ from, to: at })
    from = at + 1
  }
  if (from < tokens.length) sentences.push({ from, to: tokens.length })
  return sentences
}

function endsSentence(tokens: readonly Token[], at: number): boolean {
  const { text, end } = tokens[at] as Token
  if (text === '\n' || text === '!' || text === '?') return true
  if (text !== '.') return false
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  if (!after) return true
  // An ordinal number, or a full stop within a word such as `z.B`.
  if (after.start === end) return after.text === '\n'
  return !(before?.kind === 'number' && before.text.length <= 2 && isOrdinalNoun(after))
}

/** `3. Quartal`; the word that begins a sentence names no such thing. */
function isOrdinalNoun({ kind, lower }: Token): boolean {
  return kind === 'word' && !sentenceOpeners.has(lower)
}
const sentenceOpeners = new Set(
  'and und please bitte we wir the der die das also außerdem thanks danke budget delivery lieferung liefertermin can could i ich it es is to an nach for für they sie our unser mit with no kein keine deliver target max price preis'.split(
    ' ',
  ),
)

const breaks = new Set([
  ',',
  ';',
  ':',
  '(',
  ')',
  '[',
  ']',
  '–',
  '—',
  '|',
  '•',
  '\n',
  '=',
  '!',
  '?',
  '.',
  '*',
  '→',
  '·',
  'but',
  'aber',
  'sondern',
])
const joiningWords = new Set(['and', 'und', 'sowie', 'plus', '+', '&', 'along'])

/** The phrases of a sentence: what stands between its marks and between what is read already. */
export function phrasesOf(
  tokens: readonly Token[],
  { from, to }: Range,
  isFree: (at: number) => boolean,
  startsItem: (at: number) => boolean,
): readonly Range[] {
  const phrases: Range[] = []
  let first = from
  for (let at = from; at <= to; at += 1) {
    if (at < to && at > first + 1 && startsCounted(tokens, at, to)) {
      phrases.push({ from: first, to: at })
      first = at
    }
    const ends = at === to || !isFree(at) || isBreak(tokens, at) || isJoint(tokens, at, startsItem)
    if (!ends) continue
    if (at > first) phrases.push({ from: first, to: at })
    first = at + 1
  }
  return phrases
}

/** `6 rolls bubble wrap 100cm wide 10 packs of labels`: a number with a package and `of` begins other goods. */
function startsCounted(tokens: readonly Token[], at: number, to: number): boolean {
  const [number, unit, of] = [tokens[at], tokens[at + 1], tokens[at + 2]]
  const kind = unitOfWord(unit?.lower ?? '')?.kind
  if (number?.kind !== 'number' || at + 3 >= to || of?.lower !== 'of') return false
  if (kind !== 'package' && kind !== 'piece') return false
  for (let back = at - 1; back >= Math.max(0, at - 12); back -= 1) {
    const token = tokens[back] as Token
    if (
      token.kind === 'mark' ||
      /^(?:x|×|of|je|with|mit|in|per|on|about|for|only|just|need|want|order)$/.test(token.lower)
    )
      return false
    if (token.kind === 'number') return true
  }
  return false
}

function isBreak(tokens: readonly Token[], at: number): boolean {
  const { text, lower, start, end } = tokens[at] as Token
  if (text === '(' && repeatsNumber(tokens, at)) return false
  if (text === ')' && repeatsNumber(tokens, at - 2)) return false
  if (breaks.has(lower)) return true
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  const isSpaced = (!before || before.end < start) && (!after || after.start > end)
  return (text === '-' || text === '/') && isSpaced
}

function isJoint(
  tokens: readonly Token[],
  at: number,
  startsItem: (at: number) => boolean,
): boolean {
  return joiningWords.has(tokens[at]?.lower ?? '') && startsItem(at + 1)
}

/** `four (4)`: the figures in brackets say again what the word before them said. */
export function repeatsNumber(tokens: readonly Token[], at: number): boolean {
  const [open, figures, close] = [tokens[at], tokens[at + 1], tokens[at + 2]]
  if (open?.text !== '(' || figures?.kind !== 'number' || close?.text !== ')') return false
  for (const language of ['en', 'de'] as const) {
    for (let back = at - 1; back >= Math.max(0, at - 5); back -= 1) {
      if (tokens[back]?.kind !== 'word') break
      const number = numberAt(tokens, back, language, 'count')
      const same = numberAt(tokens, at + 1, language, 'count')
      if (number?.next === at && number.value === same?.value) return true
    }
  }
  return false
}
