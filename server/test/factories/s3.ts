import { installApart } from '../../scripts/install-apart.ts'
import { useApart } from './apart.ts'
import { closeAtEnd } from './close-at-end.ts'

/** The part of s3rver that we use: the package has no types. */
type S3rver = new (options: {
  readonly address: string
  readonly port: number
  readonly silent: boolean
  readonly directory: string
  readonly configureBuckets: readonly {
    readonly name: string
    readonly configs: readonly string[]
  }[]
}) => {
  run(): Promise<{ readonly address: string; readonly port: number }>
  close(): Promise<void>
}

export const s3Credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/** A server that speaks S3 and has this bucket, until the end of the test file. Its client is installed too. */
export async function useS3({
  bucket,
  directory,
}: {
  readonly bucket: string
  readonly directory: string
}): Promise<{ readonly port: number; readonly endpoint: string }> {
  await installApart('s3')
  const Server = await useApart<S3rver>('s3rver')
  const configureBuckets = [{ name: bucket, configs: [] }]
  const options = { address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets }
  const server = closeAtEnd(new Server(options))
  const { port } = await server.run()
  return { port, endpoint: `http://127.0.0.1:${port}` }
}
