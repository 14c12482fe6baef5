import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { FileMalformed } from './record.ts'

export type FileLimits = {
  /** The limit of the unpacked size. */
  readonly unpackedMax: number
}

/** A higher ratio beyond the first pages is a sign of a decompression bomb. */
const ratioMax = 200
const ratioFrom = 16_777_216

const gzipMagic = Buffer.from([0x1f, 0x8b])
const zipMagic = Buffer.from([0x50, 0x4b, 0x03, 0x04])

/**
 * Yields the bytes of the file, unpacked if it is gzip. It checks the limits as it reads, so that a decompression bomb
 * never fills the memory.
 */
export async function* unpack(
  pieces: AsyncIterable<Buffer>,
  { unpackedMax }: FileLimits,
): AsyncGenerator<Buffer> {
  const source = pieces[Symbol.asyncIterator]()
  const first = await source.next()
  if (first.done) return
  const head = first.value
  let packedBytes = 0
  async function* all() {
    packedBytes += head.length
    yield head
    for (let next = await source.next(); !next.done; next = await source.next()) {
      packedBytes += next.value.length
      yield next.value
    }
  }
  if (head.subarray(0, 4).equals(zipMagic)) {
    throw new FileMalformed(
      'archive_unsupported',
      'The file is a zip archive, which imports cannot read. Send the file itself, or as gzip.',
    )
  }
  const isGzip = head.subarray(0, 2).equals(gzipMagic)
  let bytes = 0
  for await (const piece of isGzip ? gunzipPieces(all()) : all()) {
    bytes += piece.length
    const isBomb = isGzip && bytes > ratioFrom && bytes > packedBytes * ratioMax
    if (bytes > unpackedMax || isBomb) {
      throw new FileMalformed(
        'file_too_large',
        `The unpacked file is larger than ${unpackedMax} bytes, or far larger than the packed one. Send it in parts.`,
      )
    }
    yield piece
  }
}

async function* gunzipPieces(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const packed = Readable.from(pieces, { objectMode: false, highWaterMark: 65_536 })
  const unzip = createGunzip({ chunkSize: 262_144 })
  packed.on('error', (error) => unzip.destroy(error))
  packed.pipe(unzip)
  try {
    for await (const piece of unzip) yield piece as Buffer
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    if (!code.startsWith('Z_')) throw error
    throw new FileMalformed(
      'archive_broken',
      'The gzip archive is broken or incomplete. Send it again.',
    )
  } finally {
    packed.destroy()
    unzip.destroy()
  }
}
