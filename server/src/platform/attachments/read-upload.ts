import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type AttachmentType, attachmentTypeOf } from './attachment-type.ts'

export type UploadedFile = {
  readonly body: Readable
  readonly name: string | undefined
  /** The length that the client declares. The service counts the received bytes. */
  readonly contentLength: number | undefined
}

/** The file in the body of a request of a route that takes files. */
export function uploadedFileOf(
  body: unknown,
  headers: { readonly 'content-length'?: string | undefined },
  name: string | undefined,
): UploadedFile {
  const length = Number(headers['content-length'])
  const contentLength = Number.isSafeInteger(length) ? length : undefined
  return { body: body as Readable, name, contentLength }
}

export const attachmentBytesMax = 10_000_000

/** Why a file is not taken. */
export type UploadProblem = 'empty' | 'too_large' | 'type_unsupported'

export type ReadUpload =
  | { readonly content: Buffer; readonly mediaType: AttachmentType }
  | { readonly problem: UploadProblem }

/** Reads the body to its end or to the limit. The content decides about the type. */
export async function readUpload({ body, contentLength = 0 }: UploadedFile): Promise<ReadUpload> {
  if (contentLength > attachmentBytesMax) return { problem: 'too_large' }
  const pieces: Buffer[] = []
  let bytes = 0
  // The body of a refused file stays open: the server discards it, and the client keeps its connection.
  for await (const piece of body.iterator({ destroyOnReturn: false })) {
    bytes += piece.length
    if (bytes > attachmentBytesMax) return { problem: 'too_large' }
    pieces.push(piece)
  }
  if (bytes === 0) return { problem: 'empty' }
  const content = Buffer.concat(pieces)
  const mediaType = await attachmentTypeOf(content)
  return mediaType ? { content, mediaType } : { problem: 'type_unsupported' }
}

export const sha256Of = (content: Buffer): string =>
  createHash('sha256').update(content).digest('hex')
