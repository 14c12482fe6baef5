import type { Readable } from 'node:stream'
import { fail } from './failures.ts'
import type { ImportFormat, ImportOptions, RecordProblem } from './import.ts'
import { formatOfContent, formatOfMediaType } from './reading/detect-format.ts'
import type { ImportedProduct } from './reading/imported-product.ts'
import { normalise } from './reading/normalise.ts'
import { unpack } from './reading/open-file.ts'
import { openReader } from './reading/readers.ts'
import { FileMalformed, type FileReader, type Layout } from './reading/record.ts'
import { unitCodeOf } from './reading/units-of-measure.ts'

export type Preview = {
  readonly format: ImportFormat
  /** How each column of a CSV file is read. */
  readonly layout: Layout | undefined
  readonly records: readonly {
    readonly line: number
    readonly sku: string | undefined
    readonly product: ImportedProduct | undefined
    readonly problems: readonly RecordProblem[]
  }[]
  /** Why the rest of the file cannot be read. */
  readonly broken: { readonly code: string; readonly message: string } | undefined
}

const recordsMax = 20
/** The part of the file that a preview reads. */
const previewBytes = 1_048_576

export type FileToPreview = {
  readonly body: Readable
  readonly mediaType: string
  readonly contentLength: number | undefined
  readonly options: ImportOptions
}

/**
 * Shows what an import would do with the first records. It writes nothing, and discards the rest of the body up to the
 * size limit of an import.
 */
export async function previewImport(
  { body, mediaType, contentLength = 0, options }: FileToPreview,
  bytesMax: number,
  now: Date,
): Promise<Preview> {
  if (contentLength > bytesMax) throw tooLarge(bytesMax)
  const { bytes, isCut } = await beginningOf(body, bytesMax)
  if (bytes.length === 0) throw fail('import_file_empty')
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
  const format =
    options.format ??
    formatOfMediaType(mediaType) ??
    (isPacked ? undefined : formatOfContent(bytes.subarray(0, 65_536)))
  if (format === undefined) throw fail('import_format_unknown', { mediaType })
  const records: Preview['records'][number][] = []
  let reader: FileReader | undefined
  const result = (broken?: Preview['broken']): Preview => ({
    format,
    layout: reader?.layout?.(),
    records,
    broken,
  })
  try {
    const pieces = unpack(piecesOf(bytes), { unpackedMax: previewBytes * 200 })
    reader = await openReader(format, pieces, options, now)
    for await (const found of reader.records) {
      for (const record of found) {
        const { sku, product, problems } = normalise(record, reader.reading, unitCodeOf)
        records.push({ line: record.line, sku, product, problems })
        if (records.length === recordsMax) return result()
      }
    }
    return result()
  } catch (error) {
    if (!(error instanceof FileMalformed)) throw error
    // The file ends where the preview stops reading, so this error is no problem of the file.
    return isCut ? result() : result({ code: `catalog.${error.code}`, message: error.message })
  }
}

const tooLarge = (maxBytes: number) => fail('import_file_too_large', { maxBytes })

async function beginningOf(body: Readable, bytesMax: number) {
  const kept: Buffer[] = []
  let length = 0
  for await (const piece of body as AsyncIterable<Buffer>) {
    if (length < previewBytes) kept.push(piece)
    length += piece.length
    if (length > bytesMax) throw tooLarge(bytesMax)
  }
  return { bytes: Buffer.concat(kept).subarray(0, previewBytes), isCut: length > previewBytes }
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
