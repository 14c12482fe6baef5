import { CsvMalformed, type CsvRow, openCsvRows } from '#platform/csv'
import type { ReaderOptions } from './reader-options.ts'
import { FileMalformed, type FileReader, type RawRecord } from './record.ts'
import { type TableReader, tableReader } from './table-records.ts'

const titleLinesMax = 20

/**
 * Detects the delimiter and the encoding from the beginning, unless they are given. The first line has the column
 * names.
 */
export async function openCsv(
  pieces: AsyncIterable<Buffer>,
  options: ReaderOptions,
): Promise<FileReader> {
  const { delimiter, encoding, rows } = await openCsvRows(pieces, {
    encoding: options.encoding,
    delimiter: options.delimiter,
    ...(options.isFeed && { headerIn: widestLineOf }),
  })
  const table = tableReader(options)
  return {
    layout: () => ({ delimiter, encoding, columns: table.columns() }),
    // A file with semicolons as delimiters usually has decimal commas.
    reading: { decimal: delimiter === ';' ? ',' : '.' },
    records: recordsOf(rows, table),
  }
}

/** Price lists begin with a title and a date. The first lines with most separators are the table. */
function widestLineOf(text: string): string {
  const width = (line: string) => line.split(/[;,\t|]/).length
  const [first = '', ...others] = text.slice(0, 16_384).split(/\r?\n/).slice(0, titleLinesMax)
  return others.reduce((widest, line) => (width(line) > width(widest) + 1 ? line : widest), first)
}

async function* recordsOf(
  rows: AsyncIterable<readonly CsvRow[]>,
  table: TableReader,
): AsyncGenerator<readonly RawRecord[]> {
  try {
    for await (const found of rows) {
      const records = table.recordsIn(found)
      if (records.length > 0) yield records
    }
  } catch (error) {
    if (!(error instanceof CsvMalformed)) throw error
    throw new FileMalformed('file_malformed', error.message, error.line)
  }
  table.end()
}
