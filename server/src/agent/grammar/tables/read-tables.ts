import type { Leaf } from '../../brief.ts'
import { addItem, assumedUnit, type Draft, type DraftItem, refuse } from '../draft.ts'
import { readDescription } from '../goods/descriptions.ts'
import { linesOf } from '../lines.ts'
import { currencyAt } from '../money/currencies.ts'
import { numberAt } from '../numbers/numbers.ts'
import { readGoods } from '../read-phrase.ts'
import { leafOf, leafOfSpan, type Reading, take, tokensOfSpan } from '../reading.ts'
import type { Range } from '../sentences.ts'
import { tokenize } from '../tokens.ts'
import { unitOfWord } from '../units.ts'
import { type Column, columnOf } from './table-columns.ts'
import { type Cell, findTables, type Row } from './tables.ts'

/** Reads the tables of a message, and takes them, so that nobody reads their cells as sentences. */
export function readTables(draft: Draft, reading: Reading): void {
  const isOpen = (span: { readonly start: number; readonly end: number }) => {
    const { from, to } = tokensOfSpan(reading, span)
    return to > from && reading.free[from] === 1
  }
  for (const { rows, priceHeader, start, end } of findTables(reading.text, isOpen)) {
    for (const row of rows) readRow(draft, reading, row, priceHeader)
    const { from, to } = tokensOfSpan(reading, { start, end })
    take(reading, from, to)
  }
  readLabels(draft, reading)
}

function readRow(draft: Draft, reading: Reading, row: Row, priceHeader: Cell | undefined): void {
  const { goods, quantity, unit, price, properties } = row
  if (!goods || !quantity) return
  const item = itemOfCells(draft, reading, goods, { quantity, unit })
  if (!item) return
  for (const property of properties) {
    const [inner, { from, to }] = cellOf(reading, property)
    if (/[\p{L}\p{N}]/u.test(property.text)) item.constraints.push(leafOf(inner, from, to, 0.85))
  }
  if (price) addPrice(draft, reading, item, price, priceHeader)
}

/** A cell as a text of its own: in `20,l,8.50,255.00` a comma ends a number. */
function cellOf(reading: Reading, { start, text }: Cell): [Reading, Range] {
  const tokens = tokenize(text).map((token) => ({
    ...token,
    start: start + token.start,
    end: start + token.end,
  }))
  const free = new Uint8Array(tokens.length).fill(1)
  return [
    { ...reading, tokens, free },
    { from: 0, to: tokens.length },
  ]
}

type Counting = { readonly quantity: Cell; readonly unit: Cell | undefined }

function itemOfCells(
  draft: Draft,
  reading: Reading,
  goods: Cell,
  { quantity, unit }: Counting,
): DraftItem | undefined {
  const named = readName(...cellOf(reading, goods))
  const counted = readCount(draft, ...cellOf(reading, quantity))
  const code = unit && unitOfCell(...cellOf(reading, unit))
  if (!named.what) return undefined
  const item = addItem(
    draft,
    {
      what: named.what,
      quantity: counted?.quantity,
      unit: code ?? counted?.unit,
      constraints: named.constraints,
    },
    reading.messageAt,
    'always-new',
  )
  return item
}

