import type { ImportFormat } from '../import.ts'
import { openCsv } from './read-csv.ts'
import { readJsonLines } from './read-json-lines.ts'
import { openXml } from './read-xml.ts'
import type { ReaderOptions } from './reader-options.ts'
import type { FileReader } from './record.ts'

/** Returns the reader of a format. It yields records as soon as it has read them. */
export async function openReader(
  format: ImportFormat,
  pieces: AsyncIterable<Buffer>,
  options: ReaderOptions,
  now: Date,
): Promise<FileReader> {
  const reader = await openFormat(format, pieces, options, now)
  return { ...reader, reading: { ...reader.reading, textsIn: options.language } }
}

async function openFormat(
  format: ImportFormat,
  pieces: AsyncIterable<Buffer>,
  options: ReaderOptions,
  now: Date,
): Promise<FileReader> {
  switch (format) {
    case 'jsonl':
      return { reading: { decimal: '.' }, records: readJsonLines(pieces, options.isFeed) }
    case 'csv':
      return openCsv(pieces, options)
    case 'bmecat':
    case 'google':
      return openXml(format, pieces, options, now)
  }
}
