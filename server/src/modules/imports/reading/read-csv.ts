import { type CsvError, parse } from 'csv-parse'
import { withoutGuard } from '#kernel/csv'
import type { ImportOptions, Problem } from '../import.ts'
import { type Column, columnsOf, shownColumnsOf } from './columns.ts'
import { decoded, encodingOf, peeked } from './decode-text.ts'
import {
  FileMalformed,
  type FileReader,
  type Layout,
  type RawFields,
  type RawRecord,
  type ShownFields,
} from './record.ts'

/** Longer than any record. It also limits what an unclosed quote can swallow. */
const recordCharactersMax = 1_048_576
const headBytes = 65_536
const columnsMax = 5_000

/**
 * Detects the delimiter and the encoding from the beginning, unless they are given. The first line has the column
 * names.
 */
export async function openCsv(
  pieces: AsyncIterable<Buffer>,
  options: ImportOptions,
): Promise<FileReader> {
  const { head, all } = await peeked(pieces, headBytes)
  const encoding = options.encoding ?? encodingOf(head)
  const firstLine = firstLineOf(new TextDecoder(encoding).decode(head.subarray(0, headBytes)))
  const delimiter = options.delimiter ?? delimiterOf(firstLine)
  let columns: Layout['columns'] = []
  const withHead = (names: readonly string[]) => {
    if (names.length > columnsMax) {
      const message = `The first line has more than ${columnsMax} columns.`
      throw new FileMalformed('file_malformed', message, 1)
    }
    const found = columnsOf(names, options.mapping)
    columns = names.map((name, at) => ({ header: name.trim(), column: found[at] ?? ignored }))
    refuseMissing(names, options.mapping)
    return withSku(names, found)
  }
  return {
    layout: () => ({ delimiter, encoding, columns }),
    // A file with semicolons as delimiters usually has decimal commas.
    reading: { decimal: delimiter === ';' ? ',' : '.' },
    records: recordsOf(decoded(all, encoding), delimiter, withHead),
  }
}

/** The first line, including line breaks inside quotes. */
function firstLineOf(text: string): string {
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '\n' || character === '\r')) return text.slice(0, at)
  }
  return text
}

function delimiterOf(firstLine: string): string {
  const bare = firstLine.replace(/"[^"]*"/g, '')
  const counts = [';', ',', '\t', '|'].map((sign) => ({ sign, count: bare.split(sign).length }))
  const [most] = counts.sort((one, other) => other.count - one.count)
  return most?.sign ?? ','
}

async function* recordsOf(
  texts: AsyncIterable<string>,
  delimiter: string,
  withHead: (names: readonly string[]) => readonly Column[],
): AsyncGenerator<readonly RawRecord[]> {
  const { read, end } = createParser(delimiter)
  let columns: readonly Column[] | undefined
  let shownAt: ReturnType<typeof shownColumnsOf> = []
  const recordsIn = (found: readonly Parsed[]): RawRecord[] => {
    const [first, ...others] = found
    const isHead = columns === undefined && first !== undefined
    if (isHead) {
      columns = withHead(first.cells)
      shownAt = shownColumnsOf(first.cells, columns)
    }
    const tax = (columns ?? []).map(taxOfColumn).find(Boolean)
    return (isHead ? others : found).map(({ cells, line }) => ({
      line,
      fields: fieldsOf(cells, columns ?? []),
      problems: surplusOf(cells, columns ?? []),
      ...((shownAt.length > 0 || tax) && {
        shown: { ...shownIn(cells, shownAt), ...(tax && { tax }) },
      }),
    }))
  }
  const toYield = async (step: Promise<Step>) => {
    const { found, problem } = await step
    return { records: recordsIn(found), problem }
  }
  for await (const text of texts) {
    const { records, problem } = await toYield(read(text))
    // The records before the malformed part count.
    if (records.length > 0) yield records
    if (problem) throw problem
  }
  const { records, problem } = await toYield(end())
  if (records.length > 0) yield records
  if (problem) throw problem
}

/** The cause is usually an unquoted delimiter in a text. Then all later cells are in the wrong column. */
function surplusOf(cells: readonly string[], { length }: readonly Column[]): readonly Problem[] {
  if (cells.length <= length || cells.slice(length).every((cell) => cell.trim() === '')) return []
  const message = `The record has ${cells.length} cells and the first line ${length}. A text with the separator in it has to stand in quotes.`
  return [{ code: 'cells_surplus', message, fatal: true }]
}

type Parsed = { readonly cells: readonly string[]; readonly line: number }
type Step = { readonly found: readonly Parsed[]; readonly problem: FileMalformed | undefined }

/** Records are collected from the parser directly: its own stream would drop those before an error. */
function createParser(delimiter: string) {
  const found: Parsed[] = []
  let line = 1
  // The parser counts a CRLF inside quotes as two line breaks.
  let doubled = 0
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: recordCharactersMax,
    on_record: (cells: readonly string[], { lines }) => {
      found.push({ cells, line })
      for (const cell of cells) doubled += cell.split('\r\n').length - 1
      line = lines + 1 - doubled
      return null
    },
  })
  // The callback of each step reports the error.
  parser.on('error', () => undefined)
  parser.resume()
  const step = (begin: (done: (error?: Error | null) => void) => void): Promise<Step> =>
    new Promise((resolve, reject) =>
      begin((error) => {
        if (error && !isCsvError(error)) return reject(error)
        resolve({ found: found.splice(0), problem: error ? notEnding(line) : undefined })
      }),
    )
  return {
    read: (text: string) => step((done) => void parser.write(text, done)),
    end: () => step((done) => void parser.end(done)),
  }
}

function notEnding(line: number): FileMalformed {
  const message = `The record that begins in line ${line} does not end: look for a quote that is not closed.`
  return new FileMalformed('file_malformed', message, line)
}

function isCsvError(error: unknown): error is CsvError {
  return error instanceof Error && String((error as { code?: unknown }).code).startsWith('CSV_')
}

const ignored: Column = { kind: 'ignored' }

/** A column of the mapping is missing or renamed. Without this check, every product would lose that field. */
function refuseMissing(names: readonly string[], mapping: ImportOptions['mapping'] = {}): void {
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
    const message = `Two columns have the name ${names[at]?.trim()}: only one can be the article number.`
    throw new FileMalformed('file_malformed', message, 1)
  }
  if (at >= 0) return columns
  throw new FileMalformed(
    'file_malformed',
    'No column is the article number: name one `sku`, or say with `mapping` which it is.',
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
    const column = columns[at] ?? ignored
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
