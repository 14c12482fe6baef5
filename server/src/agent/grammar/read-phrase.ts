import type { Leaf } from '../brief.ts'
import { assumedUnit } from './draft.ts'
import { isColour, specEnd } from './goods/descriptions.ts'
import type { NumberFound } from './numbers/number-found.ts'
import { numberAt } from './numbers/numbers.ts'
import { leafOf, leafOfSpan, type Reading } from './reading.ts'
import { repeatsNumber } from './sentences.ts'
import type { Token } from './tokens.ts'
import { unitOfWord } from './units.ts'
import { articles, fillersAfter, finiteVerbs, negatingWords, pronouns } from './words.ts'

export type CountedFound = {
  readonly quantity: Leaf<string> | undefined
  readonly unit: Leaf<string> | undefined
  readonly constraints: Leaf<string>[]
  /** The figures that can be read in two ways. */
  readonly unclear: string | undefined
  readonly next: number
}

const times = new Set(['x', '×', '*'])
const contents = new Set(['@', 'à', 'je', 'zu', 'of', 'with', 'mit', 'containing', 'a'])

/** `in 25 kg bags`, `in 5-l-Kanistern`: how the goods are packed. */
function isPacking({ tokens, language }: Reading, at: number, to: number): boolean {
  if (tokens[at - 1]?.lower !== 'in') return false
  const number = numberAt(tokens, at, language, 'measure')
  const [unit, pack] = number ? [tokens[number.next], tokens[number.next + 1]] : []
  const kind = unitOfWord(unit?.lower ?? '')?.kind
  const isMeasure = kind === 'measure' || kind === 'spec' || unit?.text === '-'
  return isMeasure && pack !== undefined && (number?.next ?? to) + 1 < to
}

/** A quantity with its unit and what a package holds. Undefined where a number says something else. */
export function readQuantity(reading: Reading, at: number, to: number): CountedFound | undefined {
  const { tokens, language } = reading
  const single = onePackage(reading, at, to)
  if (single) return single
  let counted = numberAt(tokens, at, language, 'count')
  if (!counted || counted.next > to || isOrdinal(tokens, counted.next)) return undefined
  if (isPacking(reading, at, to)) return undefined
  if (repeatsNumber(tokens, counted.next)) counted = { ...counted, next: counted.next + 3 }
  const range = rangeEnd(reading, at, counted, to)
  if (range) counted = range
  let next = counted.next
  const isPack = times.has(tokens[next]?.lower ?? '') && next < to
  if (isPack) next += 1
  const constraints: Leaf<string>[] = []
  if (isPack && tokens[next]?.kind === 'number') {
    const end = contentEnd(reading, next, to)
    if (end === undefined) return undefined
    constraints.push(leafOf(reading, next, end, 0.9))
    const kind = unitOfWord(tokens[end - 1]?.lower ?? '')?.kind
    // `4 x 40 mm` is a size.
    if (kind === 'spec' && end >= to) return undefined
    const isCounted = kind === 'piece'
    const unit = leafOfSpan(reading, isCounted ? 'XPK' : 'C62', counted, assumedUnit)
    return { ...quantityOf(reading, counted), unit, constraints, next: end }
  }
  const word = tokens[next]
  const unitWord = word && next < to ? unitOfWord(word.lower) : undefined
  const found = isPartOfName(reading, counted, next, to) ? undefined : unitWord
  if (isDescription(reading, counted, next, found?.kind, to)) return undefined
  if (!found || !word) {
    const unit = leafOfSpan(reading, 'C62', counted, assumedUnit)
    return { ...quantityOf(reading, counted), unit, constraints, next }
  }
  const measured = numberAt(tokens, at, language, found.kind === 'measure' ? 'measure' : 'count')
  const unit = leafOfSpan(reading, found.code, word, 0.95)
  const content = readContent(reading, next + 1, to)
  if (content) constraints.push(content.leaf)
  const amount = quantityOf(reading, range ?? measured ?? counted)
  return { ...amount, unit, constraints, next: content?.next ?? next + 1 }
}

/** `1. Quartal`, `2. Etage`: a full stop right behind the number, and a word. */
function isOrdinal(tokens: readonly Token[], next: number): boolean {
  const [number, stop, word] = [tokens[next - 1], tokens[next], tokens[next + 1]]
  if (number?.kind !== 'number' || number.text.length > 2 || stop?.text !== '.') return false
  return stop.start === number.end && ordinalNouns.test(word?.lower ?? '')
}

const ordinalNouns =
  /^(?:quartal|halbjahr|hälfte|etage|stock|stockwerk|og|ug|obergeschoss|kalenderwoche|kw|wahl|wochen?|monat|jahr|tag|mal|lieferung|lager|halle|bauabschnitt|ba)$/

