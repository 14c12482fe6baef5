import type { Token } from '../tokens.ts'
import { unitOfWord } from '../units.ts'
import type { Language, NumberFound } from './number-found.ts'

const numberWords = (first: number, words: string): [string, number][] =>
  words.split(' ').map((word, at) => [word, first + at])

const tensOf = (words: string): [string, number][] =>
  words.split(' ').map((word, at) => [word, (at + 2) * 10])

const english = new Map<string, number>([
  ...numberWords(
    1,
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  ),
  ...tensOf('twenty thirty forty fifty sixty seventy eighty ninety'),
])
const englishScales = new Map([
  ['dozen', 12],
  ['doz', 12],
  ['doz.', 12],
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
])

const germanOnes = new Map<string, number>([
  ...numberWords(1, 'ein zwei drei vier fünf sechs sieben acht neun'),
])
const german = new Map<string, number>([
  ...numberWords(
    2,
    'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
  ),
  ...tensOf('zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'),
  ['dreissig', 30],
  ['eins', 1],
])
const germanScales = new Map([
  ['dutzend', 12],
  ['dtzd', 12],
  ['dtzd.', 12],
  ['dtz', 12],
  ['dtz.', 12],
  ['hundert', 100],
  ['tausend', 1_000],
  ['million', 1_000_000],
  ['millionen', 1_000_000],
  ['milliarde', 1_000_000_000],
  ['milliarden', 1_000_000_000],
  ['billion', 1_000_000_000_000],
  ['billionen', 1_000_000_000_000],
])
const germanTens = [...german].filter(([, value]) => value >= 20 && value % 10 === 0)

const articles = new Set(['a', 'an', 'one', 'ein', 'eine', 'einen', 'einer', 'einem', 'nen', 'ne'])

/** `twenty-five`, `two hundred and fifty`, `zweihundertfünfzig`, `ein Dutzend`, `half a dozen`. */
export function readNumberWords(
  tokens: readonly Token[],
  at: number,
  language: Language,
): NumberFound | undefined {
  const scales = language === 'de' ? germanScales : englishScales
  const [half, a, dozen] = [tokens[at], tokens[at + 1], tokens[at + 2]]
  if (half?.lower === 'half' && a?.lower === 'a' && dozen?.lower === 'dozen') {
    return numberFound(tokens, at, at + 3, 6)
  }
  if (a?.lower === 'halbes' && dozen?.lower === 'dutzend') return numberFound(tokens, at, at + 3, 6)
  const fraction = fractionAt(tokens, at)
  if (fraction) return fraction
  let total = 0
  let current = 0
  let next = at
  for (; next < at + 12; next += 1) {
    const word = tokens[next]?.lower ?? ''
    const scale = scales.get(word)
    const value = wordValue(word, language)
    if (scale !== undefined) {
      // A bare “hundred” is a number only in German.
      if (next === at && language === 'en') return undefined
      const product = Math.max(current, 1) * scale
      total = scale >= 1_000 ? total + product : total
      current = scale >= 1_000 ? 0 : product
    } else if (value !== undefined && (current === 0 || current % 100 === 0)) {
      current += value
    } else if (isArticleOfScale(tokens, next, at, scales) || isAnd(tokens, next, at, language)) {
      // It adds nothing.
    } else break
  }
  const sum = total + current
  return sum > 0 ? numberFound(tokens, at, next, sum) : undefined
}

const germanHalves = new Map([
  ['anderthalb', 1.5],
  ['eineinhalb', 1.5],
  ['zweieinhalb', 2.5],
  ['dreieinhalb', 3.5],
  ['viereinhalb', 4.5],
])

