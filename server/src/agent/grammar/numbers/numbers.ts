import { Decimal } from 'decimal.js'
import type { Token } from '../tokens.ts'
import { unitOfWord } from '../units.ts'
import type { Language, NumberFound } from './number-found.ts'
import { readNumberWords } from './number-words.ts'

/** What a number counts decides what a separator before three digits can mean. */
export type NumberUse = 'count' | 'measure' | 'total' | 'price' | 'scaled'

const multipliers: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    k: '1000',
    thousand: '1000',
    grand: '1000',
    m: '1000000',
    mn: '1000000',
    mio: '1000000',
    million: '1000000',
    millions: '1000000',
    bn: '1000000000',
    billion: '1000000000',
    hundred: '100',
    dozen: '12',
    doz: '12',
    'doz.': '12',
    dz: '12',
  },
  de: {
    k: '1000',
    t: '1000',
    tsd: '1000',
    'tsd.': '1000',
    tausend: '1000',
    mio: '1000000',
    'mio.': '1000000',
    million: '1000000',
    millionen: '1000000',
    mrd: '1000000000',
    'mrd.': '1000000000',
    milliarde: '1000000000',
    milliarden: '1000000000',
    // The German “Billion” is a million millions.
    billion: '1000000000000',
    billionen: '1000000000000',
    hundert: '100',
    dutzend: '12',
    dtzd: '12',
    'dtzd.': '12',
    dtz: '12',
    'dtz.': '12',
  },
}
/** These letters are units too, so they multiply money only: `1.2m cable` is a length. */
const onlyInMoney = new Set(['m', 't', 'mn', 'bn', 'grand'])

/** The number that begins at a token, in figures or in words, with its multiplier. */
export function numberAt(
  tokens: readonly Token[],
  at: number,
  language: Language,
  use: NumberUse,
): NumberFound | undefined {
  const token = tokens[at]
  if (!token) return undefined
  if (token.kind === 'word') return readNumberWords(tokens, at, language)
  if (token.kind !== 'number') return undefined
  const grouped = withSpaces(tokens, at)
  if (use !== 'total' && use !== 'price' && isTwoNumbers(tokens, at, grouped.next)) {
    const end = (tokens[grouped.next - 1] as Token).end
    return { value: undefined, start: token.start, end, next: grouped.next, hasMultiplier: false }
  }
  const last = tokens[grouped.next - 1] as Token
  const after = tokens[grouped.next]
  const multiplier = after && multiplierOf(after, last, language, use)
  const plain = readFigures(grouped.text, language, multiplier ? 'scaled' : use)
  if (!multiplier) {
    return {
      value: limitDigits(plain),
      start: token.start,
      end: last.end,
      next: grouped.next,
      hasMultiplier: false,
    }
  }
  return {
    value: limitDigits(plain && new Decimal(plain).times(multiplier).toFixed()),
    start: token.start,
    end: (after as Token).end,
    next: grouped.next + 1,
    hasMultiplier: true,
  }
}

/** `4K` is a resolution: a multiplier of one letter is small, and stands close to its number. */
function multiplierOf(
  { text, lower, start }: Token,
  last: Token,
  language: Language,
  use: NumberUse,
): string | undefined {
  const isMoney = use === 'total' || use === 'price'
  if (onlyInMoney.has(lower) && !isMoney) return undefined
  if (lower === 'k' && text === 'K' && !isMoney) return undefined
  if (lower.length === 1 && start !== last.end && !isMoney) return undefined
  return multipliers[language][lower] ?? (isMoney ? multipliers.en[lower] : undefined)
}

/** `12 000` is one number. Groups of three follow, each after one space. */
function withSpaces(tokens: readonly Token[], at: number): { text: string; next: number } {
  const first = tokens[at] as Token
  let text = first.text
  let next = at + 1
  if (!/^[1-9]\d{0,2}$/.test(text)) return { text, next }
  for (;;) {
    const before = tokens[next - 1] as Token
    const group = tokens[next]
    const isGroup = group?.kind === 'number' && /^\d{3}(?:[.,]\d{1,2})?$/.test(group.text)
    if (!isGroup || group.start !== before.end + 1) return { text, next }
    text += `'${group.text}`
    next += 1
  }
}

