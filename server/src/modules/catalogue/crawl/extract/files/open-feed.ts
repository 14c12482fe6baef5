import {
  FileMalformed,
  openReader,
  type RawRecord,
  type Reading,
  recordOfObject,
  tableReader,
} from '#modules/imports/reading'
import type { FeedFormat } from '../feed-product.ts'
import { jsonItems } from './json-items.ts'
import { readWorkbook, workbookBytesMax } from './read-workbook.ts'

type FeedReading = {
  readonly now: Date
  /** Selects one of several texts, as two letters. */
  readonly language: string | undefined
}

export type OpenedFeed = {
  readonly reading: Reading
  readonly records: AsyncIterable<readonly RawRecord[]>
}

/** Opens a feed of any format. It yields records as it reads them; a workbook it reads as a whole. */
export async function openFeed(
  format: Exclude<FeedFormat, 'own-xml'>,
  body: AsyncIterable<Buffer>,
  { now, language }: FeedReading,
): Promise<OpenedFeed> {
  const reading: Reading = { decimal: '.', textsIn: language }
  const options = {
    replace: false,
    discontinueMaxPercent: 0,
    isFeed: true,
    ...(language && { language }),
  }
  if (format === 'json') return { reading, records: jsonRecords(body) }
  if (format === 'xlsx') return { reading, records: workbookRecords(body, options) }
  return openReader(format, body, options, now)
}

async function* jsonRecords(body: AsyncIterable<Buffer>): AsyncGenerator<readonly RawRecord[]> {
  let line = 0
  for await (const items of jsonItems(decodePieces(body))) {
    yield items.flatMap((item) => {
      line += 1
      return recordOfItem(item, line)
    })
  }
}

async function* decodePieces(body: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const piece of body) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

function recordOfItem(item: string, line: number): RawRecord[] {
  try {
    const value = JSON.parse(item) as unknown
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? [recordOfObject(value, line)] : []
  } catch {
    const message = 'An object of the list is no JSON.'
    return [{ line, fields: {}, problems: [{ code: 'line_malformed', message, fatal: true }] }]
  }
}

/** Each sheet is a table of its own. One without an article number, such as a cover, is left out if another has one. */
async function* workbookRecords(
  body: AsyncIterable<Buffer>,
  options: Parameters<typeof tableReader>[0],
): AsyncGenerator<readonly RawRecord[]> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of body) {
    length += piece.length
    if (length > workbookBytesMax) {
      const message = `The workbook is larger than ${workbookBytesMax} bytes.`
      throw new FileMalformed('file_too_large', message)
    }
    pieces.push(piece)
  }
  let problem: unknown
  let hasTable = false
  for (const rows of readWorkbook(Buffer.concat(pieces, length))) {
    const table = tableReader(options)
    try {
      const records = table.recordsIn(rows)
      table.end()
      if (records.length > 0) yield records
      hasTable ||= table.columns().length > 0
    } catch (error) {
      if (!(error instanceof FileMalformed)) throw error
      problem = error
    }
  }
  if (!hasTable && problem) throw problem
}
