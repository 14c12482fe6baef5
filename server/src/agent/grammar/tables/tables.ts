import { type Line, linesOf } from '../lines.ts'
import { inferredColumns } from './inferred-columns.ts'
import { type Column, columnOf } from './table-columns.ts'

export type Cell = { readonly start: number; readonly end: number; readonly text: string }
export type Row = Partial<Record<Column, Cell>> & { readonly properties: readonly Cell[] }
export type Table = {
  readonly rows: readonly Row[]
  /** The header cell of the prices: it may name the currency. */
  readonly priceHeader: Cell | undefined
  readonly start: number
  readonly end: number
}

const separators: readonly RegExp[] = [/\t/g, /\|/g, /;/g, /,/g, / {2,}/g]
const tableRowsMax = 400
/** A longer line is no row of a table. */
const lineLengthMax = 1_000
const quotedLengthMax = 300
const totalRow =
  /^(?:(?:zwischen|gesamt|netto|brutto)?summe|(?:sub|grand )?total|gesamt\p{L}*|netto|brutto|mwst|ust|vat|shipping|versand|freight|sum)\b/iu

/** The tables of a text: rows of cells under a row of names of columns. */
export function findTables(text: string, isOpen: (line: Line) => boolean): Table[] {
  const lines = linesOf(text)
  const tables: Table[] = []
  const guesses = { left: guessesMax }
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as Line
    if (!isOpen(line)) continue
    const table = tableAt(lines, at) ?? guessedAt(lines, at, guesses)
    if (!table) continue
    tables.push(table.table)
    at = table.next - 1
  }
  return tables
}

function tableAt(
  lines: readonly Line[],
  at: number,
): { readonly table: Table; readonly next: number } | undefined {
  const line = lines[at] as Line
  for (const separator of separators) {
    const header = cellsOf(line, separator)
    const columns = header.map(({ text }) => columnOf(text))
    if (header.length < 2 || !isHeader(columns, header)) continue
    const { rows, next } = rowsAfter(lines, at + 1, separator, uniqueColumns(columns))
    if (rows.length === 0) continue
    const priceAt = columns.indexOf('price')
    const end = (lines[next - 1] as Line).end
    const table = { rows, priceHeader: header[priceAt], start: line.start, end }
    return { table, next }
  }
  return undefined
}

/** Each guess looks at many lines, so a message has only so many. */
const guessesMax = 40

function guessedAt(lines: readonly Line[], at: number, guesses: { left: number }) {
  if (guesses.left === 0 || !/[\t|;,]| {2}/.test(lines[at]?.text.trim() ?? '')) return undefined
  guesses.left -= 1
  return plainTableAt(lines, at)
}

/** Rows without a header, whose values say what their columns are. Lines that a list could have are none. */
function plainTableAt(lines: readonly Line[], at: number): ReturnType<typeof tableAt> {
  const line = lines[at] as Line
  if (/^\s*(?:[-•*–+]|\d{1,3}[.)]|\(?[a-z\d]\))\s/i.test(line.text)) return undefined
  for (const separator of separators) {
    const width = cellsOf(line, separator).length
    if (width < 2) continue
    const rows: Cell[][] = []
    let next = at
    for (; next < lines.length && next < at + tableRowsMax; next += 1) {
      const cells = cellsOf(lines[next] as Line, separator)
      if (cells.length !== width) break
      rows.push(cells)
    }
    const rowsMin = /^(?:\\t|\\\|)$/.test(separator.source) ? 2 : 3
    const cells = rows.map((row) => row.map(({ text }) => text))
    const columns = rows.length < rowsMin ? undefined : inferredColumns(cells)
    if (!columns) continue
    const end = (lines[next - 1] as Line).end
    const found = rows.map((row) => rowOf(row, columns))
    return { table: { rows: found, priceHeader: undefined, start: line.start, end }, next }
  }
  return undefined
}

/** Two names of columns, of which one is goods or a quantity, and no more than one that nobody knows for each of them. */
function isHeader(columns: readonly (Column | undefined)[], header: readonly Cell[]): boolean {
  const known = columns.filter((column) => column !== undefined)
  const filled = header.filter(({ text }) => text !== '').length
  const hasGoods = known.includes('goods') || known.includes('number')
  return known.length >= 2 && hasGoods && known.includes('quantity') && known.length * 2 >= filled
}

/** Of two columns of one meaning the first counts; without a name of goods their number stands for them. */
function uniqueColumns(columns: readonly (Column | undefined)[]): readonly (Column | undefined)[] {
  const seen = new Set<Column>()
  const once = columns.map((column) => {
    if (column === undefined || column === 'property') return column
    if (seen.has(column)) return undefined
    seen.add(column)
    return column
  })
  return seen.has('goods') ? once : once.map((one) => (one === 'number' ? 'goods' : one))
}

function rowsAfter(
  lines: readonly Line[],
  from: number,
  separator: RegExp,
  columns: readonly (Column | undefined)[],
) {
  const rows: Row[] = []
  let next = from
  for (; next < lines.length && next < from + tableRowsMax; next += 1) {
    const line = lines[next] as Line
    if (/^[\s|:+=_-]+$/.test(line.text) && line.text.trim() !== '') continue
    const cells = cellsOf(line, separator)
    const filled = cells.filter(({ text }) => text !== '')
    if (filled.length < 2) break
    if (totalRow.test(filled[0]?.text ?? '')) continue
    const row = rowOf(cells, columns)
    if (!row.goods || !row.quantity || !/^[^\p{L}]{0,3}\d/u.test(row.quantity.text)) break
    rows.push(row)
  }
  return { rows, next }
}

function rowOf(cells: readonly Cell[], columns: readonly (Column | undefined)[]): Row {
  const row: Partial<Record<Column, Cell>> = {}
  const properties: Cell[] = []
  for (const [at, column] of columns.entries()) {
    const cell = cells[at]
    if (!cell || cell.text === '' || !column) continue
    if (column === 'property') properties.push(cell)
    else row[column] = cell
  }
  return { ...row, properties }
}

/** The cells of a line. Bars at its ends open and close no cell, and quotes keep a comma inside. */
function cellsOf(line: Line, separator: RegExp): Cell[] {
  if (line.text.length > lineLengthMax) return []
  let { start, end } = line
  const text = line.text.trim()
  const isBar = separator.source === '\\|'
  if (isBar && text.startsWith('|')) start += line.text.indexOf('|') + 1
  if (isBar && text.endsWith('|') && text.length > 1) end = line.start + line.text.lastIndexOf('|')
  if (separator.source.startsWith(' ')) start += line.text.length - line.text.trimStart().length
  if (start >= end) return []
  const inner = line.text.slice(start - line.start, end - line.start)
  const cells: Cell[] = []
  let from = 0
  for (const { index, 0: mark } of inner.matchAll(separator)) {
    if (isInQuotes(inner, from, index)) continue
    cells.push(cellOf(inner, from, index, start))
    from = index + mark.length
  }
  cells.push(cellOf(inner, from, inner.length, start))
  return cells
}

function isInQuotes(text: string, from: number, at: number): boolean {
  if (at - from > quotedLengthMax) return false
  const cell = text.slice(from, at).trimStart()
  return cell.startsWith('"') && !/[^"]"\s*$/.test(cell)
}

function cellOf(text: string, from: number, to: number, offset: number): Cell {
  const whole = text.slice(from, to)
  const plain = whole.trim().replace(/^"/, '').replace(/"$/, '').trim()
  const start = offset + from + whole.indexOf(plain)
  return { start, end: start + plain.length, text: plain }
}
