import { isInstalledApart, requireApart } from '#platform/apart'

/** The part of `@aws-sdk/client-s3` that the store uses. `npm run s3:install` installs it. */
export type S3Package = {
  readonly S3Client: new (options: object) => S3Client
  readonly GetObjectCommand: new (input: ObjectName) => Command<{ readonly Body?: ObjectBody }>
  readonly PutObjectCommand: new (
    input: ObjectName & {
      readonly ContentType: string
      readonly ContentLength: number
      readonly Body: Uint8Array | NodeJS.ReadableStream
    },
  ) => Command<unknown>
  readonly DeleteObjectCommand: new (input: ObjectName) => Command<unknown>
}

export type S3Client = {
  send<Answer>(command: Command<Answer>): Promise<Answer>
  destroy(): void
}

type ObjectName = { readonly Bucket: string; readonly Key: string }
type ObjectBody = { transformToByteArray(): Promise<Uint8Array> }
/** `answer` is in the type alone. */
type Command<Answer> = { readonly answer?: Answer }

/** Why a bucket cannot keep pictures here. */
export function s3ClientProblem(): string | undefined {
  if (isInstalledApart('s3')) return undefined
  return 'needs the client of S3, which is not installed: run `npm run s3:install`'
}

export function loadS3Client(): S3Package {
  return requireApart<S3Package>('s3', '@aws-sdk/client-s3')
}
