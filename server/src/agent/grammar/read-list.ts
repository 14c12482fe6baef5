import type { Leaf } from '../brief.ts'
import { addItem, articleQuantity, assumedUnit, type Draft } from './draft.ts'
import { linesOf } from './lines.ts'
import { findMoney } from './money/money.ts'
import { addAmounts } from './money/read-amounts.ts'
import { numberAt } from './numbers/numbers.ts'
import { opensPackage, readContent, readQuantity } from './read-phrase.ts'
import { leafOf, leafOfSpan, type Reading, take, tokensOfSpan } from './reading.ts'
import type { Range } from './sentences.ts'
import { readName } from './tables/read-tables.ts'
import type { Token } from './tokens.ts'
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
  let heading: Range | undefined
  const finish = (next: Range | undefined) => {
    if (group.length > 1 || group[0]?.isMarked) {
      if (heading) take(reading, heading.from, heading.to)
      for (const line of group) addLine(draft, reading, line)
    }
    group = []
    heading = next
  }
  for (const line of linesOf(reading.text)) {
    if (line.text.trim() === '') continue
    const range = tokensOfSpan(reading, line)
    const found = range.to - range.from > lineTokensMax ? undefined : listLine(reading, range)
    if (found) group.push(found)
    else finish(/:[ \t]*$/.test(line.text) && isHeading(reading, range) ? range : undefined)
  }
  finish(undefined)
}

/** `Bedarf Reinigung 1. Quartal:` names a list and no goods. A line that counts something is none. */
function isHeading(reading: Reading, { from, to }: Range): boolean {
  if (to - from > 12) return false
  for (let at = from; at < to; at += 1) {
    if (reading.free[at] === 1 && readQuantity(reading, at, to)?.quantity) return false
  }
  return true
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
  const found = leadingQuantity(reading, first) ?? trailingQuantity(reading, parts, isMarked)
  if (!found) return undefined
  const name = readName(reading, found.name)
  if (!name.what || !/\p{L}{2}/u.test(name.what.value)) return undefined
  const names = name.what.value.toLowerCase().split(/\s+/)
  if (names.every((word) => notGoods.has(word) || fillersBefore.has(word))) return undefined
  const others = [...parts.slice(1).filter(({ from: at }) => !found.used.has(at)), ...found.more]
  const rest = others.map((part) => leafOf(reading, part.from, part.to, 0.85))
  const counted = correctedCount(reading, { from, to }) ?? found.counted
  return {
    from,
    to,
    what: name.what,
    counted,
    isMarked,
    constraints: [...name.constraints, ...rest],
  }
}

/** `10 boxes -> no, make that 20`: behind a word that corrects the line has its number once more. */
function correctedCount(reading: Reading, { from, to }: Range): Counted | undefined {
  const { tokens } = reading
  for (let at = to - 1; at > from + 1; at -= 1) {
    if (!correctingWords.has(tokens[at - 1]?.lower ?? '')) continue
    const counted = onlyQuantity(reading, { from: at, to })
    if (counted) return counted
  }
  return undefined
}
const correctingWords = new Set(
  'doch nein no sorry actually rather lieber besser that it jetzt now korrektur correction instead sondern nur only'.split(
    ' ',
  ),
)

