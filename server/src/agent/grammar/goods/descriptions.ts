import type { Leaf } from '../../brief.ts'
import { numberAt } from '../numbers/numbers.ts'
import { leafOf, type Reading } from '../reading.ts'
import type { Range } from '../sentences.ts'
import type { Token } from '../tokens.ts'
import { unitOfWord } from '../units.ts'
import { colours, fillersAfter, negatingWords, pronouns } from '../words.ts'

const openingWords = new Set(['with', 'mit', 'in', 'aus', 'from', 'made'])
const purposes = new Set(['for', 'für'])
const modals = new Set(
  (
    'must should shall have has need needs be come comes support supports include includes fit fits also ideally preferably are is to they it these those all that which the ' +
    'müssen muss sollen soll sollten sollte dürfen darf sie es diese alle bitte auch unbedingt idealerweise die der das welche wichtig ist sind'
  ).split(' '),
)
const closingVerbs = new Set(
  'sein haben können unterstützen besitzen werden bieten please bitte too either'.split(' '),
)
const articles = new Set([
  'a',
  'an',
  'the',
  'einem',
  'einer',
  'einen',
  'ein',
  'eine',
  'dem',
  'der',
  'den',
  'also',
  'auch',
  'and',
  'und',
  'of',
])

/** `120 x 80 x 75 cm` has three numbers. A longer row is no size, and would be read again from each of its numbers. */
const dimensionTokensMax = 8

