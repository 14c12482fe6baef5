import { type CsvError, parse } from 'csv-parse'
import { decodePieces, encodingOf, peekPieces } from './decode-text.ts'

/** Longer than any record. It also limits what an unclosed quote can swallow. */
const recordCharactersMax = 1_048_576
const headBytes = 65_536

export type CsvRow = { readonly cells: readonly string[]; readonly line: number }

export type CsvRows = {
  readonly delimiter: string
  readonly encoding: string
  /** Batches, so that the whole file is never in memory. Throws `CsvMalformed` after the rows before the malformed part. */
  readonly rows: AsyncIterable<readonly CsvRow[]>
}

/** The record that begins in this line does not end. */
export class CsvMalformed extends Error {
  override readonly name = 'CsvMalformed'
  readonly line: number

  constructor(line: number) {
    super(
      `The record that begins in line ${line} does not end: look for a quote that is not closed.`,
    )
    this.line = line
  }
}

type CsvOptions = {
  /** Default: by its byte order mark, else by the bytes of its beginning. */
  readonly encoding?: string | undefined
  /** Default: the sign that separates the columns of the header. */
  readonly delimiter?: string | undefined
  /** Finds the header in the beginning of the file. Default: its first line. */
  readonly headerIn?: (beginning: string) => string
}

/** Detects the delimiter and the encoding from the beginning, unless they are given. */
export async function openCsvRows(
  pieces: AsyncIterable<Buffer>,
  options: CsvOptions = {},
): Promise<CsvRows> {
  const { headerIn = firstLineOf } = options
  const { head, all } = await peekPieces(pieces, headBytes)
  const encoding = options.encoding ?? encodingOf(head)
  const text = new TextDecoder(encoding).decode(head.subarray(0, headBytes))
  const delimiter = options.delimiter ?? delimiterOf(headerIn(text))
  return { delimiter, encoding, rows: rowsOf(decodePieces(all, encoding), delimiter) }
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

function delimiterOf(header: string): string {
  const bare = header.replace(/"[^"]*"/g, '')
  const counts = [';', ',', '\t', '|'].map((sign) => ({ sign, count: bare.split(sign).length }))
  const [most] = counts.sort((one, other) => other.count - one.count)
  return most?.sign ?? ','
}

async function* rowsOf(
  texts: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<readonly CsvRow[]> {
  const { read, end } = createParser(delimiter)
  for await (const text of texts) {
    const { found, problem } = await read(text)
    // The rows before the malformed part count.
    if (found.length > 0) yield found
    if (problem) throw problem
  }
  const { found, problem } = await end()
  if (found.length > 0) yield found
  if (problem) throw problem
}

type Step = { readonly found: readonly CsvRow[]; readonly problem: CsvMalformed | undefined }

/** Records are collected from the parser directly: its own stream would drop those before an error. */
function createParser(delimiter: string) {
  const found: CsvRow[] = []
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
        resolve({ found: found.splice(0), problem: error ? new CsvMalformed(line) : undefined })
      }),
    )
  return {
    read: (text: string) => step((done) => void parser.write(text, done)),
    end: () => step((done) => void parser.end(done)),
  }
}

function isCsvError(error: unknown): error is CsvError {
  return error instanceof Error && String((error as { code?: unknown }).code).startsWith('CSV_')
}
