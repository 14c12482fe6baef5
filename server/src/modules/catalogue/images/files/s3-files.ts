import { createReadStream } from 'node:fs'
import type { PictureFiles } from './picture-files.ts'
import { loadS3Client, type S3Client } from './s3-client.ts'

export type S3Options = {
  readonly bucket: string
  readonly region: string
  readonly endpoint: string | undefined
  readonly credentials:
    | { readonly accessKeyId: string; readonly secretAccessKey: string }
    | undefined
}

const connectMsMax = 2_000
/** A connection on which nothing moves for so long is given up. */
const silentMsMax = 5_000

/** Keeps pictures in a bucket. The client is loaded at the first use: it is large, and most installations need none. */
export function createS3Files({ bucket, ...options }: S3Options): PictureFiles {
  let opened: ReturnType<typeof openClient> | undefined
  const open = () => {
    opened ??= openClient(options)
    return opened
  }
  return {
    read: async (key) => {
      const { client, GetObjectCommand } = open()
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
        return Body && Buffer.from(await Body.transformToByteArray())
      } catch (error) {
        if (error instanceof Error && error.name === 'NoSuchKey') return undefined
        throw error
      }
    },
    write: async (key, content, mediaType) => {
      const { client, PutObjectCommand } = open()
      const body = Buffer.isBuffer(content)
        ? { Body: content, ContentLength: content.length }
        : { Body: createReadStream(content.path), ContentLength: content.bytes }
      const put = { Bucket: bucket, Key: key, ContentType: mediaType, ...body }
      await client.send(new PutObjectCommand(put))
    },
    delete: async (keys) => {
      const { client, DeleteObjectCommand } = open()
      for (const key of keys) {
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
      }
    },
    close: async () => {
      opened?.client.destroy()
    },
  }
}

/** Servers other than that of AWS store the trailing checksums of the newer client as part of the content. */
function openClient({ region, endpoint, credentials }: Omit<S3Options, 'bucket'>) {
  const commands = loadS3Client()
  const client: S3Client = new commands.S3Client({
    region,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    // Without these a server that hangs holds its requests for ever.
    requestHandler: { connectionTimeout: connectMsMax, socketTimeout: silentMsMax },
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
  })
  return { ...commands, client }
}
