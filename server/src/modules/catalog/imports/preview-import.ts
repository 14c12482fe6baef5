import type { Readable } from 'node:stream'
import { fail } from '../failures.ts'
import { formatOfContent, formatOfMediaType } from './detect-format.ts'
import type { ImportFormat, ImportOptions, RecordProblem } from './import.ts'
import type { ImportedProduct } from './imported-product.ts'
import { normalise } from './normalise.ts'
import { unpacked } from './open-file.ts'
import { openReader } from './readers.ts'
import { FileMalformed } from './record.ts'

export type Preview = {
  readonly format: ImportFormat
  readonly records: readonly {
    readonly line: number
    readonly sku: string | undefined
    readonly product: ImportedProduct | undefined
    readonly problems: readonly RecordProblem[]
  }[]
  /** Why the file could not be read any further. */
  readonly broken: { readonly code: string; readonly message: string } | undefined
}

const recordsMax = 20
/** So much of the file is looked at. */
const previewBytes = 1_048_576

/** What an import would make of the first records. Nothing is written; the rest of the body is passed by. */
export async function previewImport(
  body: Readable,
  mediaType: string,
  options: ImportOptions,
  now: Date,
): Promise<Preview> {
  const { bytes, isCut } = await beginningOf(body)
  if (bytes.length === 0) throw fail('import_file_empty')
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
  const format =
    options.format ??
    formatOfMediaType(mediaType) ??
    (isPacked ? undefined : formatOfContent(bytes.subarray(0, 65_536)))
  if (format === undefined) throw fail('import_format_unknown', { mediaType })
  const records: Preview['records'][number][] = []
  const result = (broken?: Preview['broken']): Preview => ({ format, records, broken })
  try {
    const pieces = unpacked(piecesOf(bytes), { unpackedMax: previewBytes * 200 })
    const reader = await openReader(format, pieces, options, now)
    for await (const found of reader.records) {
      for (const record of found) {
        const { sku, product, problems } = normalise(record, reader.reading)
        records.push({ line: record.line, sku, product, problems })
        if (records.length === recordsMax) return result()
      }
    }
    return result()
  } catch (error) {
    if (!(error instanceof FileMalformed)) throw error
    // A file whose rest was not looked at breaks off where we have stopped.
    return isCut ? result() : result({ code: `catalog.${error.code}`, message: error.message })
  }
}

async function beginningOf(body: Readable) {
  const kept: Buffer[] = []
  let length = 0
  for await (const piece of body as AsyncIterable<Buffer>) {
    if (length < previewBytes) kept.push(piece)
    length += piece.length
  }
  return { bytes: Buffer.concat(kept).subarray(0, previewBytes), isCut: length > previewBytes }
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