/** `a couple of`, `a dozen and a half`, `anderthalb Dutzend`, `half a ton`, `eine halbe Tonne`. */
function fractionAt(tokens: readonly Token[], at: number): NumberFound | undefined {
  const lowerAt = (index: number) => tokens[index]?.lower ?? ''
  const isMeasure = (index: number) =>
    /^(?:measure|package)$/.test(unitOfWord(lowerAt(index))?.kind ?? '')
  const half = germanHalves.get(lowerAt(at).replace(/e[nrs]?$/, ''))
  if (half !== undefined) {
    const scale = germanScales.get(lowerAt(at + 1))
    return numberFound(tokens, at, scale ? at + 2 : at + 1, half * (scale ?? 1))
  }
  if (articles.has(lowerAt(at)) && lowerAt(at + 1) === 'couple') {
    return numberFound(tokens, at, lowerAt(at + 2) === 'of' ? at + 3 : at + 2, 2)
  }
  const hasHalf = lowerAt(at + 2) === 'and' && lowerAt(at + 3) === 'a' && lowerAt(at + 4) === 'half'
  if (lowerAt(at) === 'a' && lowerAt(at + 1) === 'dozen' && hasHalf)
    return numberFound(tokens, at, at + 5, 18)
  if (lowerAt(at) === 'half' && articles.has(lowerAt(at + 1)) && isMeasure(at + 2))
    return numberFound(tokens, at, at + 2, 0.5)
  const isQuarter = lowerAt(at + 1) === 'quarter' && lowerAt(at + 2) === 'of'
  const ofFrom = articles.has(lowerAt(at + 3)) ? at + 4 : at + 3
  if (articles.has(lowerAt(at)) && isQuarter && isMeasure(ofFrom))
    return numberFound(tokens, at, ofFrom, 0.25)
  const first = articles.has(lowerAt(at)) ? at + 1 : at
  if (/^halbe[nrs]?$/.test(lowerAt(first)) && isMeasure(first + 1))
    return numberFound(tokens, at, first + 1, 0.5)
  return undefined
}

function isArticleOfScale(
  tokens: readonly Token[],
  at: number,
  first: number,
  scales: ReadonlyMap<string, number>,
): boolean {
  const article = tokens[at]?.lower ?? ''
  return at === first && articles.has(article) && scales.has(tokens[at + 1]?.lower ?? '')
}

function isAnd(tokens: readonly Token[], at: number, first: number, language: Language): boolean {
  if (language !== 'en' || at === first || tokens[at]?.lower !== 'and') return false
  const before = tokens[at - 1]?.lower ?? ''
  return englishScales.has(before) && before !== 'dozen' && english.has(tokens[at + 1]?.lower ?? '')
}

function wordValue(word: string, language: Language): number | undefined {
  if (language === 'de') return readGerman(word)
  const [tens = '', ones] = word.split('-')
  const first = english.get(tens)
  if (first === undefined || ones === undefined) return first
  const second = english.get(ones)
  return second !== undefined && first >= 20 && second < 10 ? first + second : undefined
}

/** One German word holds the whole number below a million: `zweitausendfünfhundertzwanzig`. */
function readGerman(word: string): number | undefined {
  if (word.length > 60) return undefined
  const simple = german.get(word)
  if (simple !== undefined) return simple
  const thousands = split(word, 'tausend')
  if (thousands) {
    const high = thousands[0] === '' ? 1 : belowThousand(thousands[0])
    const low = thousands[1] === '' ? 0 : belowThousand(thousands[1])
    return high === undefined || low === undefined ? undefined : high * 1_000 + low
  }
  return word.includes('hundert') || word.includes('und') ? belowThousand(word) : undefined
}

function belowThousand(word: string): number | undefined {
  const hundreds = split(word, 'hundert')
  if (!hundreds) return belowHundred(word)
  const high = hundreds[0] === '' ? 1 : germanOnes.get(hundreds[0])
  const low = hundreds[1] === '' ? 0 : belowHundred(hundreds[1].replace(/^und/, ''))
  return high === undefined || low === undefined ? undefined : high * 100 + low
}

function belowHundred(word: string): number | undefined {
  const simple = german.get(word) ?? germanOnes.get(word)
  if (simple !== undefined) return simple
  for (const [tens, value] of germanTens) {
    if (!word.endsWith(`und${tens}`)) continue
    const ones = germanOnes.get(word.slice(0, -tens.length - 3))
    return ones === undefined ? undefined : value + ones
  }
  return undefined
}

function split(word: string, middle: string): [string, string] | undefined {
  const at = word.indexOf(middle)
  return at === -1 ? undefined : [word.slice(0, at), word.slice(at + middle.length)]
}

function numberFound(
  tokens: readonly Token[],
  at: number,
  next: number,
  value: number,
): NumberFound {
  const start = tokens[at]?.start ?? 0
  const end = tokens[next - 1]?.end ?? start
  const text = Number.isSafeInteger(value * 4) ? String(value) : undefined
  return { value: text, start, end, next, hasMultiplier: true }
}