/** `6 pallet trucks`, `20 bottle openers`: one package before other goods belongs to their name. */
function isPartOfName(
  { tokens, language }: Reading,
  { value }: NumberFound,
  next: number,
  to: number,
): boolean {
  const [word, after] = [tokens[next], tokens[next + 1]]
  if (language !== 'en' || !word || !after || next + 1 >= to || value === '1') return false
  const isSingle = !/s$|\.$/.test(word.lower) && word.lower.length > 2
  const kind = unitOfWord(word.lower)?.kind
  const isSize = kind === 'measure' || (kind === 'spec' && !/^(?:bar|bit)$/.test(word.lower))
  if (!isSingle || isSize) return false
  return after.kind === 'word' && /^\p{Ll}{3,}s$/u.test(after.text)
}

/** `a box of markers`, `ein Paar Stiefel`: the article counts one package. */
function onePackage(reading: Reading, at: number, to: number): CountedFound | undefined {
  const { tokens } = reading
  const [article, word] = [tokens[at], tokens[at + 1]]
  if (!article || !word || !opensPackage(tokens, at, to)) return undefined
  const unit = unitOfWord(word.lower)
  if (!unit) return undefined
  return {
    quantity: leafOfSpan(reading, '1', article, 0.85),
    unit: leafOfSpan(reading, unit.code, word, 0.9),
    constraints: [],
    unclear: undefined,
    next: at + 2,
  }
}

/** `ein paar` are some, and `ein Paar` is two of a kind. */
export function opensPackage(tokens: readonly Token[], at: number, to: number): boolean {
  const [article, word, after] = [tokens[at], tokens[at + 1], tokens[at + 2]]
  if (!article || !word || !after || at + 2 >= to || !articles.has(article.lower)) return false
  const kind = unitOfWord(word.lower)?.kind
  if ((kind !== 'package' && kind !== 'piece') || word.text === 'paar') return false
  return after.lower === 'of' || (/^ein/.test(article.lower) && /^\p{Lu}/u.test(after.text))
}

function quantityOf(reading: Reading, { value, start, end }: NumberFound) {
  if (value === undefined) {
    return { quantity: undefined, unclear: reading.text.slice(start, end) }
  }
  return { quantity: leafOfSpan(reading, value, { start, end }, 0.95), unclear: undefined }
}

/** `10 to 15 chairs`: the larger number. */
function rangeEnd(
  reading: Reading,
  at: number,
  first: NumberFound,
  to: number,
): NumberFound | undefined {
  const { tokens, language } = reading
  const mark = tokens[first.next]
  const opener = tokens[at - 1]?.lower ?? ''
  const isBetween = /^(?:between|zwischen)$/.test(opener) && /^(?:and|und)$/.test(mark?.lower ?? '')
  const joins = isBetween || /^(?:-|–|to|bis|or|oder)$/.test(mark?.lower ?? '')
  if (!joins || first.next + 1 >= to) return undefined
  const second = numberAt(tokens, first.next + 1, language, 'count')
  if (!second || second.next > to || second.value === undefined || first.value === undefined) {
    return undefined
  }
  return Number(second.value) > Number(first.value) ? second : undefined
}

