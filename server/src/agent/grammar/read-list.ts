import type { Leaf } from '../brief.ts'
import { addItem, assumedUnit, type Draft } from './draft.ts'
import { linesOf } from './lines.ts'
import { findMoney } from './money.ts'
import { numberAt } from './numbers.ts'
import { addAmounts } from './read-amounts.ts'
import { readContent, readQuantity } from './read-phrase.ts'
import { readName } from './read-tables.ts'
import { leafOf, type Reading, spanned, take, tokensOfSpan } from './reading.ts'
import type { Range } from './sentences.ts'
import { unitOfWord } from './units.ts'
import { articles, fillersAfter, fillersBefore, notGoods, pronouns, requestWords } from './words.ts'

type Counted = {
  readonly quantity: Leaf<string>
  readonly unit: Leaf<string> | undefined
  readonly contents: readonly Leaf<string>[]
}
type ListLine = Range & {
  readonly what: Leaf<string>
  readonly constraints: readonly Leaf<string>[]
  readonly counted: Counted
  readonly isMarked: boolean
}

const lineTokensMax = 40

/** Reads the lines of lists: one item in each, counted before or after its name. Lines that make no list stay for the sentences. */
export function readList(draft: Draft, reading: Reading): void {
  let group: ListLine[] = []
  const finish = () => {
    if (group.length > 1 || group[0]?.isMarked) {
      for (const line of group) addLine(draft, reading, line)
    }
    group = []
  }
  for (const line of linesOf(reading.text)) {
    if (line.text.trim() === '') continue
    const range = tokensOfSpan(reading, line)
    const found = range.to - range.from > lineTokensMax ? undefined : listLine(reading, range)
    if (found) group.push(found)
    else finish()
  }
  finish()
}

function addLine(draft: Draft, reading: Reading, line: ListLine): void {
  const { what, counted, constraints } = line
  const { quantity, unit, contents } = counted
  addItem(
    draft,
    { what, quantity, unit, constraints: [...contents, ...constraints] },
    reading.messageAt,
    'always-new',
  )
  const { tokens, language, currency } = reading
  const isFree = (at: number) => reading.free[at] === 1
  addAmounts(draft, reading, findMoney(tokens, { ...line, language, currency, isFree }))
  take(reading, line.from, line.to)
}

function listLine(reading: Reading, range: Range): ListLine | undefined {
  const { tokens, free, text, language, currency } = reading
  let { from, to } = range
  const isMarked =
    from < to &&
    free[from] === 0 &&
    /^\s*(?:[-•*–+]|\d{1,3}[.)]|pos|item)/i.test(text.slice(tokens[from]?.start))
  while (from < to && (free[from] === 0 || /^[-•*–+.)]$/.test(tokens[from]?.text ?? ''))) from += 1
  while (to > from && (free[to - 1] === 0 || /^[.,;]$/.test(tokens[to - 1]?.text ?? ''))) to -= 1
  if (to - from < 2 || isSentence(reading, { from, to })) return undefined
  const isFree = (at: number) => free[at] === 1
  const money = findMoney(tokens, { from, to, language, currency, isFree })
  const isOpen = (at: number) =>
    free[at] === 1 && !money.some((one) => one.from <= at && at < one.to)
  const parts = partsOf(reading, { from, to }, isOpen)
  const first = parts[0]
  if (!first) return undefined
  const found = leading(reading, first) ?? trailing(reading, parts)
  if (!found) return undefined
  const name = readName(reading, found.name)
  if (!name.what || !/\p{L}{2}/u.test(name.what.value)) return undefined
  const names = name.what.value.toLowerCase().split(/\s+/)
  if (names.every((word) => notGoods.has(word) || fillersBefore.has(word))) return undefined
  const others = parts
    .slice(1)
    .filter(({ from: at }) => found.countedFrom !== 'all' && at !== found.countedFrom)
  const rest = others.map((part) => leafOf(reading, part.from, part.to, 0.85))
  const { counted } = found
  return {
    from,
    to,
    what: name.what,
    counted,
    isMarked,
    constraints: [...name.constraints, ...rest],
  }
}

/** A line with a verb that asks, or that speaks of the writer, is a sentence. */
function isSentence({ tokens }: Reading, { from, to }: Range): boolean {
  for (let at = from; at < to; at += 1) {
    const lower = tokens[at]?.lower ?? ''
    if (requestWords.has(lower) || (pronouns.has(lower) && lower !== 'note')) return true
    if (/^[.!?]$/.test(lower) && at + 1 < to) return true
  }
  return false
}

