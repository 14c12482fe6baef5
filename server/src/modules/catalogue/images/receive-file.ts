import { createHash, randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type SourceType, sniffedBytes, sourceTypeOf } from '#platform/pictures'
import { fail } from './failures.ts'

/** An uploaded picture in a file of this machine. */
export type ReceivedFile = {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
  readonly type: SourceType
}

export type Upload = {
  readonly body: Readable
  readonly mediaType: string
  /** The length that the client declares. The service counts the received bytes. */
  readonly contentLength: number | undefined
}

/**
 * Writes the body to a file as it arrives, passes the file on, and deletes it at the end. The first bytes must show a picture of the
 * type that the client names.
 */
export async function withReceivedFile<Result>(
  { body, mediaType, contentLength = 0 }: Upload,
  bytesMax: number,
  use: (file: ReceivedFile) => Promise<Result>,
): Promise<Result> {
  if (contentLength > bytesMax) throw fail('picture_too_large', { maxBytes: bytesMax })
  const path = join(tmpdir(), `purveyor-picture-${randomUUID()}`)
  const file = await open(path, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    let head = Buffer.alloc(0)
    let bytes = 0
    // The body of a refused file stays open: the server discards it, and the client keeps its connection.
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      bytes += piece.length
      if (bytes > bytesMax) throw fail('picture_too_large', { maxBytes: bytesMax })
      if (head.length < sniffedBytes) head = Buffer.concat([head, piece]).subarray(0, sniffedBytes)
      if (head.length >= sniffedBytes) readType(head, mediaType)
      hash.update(piece)
      await file.write(piece)
    }
    if (bytes === 0) throw fail('picture_empty')
    const type = readType(head, mediaType)
    return await use({ path, bytes, sha256: hash.digest('hex'), type })
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}

function readType(head: Buffer, mediaType: string): SourceType {
  const type = sourceTypeOf(head)
  if (type && type === mediaType) return type
  throw fail('picture_type_unsupported', { sent: mediaType, found: type ?? 'unknown' })
}
