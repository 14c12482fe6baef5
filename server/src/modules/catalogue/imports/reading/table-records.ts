import { withoutGuard } from '#kernel/csv'
import type { Problem } from '../import.ts'
import { type Column, columnsOf, shownColumnsOf } from './columns.ts'
import { type FeedColumns, feedColumnsOf } from './feed-columns.ts'
import type { ReaderOptions } from './reader-options.ts'
import { FileMalformed, type Layout, type RawFields, type RawRecord } from './record.ts'
import type { ShownFields } from './shown-fields.ts'

export type TableRow = { readonly cells: readonly string[]; readonly line: number }

export type TableReader = {
  readonly columns: () => Layout['columns']
  recordsIn(rows: readonly TableRow[]): RawRecord[]
  /** Throws if no row named the columns. */
  end(): void
}

/** Rows before the header of a price list: its title, its date, an address. */
const titleRowsMax = 20
const columnsMax = 5_000

/** Reads the rows of a table. The first one names the columns, or in a feed one of the first that names an article number. */
export function tableReader({ mapping, isFeed = false }: ReaderOptions): TableReader {
  let layout: Layout['columns'] = []
  let columns: readonly Column[] | undefined
  let shownAt: ReturnType<typeof shownColumnsOf> = []
  let feed: FeedColumns | undefined
  let before = 0
  let tax: string | undefined
  const begin = ({ cells }: TableRow) => {
    if (cells.length > columnsMax) {
      const message = `The first line has more than ${columnsMax} columns.`
      throw new FileMalformed('file_malformed', message, 1)
    }
    feed = isFeed ? feedColumnsOf(cells, mapping) : undefined
    const found = feed?.columns ?? columnsOf(cells, mapping)
    before += 1
    const isTitle = isFeed && before < titleRowsMax && !isHeader(cells, found)
    if (isTitle) return
    layout = cells.map((name, at) => ({ header: name.trim(), column: found[at] ?? ignoredColumn }))
    assertMappedColumnsExist(cells, mapping)
    columns = withSku(cells, found)
    shownAt = shownColumnsOf(cells, columns)
    tax = columns.map(taxOfColumn).find(Boolean)
  }
  const recordOf = ({ cells, line }: TableRow, known: readonly Column[]): RawRecord => {
    const fields = fieldsOf(cells, known)
    return {
      line,
      fields: feed?.complete(fields, cells) ?? fields,
      problems: surplusOf(cells, known),
      ...((shownAt.length > 0 || tax) && {
        shown: { ...shownIn(cells, shownAt), ...(tax && { tax }) },
      }),
    }
  }
  return {
    columns: () => layout,
    recordsIn: (rows) => {
      const records: RawRecord[] = []
      for (const row of rows) {
        if (columns) records.push(recordOf(row, columns))
        else begin(row)
      }
      return records
    },
    end: () => {
      if (!columns && before > 0) withSku([], [])
    },
  }
}

/** A title in one cell may have the word of an article number, too. */
function isHeader(cells: readonly string[], columns: readonly Column[]): boolean {
  const fields = columns.flatMap((column) => (column.kind === 'field' ? [column.field] : []))
  return fields.includes('sku') && fields.length + shownColumnsOf(cells, columns).length > 1
}

/** The cause is usually an unquoted delimiter in a text. Then all later cells are in the wrong column. */
function surplusOf(cells: readonly string[], { length }: readonly Column[]): readonly Problem[] {
  if (cells.length <= length || cells.slice(length).every((cell) => cell.trim() === '')) return []
  const message = `The record has ${cells.length} cells, but the first line has ${length}. Put a text that contains the separator into quotes.`
  return [{ code: 'cells_surplus', message, fatal: true }]
}

const ignoredColumn: Column = { kind: 'ignored' }

/** A column of the mapping is missing or renamed. Without this check, every product would lose that field. */
function assertMappedColumnsExist(
  names: readonly string[],
  mapping: ReaderOptions['mapping'] = {},
): void {
  const headers = new Set(names.map((name) => name.trim()))
  const missing = Object.keys(mapping).find((name) => mapping[name] !== '' && !headers.has(name))
  if (missing === undefined) return
  const there = [...headers].slice(0, 20).join(', ').slice(0, 500)
  const message = `\`mapping\` names the column ${missing.slice(0, 100)}, which the file does not have. It has: ${there}`
  throw new FileMalformed('file_malformed', message, 1)
}

function withSku(names: readonly string[], columns: readonly Column[]): readonly Column[] {
  const at = columns.findIndex((column) => column.kind === 'field' && column.field === 'sku')
  const headers = names.map((name) => name.trim().toLowerCase())
  if (at >= 0 && headers.indexOf(headers[at] ?? '', at + 1) > at) {
    const message = `Two columns have the name ${names[at]?.trim()}, but only one can be the article number. Rename the other.`
    throw new FileMalformed('file_malformed', message, 1)
  }
  if (at >= 0) return columns
  throw new FileMalformed(
    'file_malformed',
    'No column is the article number. Call the column `sku`, or map it with `mapping`.',
    1,
  )
}

/** An empty cell means no value. Attributes in several columns form one list, and texts one record for each language. */
function fieldsOf(cells: readonly string[], columns: readonly Column[]): RawFields {
  const fields: Record<string, unknown> = {}
  const attributes: { label: string; value: string }[] = []
  const texts: Record<string, Record<string, string>> = {}
  let currency: string | undefined
  // A record may have few of many columns.
  for (const [at, given] of cells.slice(0, columns.length).entries()) {
    const column = columns[at] ?? ignoredColumn
    const cell = withoutGuard(given)
    if (cell.trim() === '' || column.kind === 'ignored') continue
    if (column.kind === 'field') {
      fields[column.field] = cell
      currency = column.price?.currency ?? currency
    } else if (column.kind === 'text') {
      texts[column.language] = { [column.field]: cell, ...texts[column.language] }
    } else attributes.push({ label: column.label, value: cell })
  }
  if (currency !== undefined && fields.currency === undefined) fields.currency = currency
  if (attributes.length > 0 && fields.attributes === undefined) fields.attributes = attributes
  if (fields.texts === undefined && Object.keys(texts).length > 0) fields.texts = texts
  return fields
}

function taxOfColumn(column: Column): string | undefined {
  return column.kind === 'field' ? column.price?.tax : undefined
}

function shownIn(
  cells: readonly string[],
  shownAt: ReturnType<typeof shownColumnsOf>,
): ShownFields {
  const shown: { -readonly [Name in keyof ShownFields]: ShownFields[Name] } = {}
  for (const [name, at] of shownAt) {
    const cell = cells[at]?.trim()
    if (cell) shown[name] = cell
  }
  return shown
}