/** The end of a size or a standard that begins at a token: `27 inch`, `80 g`, `3/4 Zoll`, `EN 397`, `size 43`. */
export function specEnd({ tokens, language }: Reading, at: number, to: number): number | undefined {
  const token = tokens[at] as Token
  if (
    /^(?:en|din|iso|ip|ral|vde|ce|astm|ansi|ffp\d?|size|größe|groesse|grösse|gr\.?|durchmesser|diameter|körnung|klasse|class|type|typ)$/.test(
      token.lower,
    )
  ) {
    return numbersEnd(tokens, at + 1, to)
  }
  if (/^[ab]\d$/.test(token.lower)) return at + 1
  if (token.kind === 'word' && /^\d/.test(token.text)) {
    const unit = at + 1 < to ? unitOfWord(tokens[at + 1]?.lower ?? '') : undefined
    return unit?.kind === 'spec' || tokens[at + 1]?.lower === 'm' ? Math.min(to, at + 2) : at + 1
  }
  if (token.kind !== 'number') return undefined
  let next = numberAt(tokens, at, language, 'measure')?.next ?? at + 1
  const last = Math.min(to, at + dimensionTokensMax)
  while (
    next + 1 < last &&
    /^[/x×–-]$/i.test(tokens[next]?.text ?? '') &&
    tokens[next + 1]?.kind === 'number'
  ) {
    next += 2
  }
  if (tokens[next]?.text === '-' && next + 1 < to) next += 1
  const unit = next < to ? unitOfWord(tokens[next]?.lower ?? '') : undefined
  if (next < to && /^[AVWNKCF]$/.test(tokens[next]?.text ?? '')) return next + 1
  const isSign = /^[%°"″]$/.test(tokens[next]?.text ?? '') && next < to
  if (isSign) return tokens[next + 1]?.lower === 'c' ? next + 2 : next + 1
  if (unit?.kind !== 'spec' && unit?.kind !== 'measure') return undefined
  const isByArea =
    tokens[next + 1]?.text === '/' && /^(?:m|m²|m2|qm)$/.test(tokens[next + 2]?.lower ?? '')
  return isByArea && next + 3 <= to ? next + 3 : next + 1
}

function numbersEnd(tokens: readonly Token[], from: number, to: number): number | undefined {
  let next = from
  while (next < to && next < from + 6) {
    const { kind, text } = tokens[next] as Token
    const isPart =
      kind === 'number' ||
      /^[/x×–.-]$/i.test(text) ||
      (kind === 'word' && text.length <= 4 && /^[A-Z]{1,4}\d*$/.test(text))
    if (!isPart) break
    next += 1
  }
  if (next === from) return undefined
  return next < to && unitOfWord(tokens[next]?.lower ?? '') ? next + 1 : next
}

/** The constraints and notes of what follows the goods, such as `with armrests without wheels in black`. */
export function readDescription(
  reading: Reading,
  { from, to }: Range,
): { readonly constraints: Leaf<string>[]; readonly notes: Leaf<string>[] } {
  const constraints: Leaf<string>[] = []
  const notes: Leaf<string>[] = []
  const { tokens } = reading
  let first = from
  for (let at = from; at <= to; at += 1) {
    const lower = at < to ? (tokens[at]?.lower ?? '') : ''
    const opens = openingWords.has(lower) || negatingWords.has(lower) || purposes.has(lower)
    if (at < to && !(opens && at > first && !negatingWords.has(tokens[at - 1]?.lower ?? '')))
      continue
    if (at > first) {
      const isPurpose = purposes.has(tokens[first]?.lower ?? '')
      const leaf = describe(reading, first, at)
      // A purpose that names a model says which goods fit: `for a Brother HL-L2350DW`.
      const isModel = /\p{L}\d|\d\p{L}/u.test(leaf?.value ?? '')
      if (leaf) (isPurpose && !isModel ? notes : constraints).push(leaf)
    }
    first = at
  }
  return { constraints, notes }
}

function describe(reading: Reading, from: number, to: number): Leaf<string> | undefined {
  const { tokens } = reading
  const isPurpose = purposes.has(tokens[from]?.lower ?? '')
  let first = from
  while (first < to && !isPurpose) {
    const { lower } = tokens[first] as Token
    if (!openingWords.has(lower) && !articles.has(lower) && lower !== 'of') break
    first += 1
  }
  let last = to
  while (
    last > first &&
    fillersAfter.has(tokens[last - 1]?.lower ?? '') &&
    tokens[last - 1]?.lower !== 'each'
  ) {
    last -= 1
  }
  if (last <= first + (isPurpose ? 1 : 0)) return undefined
  return leafOf(reading, first, last, isPurpose ? 0.6 : 0.85)
}

/** `They must be FSC certified and have a lock`: each part without its verb. */
export function readRequirement(reading: Reading, { from, to }: Range): Leaf<string>[] {
  const { tokens } = reading
  const parts: Range[] = []
  let first = from
  for (let at = from; at <= to; at += 1) {
    const isAnd = at < to && /^(?:and|und)$/.test(tokens[at]?.lower ?? '')
    if (at < to && !isAnd) continue
    if (at > first) parts.push({ from: first, to: at })
    first = at + 1
  }
  return parts.flatMap((part) => {
    let { from: start, to: end } = part
    const negation = findNegation(tokens, part)
    while (start < end && modals.has(tokens[start]?.lower ?? '')) start += 1
    while (end > start && closingVerbs.has(tokens[end - 1]?.lower ?? '')) end -= 1
    if (negation !== undefined && negation < start) start = negation
    const isNegated = negatingWords.has(tokens[start]?.lower ?? '')
    if (!isNegated)
      while (
        start < end &&
        (articles.has(tokens[start]?.lower ?? '') || openingWords.has(tokens[start]?.lower ?? ''))
      )
        start += 1
    return end > start ? [leafOf(reading, start, end, 0.85)] : []
  })
}

function findNegation(tokens: readonly Token[], { from, to }: Range): number | undefined {
  for (let at = from; at < to; at += 1) if (negatingWords.has(tokens[at]?.lower ?? '')) return at
  return undefined
}

export function isColour(token: Token | undefined): boolean {
  return colours.has(token?.lower ?? '')
}

/** A sentence of the buyer rather than a property of the goods. */
export function looksLikeSentence(tokens: readonly Token[], { from, to }: Range): boolean {
  if (to - from > 7) return true
  for (let at = from; at < to; at += 1) if (pronouns.has(tokens[at]?.lower ?? '')) return true
  return false
}
