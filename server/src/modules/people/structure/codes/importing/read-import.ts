import type { Readable } from 'node:stream'
import { withoutGuard } from '#kernel/csv'
import { CsvMalformed, openCsvRows } from '#platform/csv'
import { fail } from '../../failures.ts'
import { type ImportColumn, importColumns } from './import-names.ts'

/** The cells of the columns that the file has. */
export type Cells = { readonly [Column in ImportColumn]?: string }

export type ImportRow = { readonly line: number; readonly cells: Cells }

export const importRowsMax = 2000
const bytesMax = 1_048_576

/** Reads a whole file. Its first line names the columns. */
export async function readImport(body: Readable): Promise<readonly ImportRow[]> {
  const { rows } = await openCsvRows(piecesOf(body))
  const found: ImportRow[] = []
  let columns: readonly (ImportColumn | undefined)[] | undefined
  try {
    for await (const batch of rows) {
      for (const { cells, line } of batch) {
        if (!columns) columns = columnsIn(cells)
        else found.push({ line, cells: cellsOf(columns, cells) })
        if (found.length > importRowsMax)
          throw fail('import_too_large', { rowsMax: importRowsMax, bytesMax })
      }
    }
  } catch (error) {
    if (error instanceof CsvMalformed) throw fail('import_malformed', { line: error.line })
    throw error
  }
  if (!columns) throw fail('import_columns_missing', { columns: ['code'] })
  return found
}

/** The body of a refused file stays open: the server discards it, and the client keeps its connection. */
async function* piecesOf(body: Readable): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const piece of body.iterator({ destroyOnReturn: false })) {
    bytes += (piece as Buffer).length
    if (bytes > bytesMax) throw fail('import_too_large', { rowsMax: importRowsMax, bytesMax })
    yield piece as Buffer
  }
}

function columnsIn(header: readonly string[]): readonly (ImportColumn | undefined)[] {
  const columns = header.map((title) => {
    const wanted = title.trim().toLowerCase()
    return importColumns.find((column) => column.toLowerCase() === wanted)
  })
  if (!columns.includes('code') && !columns.includes('id')) {
    throw fail('import_columns_missing', { columns: ['code'] })
  }
  return columns
}

function cellsOf(columns: readonly (ImportColumn | undefined)[], cells: readonly string[]): Cells {
  const all = columns.map((column, at) => [column, withoutGuard(cells[at] ?? '').trim()] as const)
  return Object.fromEntries(all.filter(([column]) => column !== undefined))
}