/** A line with a verb that asks, or that speaks of the writer, is a sentence. */
function isSentence({ tokens }: Reading, { from, to }: Range): boolean {
  for (let at = from; at < to; at += 1) {
    const lower = tokens[at]?.lower ?? ''
    if (requestWords.has(lower) || (pronouns.has(lower) && lower !== 'note')) return true
    const isLeader = lower === '.' && (tokens[at + 1]?.text === '.' || tokens[at - 1]?.text === '.')
    if (/^[.!?]$/.test(lower) && !isLeader && at + 1 < to) return true
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
  /** The parts of the line that say nothing else about the goods. */
  readonly used: ReadonlySet<number>
  /** What stands beside the number in its part: `black: 1,000`, `12 (1 l bottles)`. */
  readonly more: readonly Range[]
}

/** `10x whiteboard marker`, `7 Stehleitern`. */
function leadingQuantity(reading: Reading, { from, to }: Range): Found | undefined {
  const { tokens, language } = reading
  let start = from
  while (start < to && openers.has(tokens[start]?.lower ?? '')) start += 1
  const number = numberAt(tokens, start, language, 'count')
  if (!number && !articles.has(tokens[start]?.lower ?? '')) return undefined
  const article = tokens[start]
  if (!number && article && !opensPackage(tokens, start, to) && start + 1 < to) {
    const quantity = leafOfSpan(reading, '1', article, articleQuantity)
    const counted = { quantity, unit: undefined, contents: [] }
    return { name: { from: start + 1, to }, counted, used: new Set([from]), more: [] }
  }
  const read = readQuantity(reading, start, to)
  if (!read?.quantity || read.next >= to) return undefined
  const { quantity, unit, constraints: contents } = read
  let first = read.next
  while (first < to && /^(?:of|von|x|×|:|-|–)$/.test(tokens[first]?.lower ?? '')) first += 1
  if (first >= to) return undefined
  return {
    name: { from: first, to },
    counted: { quantity, unit, contents },
    used: new Set([from]),
    more: [],
  }
}

const openers = new Set('ca ca. approx approx. about circa etwa rund qty qty. menge'.split(' '))
const separators = new Set(['.', ':', '-', '–', '—', '=', '…', '→', '@', 'x', '×', '*'])
const countWords = new Set(
  'qty qty. quantity menge anzahl x × ca ca. approx. approx about circa je stückzahl amount : = . mind mind. min min. mindestens'.split(
    ' ',
  ),
)

/** `kettle 1.7 l - 2`, `face masks, 500 pcs`, `paint, qty 4 tins`, `sand 8 t`: the number with the best reason counts. */
function trailingQuantity(
  reading: Reading,
  parts: readonly Range[],
  isPlain: boolean,
): Found | undefined {
  const [first] = parts as readonly [Range]
  let best: { readonly found: Found; readonly reason: number } | undefined
  for (const part of parts) {
    for (const candidate of countsIn(reading, part, first, isPlain)) {
      if (candidate.reason > (best?.reason ?? 0)) best = candidate
    }
  }
  return best?.found
}

/** The numbers of one part of a line that may count its goods, each with the strength of its reason. */
function* countsIn(reading: Reading, part: Range, first: Range, isPlain: boolean) {
  const { tokens } = reading
  const isFirst = part.from === first.from
  const bracket = bracketStart(tokens, part)
  // `Tischdecken rot (6)`: a number alone in brackets counts.
  const holdsCount = tokens[bracket + 1]?.kind === 'number' && bracket + 3 === part.to
  const end = holdsCount ? part.to - 1 : bracket
  const behind = bracket < part.to && !holdsCount ? [{ from: end + 1, to: part.to - 1 }] : []
  for (let at = isFirst ? part.from + 1 : part.from; at < end; at += 1) {
    const mark = tokens[at - 1]?.lower ?? ''
    const isGlued = tokens[at - 1]?.end === tokens[at]?.start
    const isAlone = !isFirst && at === part.from
    const isSeparated =
      (holdsCount && at === bracket + 1) ||
      (at > part.from && separators.has(mark) && !(isGlued && /^[-–x×*]$/.test(mark)))
    if (isGlued && !isAlone && !isSeparated && /^[/.,x×-]$/.test(mark)) continue
    if (!isAlone && leadsToProperty(mark)) continue
    const counted = onlyQuantity(reading, { from: at, to: end })
    if (!counted) continue
    const isNamed = countWords.has(mark)
    // `pens blue 200`: the word before is no name of a model or a standard.
    const isMarked = isPlain && /^\p{Ll}{3,}$/u.test(tokens[at - 1]?.text ?? '')
    const reason = reasonOf(counted, { isAlone, isSeparated, isNamed, isMarked })
    if (reason === 0) continue
    let to = at
    while (
      to > part.from &&
      (tokens[to - 1]?.text === '(' ||
        separators.has(tokens[to - 1]?.lower ?? '') ||
        countWords.has(tokens[to - 1]?.lower ?? ''))
    )
      to -= 1
    if (isFirst && to === part.from) continue
    const name = isFirst ? { from: first.from, to } : first
    const before = isFirst || to === part.from ? [] : [{ from: part.from, to }]
    const used = new Set([first.from, part.from])
    yield { found: { name, counted, used, more: [...before, ...behind] }, reason }
  }
}

/** Where the bracket opens that closes a part. */
function bracketStart(tokens: readonly Token[], { from, to }: Range): number {
  if (tokens[to - 1]?.text !== ')') return to
  let open = to - 2
  while (open > from && tokens[open]?.text !== '(') open -= 1
  return open > from ? open : to
}

/** A unit of goods says most, then a place of its own in the line, then a measure: `50 ml` may be a size. */
function reasonOf(
  { quantity, unit }: Counted,
  {
    isAlone,
    isSeparated,
    isNamed,
    isMarked,
  }: Readonly<Record<'isAlone' | 'isSeparated' | 'isNamed' | 'isMarked', boolean>>,
): number {
  const hasUnit = unit !== undefined && unit.confidence > assumedUnit
  const isCounted = hasUnit && /^(?:X|C62|PR|SET|RM|ST)/.test(unit.value)
  const place = isNamed ? 3 : isSeparated ? 2 : isAlone ? 1 : 0
  if (isCounted) return 10 + place
  if (!hasUnit)
    return place === 0
      ? isMarked && quantity.confidence >= 0.9
        ? 1
        : 0
      : quantity.confidence >= 0.9
        ? 6 + place
        : 3 + place
  const isLarge = !/^(?:GRM|MLT|ONZ|LTR)$/.test(unit.value)
  return (isLarge ? 4 : 2) + place
}

/** `Gr. 9`, `size 42`, `je 10 Stück`: what follows says how the goods are. */
function leadsToProperty(word: string): boolean {
  return /^(?:size|sizes|größe|grösse|gr\.?|en|din|iso|ip|ral|type|typ|model|modell|class|klasse|of|à|je|per|pro|with|mit|zu|to|auf|for|für|no|no\.|nr|nr\.)$/.test(
    word,
  )
}

/** Nothing but a number, with its unit and what one package holds. */
function onlyQuantity(reading: Reading, { from, to }: Range): Counted | undefined {
  const { tokens, language } = reading
  let at = from
  while (at < to && countWords.has(tokens[at]?.lower ?? '')) at += 1
  const number = numberAt(tokens, at, language, 'count')
  if (!number?.value || number.next > to) return undefined
  let next = number.next
  if (/^[x×]$/.test(tokens[next]?.lower ?? '') && next < to) next += 1
  const word = next < to ? tokens[next] : undefined
  const unit = word && unitOfWord(word.lower)
  if (unit?.kind === 'spec') return undefined
  const quantity = (confidence: number) =>
    leafOfSpan(reading, number.value as string, number, confidence)
  if (!word) {
    const pieces = leafOfSpan(reading, 'C62', number, assumedUnit)
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
  const amount = leafOfSpan(reading, measured.value, measured, 0.95)
  return { quantity: amount, unit: leafOfSpan(reading, unit.code, word, 0.95), contents }
}