/** What stands between commas. Brackets hold their commas. */
function partsOf(
  { tokens }: Reading,
  { from, to }: Range,
  isOpen: (at: number) => boolean,
): readonly Range[] {
  const parts: Range[] = []
  let first = from
  let depth = 0
  for (let at = from; at <= to; at += 1) {
    const text = tokens[at]?.text ?? ''
    if (text === '(') depth += 1
    if (text === ')') depth = Math.max(0, depth - 1)
    const ends = at === to || !isOpen(at) || (depth === 0 && /^[,;|]$/.test(text))
    if (!ends) continue
    if (at > first) parts.push({ from: first, to: at })
    first = at + 1
  }
  return parts
}

type Found = {
  readonly name: Range
  readonly counted: Counted
  readonly countedFrom: number | 'all'
}

/** `10x whiteboard marker`, `7 Stehleitern`. */
function leading(reading: Reading, { from, to }: Range): Found | undefined {
  const { tokens } = reading
  const isNumber = tokens[from]?.kind === 'number' || articles.has(tokens[from]?.lower ?? '')
  const read = isNumber ? readQuantity(reading, from, to) : undefined
  if (!read?.quantity || read.next >= to) return undefined
  const { quantity, unit, constraints: contents } = read
  let first = read.next
  while (first < to && /^(?:of|von|x|×|:|-|–)$/.test(tokens[first]?.lower ?? '')) first += 1
  if (first >= to) return undefined
  return { name: { from: first, to }, counted: { quantity, unit, contents }, countedFrom: from }
}

const separators = new Set([':', '-', '–', '—', '=', '…', '→', '@', 'x', '×'])
const countWords = new Set(
  'qty qty. quantity menge anzahl x × ca ca. approx. approx about circa je stückzahl amount : = .'.split(
    ' ',
  ),
)

/** `kettle 1.7 l - 2`, `face masks, 500 pcs`, `paint, qty 4 tins`. */
function trailing(reading: Reading, parts: readonly Range[]): Found | undefined {
  const { tokens } = reading
  const [first] = parts as readonly [Range]
  const last = parts.at(-1) as Range
  for (let at = last.to - 1; at > last.from; at -= 1) {
    const isSeparator = separators.has(tokens[at]?.lower ?? '')
    const isGlued =
      tokens[at - 1]?.end === tokens[at]?.start && tokens[at]?.end === tokens[at + 1]?.start
    if (!isSeparator || isGlued) continue
    const counted = onlyQuantity(reading, { from: at + 1, to: last.to })
    if (counted) return { name: { from: first.from, to: at }, counted, countedFrom: 'all' }
  }
  for (const part of parts.slice(1)) {
    const counted = onlyQuantity(reading, part)
    if (counted) return { name: first, counted, countedFrom: part.from }
  }
  for (let at = first.from + 1; at < first.to; at += 1) {
    const counted =
      tokens[at]?.kind === 'number' ? onlyQuantity(reading, { from: at, to: first.to }) : undefined
    const isNamed = countWords.has(tokens[at - 1]?.lower ?? '')
    const hasUnit = counted?.unit !== undefined && counted.unit.confidence > assumedUnit
    const isCounted = hasUnit && /^(?:X|C62|PR|SET|RM)/.test(counted?.unit?.value ?? '')
    const to = isNamed ? at - 1 : at
    if (counted && (isNamed || isCounted) && to > first.from)
      return { name: { from: first.from, to }, counted, countedFrom: first.from }
  }
  return undefined
}

/** Nothing but a number, with its unit and what one package holds. */
function onlyQuantity(reading: Reading, { from, to }: Range): Counted | undefined {
  const { tokens, language } = reading
  let at = from
  while (at < to && countWords.has(tokens[at]?.lower ?? '')) at += 1
  const number = numberAt(tokens, at, language, 'count')
  if (!number?.value || number.next > to || tokens[at]?.kind !== 'number') return undefined
  let next = number.next
  if (/^[x×]$/.test(tokens[next]?.lower ?? '') && next < to) next += 1
  const word = next < to ? tokens[next] : undefined
  const unit = word && unitOfWord(word.lower)
  if (unit?.kind === 'spec') return undefined
  const quantity = (confidence: number) =>
    spanned(reading, number.value as string, number, confidence)
  if (!word) {
    const pieces = spanned(reading, 'C62', number, assumedUnit)
    return { quantity: quantity(0.9), unit: pieces, contents: [] }
  }
  if (word.kind !== 'word') return undefined
  const content = readContent(reading, next + 1, to)
  let end = content?.next ?? next + 1
  while (end < to && (fillersAfter.has(tokens[end]?.lower ?? '') || tokens[end]?.text === '.'))
    end += 1
  if (end < to) return undefined
  const measured = unit?.kind === 'measure' ? numberAt(tokens, at, language, 'measure') : number
  if (!measured?.value) return undefined
  const contents = content ? [content.leaf] : []
  if (!unit) return { quantity: quantity(0.85), unit: undefined, contents }
  const amount = spanned(reading, measured.value, measured, 0.95)
  return { quantity: amount, unit: spanned(reading, unit.code, word, 0.95), contents }
}