/** `2 500 ml` is either 2,500 ml or two of 500 ml. */
function isTwoNumbers(tokens: readonly Token[], at: number, next: number): boolean {
  if (next === at + 1 || tokens[at + 1]?.text.startsWith('0')) return false
  const unit = unitOfWord(tokens[next]?.lower ?? '')
  return unit?.kind === 'measure' || unit?.kind === 'spec'
}

/** Nobody orders more. A number beyond is a mistake, or an attack. */
const figuresMax = 25
const digitsMax = 18
const fractions: Readonly<Record<string, string>> = { '½': '5', '¼': '25', '¾': '75' }

/** A number that a brief can hold. */
function limitDigits(value: string | undefined): string | undefined {
  const [whole = '', fraction = ''] = value?.split('.') ?? []
  return whole.length > digitsMax || fraction.length > 9 ? undefined : value
}

/** A decimal string, or undefined when the figures have no meaning or two. */
export function readFigures(text: string, language: Language, use: NumberUse): string | undefined {
  if (text.length > figuresMax) return undefined
  const half = fractions[text.at(-1) ?? '']
  if (half && /^\d*$/.test(text.slice(0, -1)))
    return trimZeros(`${text.slice(0, -1) || '0'}.${half}`)
  // Digits of other scripts, and `1½2`.
  if (!/^[\d.,'’]+$/.test(text)) return undefined
  const plain = text.replaceAll('’', "'")
  const marks = [...new Set(plain.replace(/\d/g, ''))]
  if (marks.length === 0) return trimZeros(plain)
  const last = plain.at(plain.search(/[.,'](?=\d*$)/)) as string
  if (marks.length > 2) return undefined
  if (marks.length === 2) {
    const [whole = '', fraction = ''] = splitAtLast(plain, last)
    const group = marks.find((mark) => mark !== last) as string
    if (last === "'" || whole.includes(last) || !isGrouped(whole, group)) return undefined
    return trimZeros(`${whole.replaceAll(group, '')}.${fraction}`)
  }
  const parts = plain.split(last)
  if (last === "'" || parts.length > 2) {
    return isGrouped(plain, last) ? trimZeros(plain.replaceAll(last, '')) : undefined
  }
  return readOneMark(parts as [string, string], last, language, use)
}

function readOneMark(
  [whole, fraction]: [string, string],
  mark: string,
  language: Language,
  use: NumberUse,
): string | undefined {
  const decimal = trimZeros(`${whole}.${fraction}`)
  if (fraction.length !== 3 || whole.length > 3 || /^0/.test(whole)) return decimal
  const grouped = trimZeros(whole + fraction)
  if (use === 'count') return grouped
  // `1.500k` may be a million and a half, or fifteen hundred.
  if (use === 'scaled') return undefined
  const groupMark = language === 'de' ? '.' : ','
  if (mark === groupMark) return grouped
  // Nobody writes a budget with three decimals, and a dot groups in most of Europe.
  return use === 'total' && mark === '.' ? grouped : undefined
}

function splitAtLast(text: string, mark: string): [string, string] {
  const at = text.lastIndexOf(mark)
  return [text.slice(0, at), text.slice(at + 1)]
}

function isGrouped(text: string, mark: string): boolean {
  const [first = '', ...others] = text.split(mark)
  return first.length >= 1 && first.length <= 3 && others.every((one) => one.length === 3)
}

function trimZeros(text: string): string {
  const [whole = '', fraction = ''] = text.split('.')
  const figures = whole.replace(/^0+(?=\d)/, '')
  return fraction === '' ? figures : `${figures}.${fraction}`
}
