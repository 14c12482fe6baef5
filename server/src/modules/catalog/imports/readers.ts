import type { ImportFormat, ImportOptions } from './import.ts'
import { readJsonLines } from './read-json-lines.ts'
import type { FileReader } from './record.ts'

/** The reader of a format. Each yields what it has found as soon as it has read it. */
export async function openReader(
  format: ImportFormat,
  pieces: AsyncIterable<Buffer>,
  _options: ImportOptions,
): Promise<FileReader> {
  switch (format) {
    case 'jsonl':
      return { reading: { decimal: '.' }, records: readJsonLines(pieces) }
    default:
      throw new Error(`nobody reads ${format} yet`)
  }
}
