import { type CsvError, parse } from 'csv-parse'
import { decoded, encodingOf, peeked } from './decode-text.ts'
import type { ReaderOptions } from './reader-options.ts'
import { FileMalformed, type FileReader, type RawRecord } from './record.ts'
import { type TableReader, type TableRow, tableReader } from './table-records.ts'

/** Longer than any record. It also limits what an unclosed quote can swallow. */
const recordCharactersMax = 1_048_576
const headBytes = 65_536
const titleLinesMax = 20

/**
 * Detects the delimiter and the encoding from the beginning, unless they are given. The first line has the column
 * names.
 */
export async function openCsv(
  pieces: AsyncIterable<Buffer>,
  options: ReaderOptions,
): Promise<FileReader> {
  const { head, all } = await peeked(pieces, headBytes)
  const encoding = options.encoding ?? encodingOf(head)
  const text = new TextDecoder(encoding).decode(head.subarray(0, headBytes))
  const delimiter =
    options.delimiter ?? delimiterOf(options.isFeed ? widestLineOf(text) : firstLineOf(text))
  const table = tableReader(options)
  return {
    layout: () => ({ delimiter, encoding, columns: table.columns() }),
    // A file with semicolons as delimiters usually has decimal commas.
    reading: { decimal: delimiter === ';' ? ',' : '.' },
    records: recordsOf(decoded(all, encoding), delimiter, table),
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

/** Price lists begin with a title and a date. The first lines with most separators are the table. */
function widestLineOf(text: string): string {
  const width = (line: string) => line.split(/[;,\t|]/).length
  const [first = '', ...others] = text.slice(0, 16_384).split(/\r?\n/).slice(0, titleLinesMax)
  return others.reduce((widest, line) => (width(line) > width(widest) + 1 ? line : widest), first)
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
  table: TableReader,
): AsyncGenerator<readonly RawRecord[]> {
  const { read, end } = createParser(delimiter)
  const toYield = async (step: Promise<Step>) => {
    const { found, problem } = await step
    return { records: table.recordsIn(found), problem }
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
  table.end()
}

type Step = { readonly found: readonly TableRow[]; readonly problem: FileMalformed | undefined }

/** Records are collected from the parser directly: its own stream would drop those before an error. */
function createParser(delimiter: string) {
  const found: TableRow[] = []
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
