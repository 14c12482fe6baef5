import { Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { type Column, columnsOf } from './columns.ts'
import { withoutGuard } from './csv-cell.ts'
import { decoded, encodingOf, peeked } from './decode-text.ts'
import type { ImportOptions } from './import.ts'
import { FileMalformed, type FileReader, type RawFields, type RawRecord } from './record.ts'

/** Longer than any product, and what an opened quote that is never closed swallows at most. */
const recordCharactersMax = 1_048_576
const batchMax = 200
const headBytes = 65_536

/** Delimiter and encoding are what the beginning shows, unless they are given. The first line names the columns. */
export async function openCsv(
  pieces: AsyncIterable<Buffer>,
  options: ImportOptions,
): Promise<FileReader & { readonly delimiter: string; readonly encoding: string }> {
  const { head, all } = await peeked(pieces, headBytes)
  const encoding = options.encoding ?? encodingOf(head)
  const firstLine = firstLineOf(new TextDecoder(encoding).decode(head.subarray(0, headBytes)))
  const delimiter = options.delimiter ?? delimiterOf(firstLine)
  return {
    delimiter,
    encoding,
    // Where the semicolon separates, it is because the comma is in the numbers.
    reading: { decimal: delimiter === ';' ? ',' : '.' },
    records: recordsOf(decoded(all, encoding), delimiter, options.mapping),
  }
}

/** With its line breaks inside quotes. */
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
  text: AsyncIterable<string>,
  delimiter: string,
  mapping: ImportOptions['mapping'],
): AsyncGenerator<readonly RawRecord[]> {
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: recordCharactersMax,
  })
  const source = Readable.from(text)
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  let columns: readonly Column[] | undefined
  let line = 1
  let batch: RawRecord[] = []
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const begins = line
      line = info.lines + 1
      if (columns === undefined) {
        columns = columnsOf(record, mapping)
        refuseWithoutSku(columns)
        continue
      }
      batch.push({ line: begins, fields: fieldsOf(record, columns), problems: [] })
      if (batch.length < batchMax) continue
      yield batch
      batch = []
    }
  } catch (error) {
    if (!isCsvError(error)) throw error
    // What was read before it stands.
    if (batch.length > 0) yield batch
    const message = `The record that begins in line ${line} does not end: look for a quote that is not closed.`
    throw new FileMalformed('file_malformed', message, line)
  } finally {
    source.destroy()
    parser.destroy()
  }
  if (batch.length > 0) yield batch
}

type Parsed = { readonly record: readonly string[]; readonly info: { readonly lines: number } }

function isCsvError(error: unknown): error is CsvError {
  return error instanceof Error && String((error as { code?: unknown }).code).startsWith('CSV_')
}

function refuseWithoutSku(columns: readonly Column[]): void {
  if (columns.some((column) => column.kind === 'field' && column.field === 'sku')) return
  throw new FileMalformed(
    'file_malformed',
    'No column is the article number: name one `sku`, or say with `mapping` which it is.',
    1,
  )
}

/** An empty cell says nothing; attributes of columns of their own are put together. */
function fieldsOf(cells: readonly string[], columns: readonly Column[]): RawFields {
  const fields: Record<string, unknown> = {}
  const attributes: { label: string; value: string }[] = []
  for (const [at, column] of columns.entries()) {
    const cell = withoutGuard(cells[at] ?? '')
    if (cell.trim() === '' || column.kind === 'ignored') continue
    if (column.kind === 'field') fields[column.field] = cell
    else attributes.push({ label: column.label, value: cell })
  }
  if (attributes.length > 0 && fields.attributes === undefined) fields.attributes = attributes
  return fields
}