/** `27 inch`, `27-inch`, `16 GB`: the number describes goods and does not count them. */
function isDescription(
  { tokens }: Reading,
  { next: afterNumber }: NumberFound,
  next: number,
  kind: string | undefined,
  to: number,
): boolean {
  const mark = tokens[afterNumber]
  const word = tokens[next]
  if (kind === 'spec') return true
  // `63 A`, `20 °C`, `24 V`.
  if (word && next < to && /^[AVWNKCF]$/.test(word.text)) return true
  // `5W-30`, `1080p`.
  if (
    kind === undefined &&
    next === afterNumber &&
    word?.kind === 'word' &&
    word.start === tokens[next - 1]?.end
  )
    return true
  if (kind === 'measure' && tokens[next + 1]?.text === '/') return true
  if (mark && /^[%°]$/.test(mark.text) && afterNumber < to) return true
  if (
    mark &&
    /^[/%°"″-]$/.test(mark.text) &&
    afterNumber < to &&
    mark.start === tokens[afterNumber - 1]?.end
  ) {
    return true
  }
  const closes = next + 1 >= to
  // A short measure that nothing follows is a size: `2 m`. `60 Meter Gartenschlauch` is a quantity.
  return kind === 'measure' && closes
}

/** The end of `500 sheets` or `5 kg`. */
function contentEnd(reading: Reading, at: number, to: number): number | undefined {
  const spec = specEnd(reading, at, to)
  if (spec !== undefined) return spec
  const number = numberAt(reading.tokens, at, reading.language, 'count')
  if (!number || number.next > to) return undefined
  return number.next < to && unitOfWord(reading.tokens[number.next]?.lower ?? '')
    ? number.next + 1
    : number.next
}

/** `à 10`, `je 100 Stück`, `of 500 sheets`. */
export function readContent(
  reading: Reading,
  from: number,
  to: number,
): { readonly leaf: Leaf<string>; readonly next: number } | undefined {
  const { tokens } = reading
  let number = from
  while (number < to && number < from + 3 && contents.has(tokens[number]?.lower ?? '')) number += 1
  if (number === from || tokens[number]?.kind !== 'number' || number >= to) return undefined
  let end = contentEnd(reading, number, to)
  if (end === undefined) return undefined
  if (tokens[end]?.lower === 'each' && end < to) end += 1
  const opener = tokens[number - 1]?.lower ?? ''
  const hasUnit = unitOfWord(tokens[end - 1]?.lower ?? '') !== undefined
  const start = ['à', 'je'].includes(opener) || (opener === 'of' && !hasUnit) ? number - 1 : number
  return { leaf: leafOf(reading, start, end, 0.9), next: end }
}

export type GoodsFound = {
  readonly what: Leaf<string> | undefined
  readonly constraints: Leaf<string>[]
  /** Where a description follows. */
  readonly next: number
}

const skippedWords = new Set([
  'of',
  'von',
  'the',
  'der',
  'den',
  'die',
  'das',
  'x',
  'such',
  'them',
  'davon',
  'those',
  'these',
  'neue',
  'neuen',
  'new',
  'more',
  'weitere',
  'weiteren',
  'ones',
  '×',
  '.',
])
const endingWords = new Set(
  'wenn falls if when damit so with without in made mit ohne aus in not nicht kein keine from for für that which welche each per pro je à including inklusive inkl. incl. incl max max. instead statt because weil which die pour avec sans avant'.split(
    ' ',
  ),
)

/** The goods: what stands before the first size, the first description and the first property. */
export function readGoods(reading: Reading, from: number, to: number): GoodsFound {
  const { tokens } = reading
  const constraints: Leaf<string>[] = []
  let start = from
  for (;;) {
    while (start < to && skippedWords.has(tokens[start]?.lower ?? '')) start += 1
    const end = start < to ? specEnd(reading, start, to) : undefined
    if (end === undefined || endingWords.has(tokens[end]?.lower ?? '')) break
    if (end >= to && !/^[\d]|^[ab]\d$/i.test(tokens[start]?.text ?? '')) break
    constraints.push(leafOf(reading, start, end, 0.9))
    start = end
  }
  let next = start
  while (next < to && !endsGoods(reading, start, next, to)) next += 1
  let last = next
  while (
    last > start &&
    fillersAfter.has(tokens[last - 1]?.lower ?? '') &&
    tokens[last - 2]?.end !== tokens[last - 1]?.start
  )
    last -= 1
  while (last > start + 1 && isColour(tokens[last - 1])) {
    last -= 1
    constraints.push(leafOf(reading, last, last + 1, 0.85))
  }
  const what = last > start ? leafOf(reading, start, last, 0.9) : undefined
  return { what, constraints, next }
}

/** They open where, when or by whom, and end a name: `lamps to our office`. */
const directions = new Set('nach bei at by until before bis'.split(' '))
const determiners = new Set(
  'our the my your us this each both unser unsere unseren unserem'.split(' '),
)

function isDirection(tokens: readonly Token[], at: number): boolean {
  const [lower, next] = [tokens[at]?.lower ?? '', tokens[at + 1]]
  if (directions.has(lower)) return true
  if (lower !== 'to' && lower !== 'an') return false
  return next === undefined || determiners.has(next.lower) || /^\p{Lu}/u.test(next.text)
}

function endsGoods(reading: Reading, start: number, at: number, to: number): boolean {
  const { lower } = reading.tokens[at] as Token
  if (at > start && isDirection(reading.tokens, at)) return true
  if (at > start && finiteVerbs.has(lower)) return true
  // `60 and we have a deal`
  const isClause = /^(?:and|und)$/.test(lower) && pronouns.has(reading.tokens[at + 1]?.lower ?? '')
  if (isClause) return true
  if (endingWords.has(lower) || negatingWords.has(lower)) return true
  // The code of a model belongs to its name: `GSR 18V-55`.
  if (/^\d.*-/.test(lower)) return false
  return at > start && specEnd(reading, at, to) !== undefined
}