/** The goods of a cell: the words before the first comma or size, and what describes them. */
export function readName(
  reading: Reading,
  { from, to }: Range,
): { readonly what: Leaf<string> | undefined; readonly constraints: Leaf<string>[] } {
  const { tokens } = reading
  let first = from
  while (first < to && tokens[first]?.kind === 'mark') first += 1
  let comma = first
  while (comma < to && !/^[,;(]$/.test(tokens[comma]?.text ?? '')) comma += 1
  const goods = readGoods(reading, first, comma)
  const rest = readDescription(reading, { from: goods.next, to: comma })
  const whole = to > first ? leafOf(reading, first, to, 0.8) : undefined
  const constraints = [...goods.constraints, ...rest.constraints]
  for (let at = comma; at < to; ) {
    let end = at + 1
    while (end < to && !/^[,;()]$/.test(tokens[end]?.text ?? '')) end += 1
    if (end > at + 1) constraints.push(leafOf(reading, at + 1, end, 0.85))
    at = end
  }
  return goods.what ? { what: goods.what, constraints } : { what: whole, constraints: [] }
}

function readCount(draft: Draft, reading: Reading, { from, to }: Range) {
  const { tokens, language } = reading
  const unit = to - from > 1 ? unitOfWord(tokens[to - 1]?.lower ?? '') : undefined
  const isMeasure = unit?.kind === 'measure'
  const number = numberAt(tokens, from, language, isMeasure ? 'measure' : 'count')
  if (!number || number.next > to) return undefined
  if (number.value === undefined) {
    refuse(draft, reading.text.slice(number.start, number.end))
    return undefined
  }
  const code = unit
    ? leafOfSpan(reading, unit.code, tokens[to - 1] as Cell, 0.95)
    : leafOfSpan(reading, 'C62', number, assumedUnit)
  return { quantity: leafOfSpan(reading, number.value, number, 0.95), unit: code }
}

function unitOfCell(reading: Reading, { from, to }: Range): Leaf<string> | undefined {
  const word = reading.tokens[from]
  const unit = word && to > from ? unitOfWord(word.lower) : undefined
  return unit && leafOfSpan(reading, unit.code, word as Cell, 0.95)
}

function addPrice(
  draft: Draft,
  reading: Reading,
  item: DraftItem,
  cell: Cell,
  header: Cell | undefined,
): void {
  const [inner, range] = cellOf(reading, cell)
  const { tokens, language } = inner
  const at = tokens.findIndex(({ kind }) => kind === 'number')
  const number = at === -1 ? undefined : numberAt(tokens, at, language, 'price')
  if (!number?.value) return
  const currency = currencyIn(inner, range) ?? (header && currencyIn(...cellOf(reading, header)))
  const value = { amount: number.value, ...(currency && { currency: currency.value }) }
  item.targetUnitPrice = leafOfSpan(reading, { ...value, qualifier: 'exact' as const }, number, 0.9)
  if (currency) draft.currency = currency
}

function currencyIn(reading: Reading, { from, to }: Range): Leaf<string> | undefined {
  const { tokens, currency } = reading
  for (let at = from; at < to; at += 1) {
    const found = currencyAt(tokens, at, currency)
    const token = tokens[at]
    if (found?.code && found.code !== 'cent' && token)
      return leafOfSpan(reading, found.code, token, 0.95)
  }
  return undefined
}

/** `Artikel: Weste`, `Menge: 50`: lines that name what stands behind their colon. */
function readLabels(draft: Draft, reading: Reading): void {
  let group: { column: Column; cell: Cell; start: number }[] = []
  for (const line of [...linesOf(reading.text), { start: 0, end: 0, text: '' }]) {
    const match =
      /^[ \t]{0,8}(?:[-•*][ \t])?([\p{L}][\p{L} ./-]{1,30})[ \t]{0,3}:[ \t]{1,20}(\S.*)$/u.exec(
        line.text.slice(0, 300),
      )
    const column = match?.[1] && columnOf(match[1].trim())
    if (match && column) {
      const text = (match[2] ?? '').trim()
      const start = line.start + line.text.indexOf(text, line.text.indexOf(':'))
      group.push({ column, cell: { start, end: start + text.length, text }, start: line.start })
      continue
    }
    // A line with another label, such as a date, stands among them.
    if (match) continue
    readGroup(draft, reading, group)
    group = []
  }
}

function readGroup(
  draft: Draft,
  reading: Reading,
  group: readonly { column: Column; cell: Cell; start: number }[],
): void {
  const cellBy = (column: Column) => group.find((one) => one.column === column)?.cell
  const [goods, quantity] = [cellBy('goods'), cellBy('quantity')]
  if (!goods || !quantity || !/^\d/.test(quantity.text)) return
  const { from } = tokensOfSpan(reading, { start: group[0]?.start ?? 0, end: goods.start })
  if (reading.free[from] === 0) return
  const item = itemOfCells(draft, reading, goods, { quantity, unit: cellBy('unit') })
  const price = cellBy('price')
  if (item && price) addPrice(draft, reading, item, price, undefined)
  for (const { column, cell, start } of group) {
    const span = tokensOfSpan(reading, cell)
    if (item && column === 'property' && span.to > span.from)
      item.constraints.push(leafOf(reading, span.from, span.to, 0.85))
    const line = tokensOfSpan(reading, { start, end: cell.end })
    take(reading, line.from, line.to)
  }
}
