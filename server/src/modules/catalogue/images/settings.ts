import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { defineSettings, type SettingProblem, type SettingsReading } from '#platform/config'
import { platformSettings } from '#platform/deployment'
import { processorKeysProblem } from '#platform/pictures'
import { s3ClientProblem } from './files/s3-client.ts'

export const imagesSettings = defineSettings(
  'images',
  Type.Object({
    IMAGE_PROC_BASE_URL: Type.Optional(
      Type.String({
        pattern: '^https?://[^/?#]+[^?#]*$',
        example: 'https://images.example.com',
        requiredWhenDeployed: true,
        description:
          'Address of the image processor. A process with the role imaging starts it there if the address is a loopback address.',
      }),
    ),
    IMAGE_PROC_KEY: Type.Optional(
      Type.String({
        secret: true,
        description:
          'Keys that sign requests to the image processor, in hexadecimal, separated by commas. The first signs. Default: derived from DATA_ENCRYPTION_KEYS.',
      }),
    ),
    IMAGE_PROC_SALT: Type.Optional(
      Type.String({
        secret: true,
        description: 'The salts of IMAGE_PROC_KEY, in the same order.',
      }),
    ),
    IMAGE_PROC_TIMEOUT_MS: Type.Integer({
      default: 15_000,
      minimum: 100,
      maximum: 60_000,
      description: 'How long the service waits for the image processor.',
    }),
    IMAGE_SOURCE_BASE_URL: Type.Optional(
      Type.String({
        pattern: '^https?://[^/?#]+[^?#]*$',
        example: 'http://10.0.0.5:3000',
        description:
          'Where the image processor reads pictures from the API. Default: API_BASE_URL, then BASE_URL.',
      }),
    ),
    IMAGE_WAIT_MS: Type.Integer({
      default: 2_000,
      minimum: 0,
      maximum: 30_000,
      description: 'How long a request waits for a picture before it gets the placeholder.',
    }),
    IMAGE_SOURCE_MAX_BYTES: Type.Integer({
      default: 25_000_000,
      minimum: 1_000,
      maximum: 100_000_000,
      description: 'Maximum size of a picture that is uploaded or fetched.',
    }),
    IMAGE_FETCH_TIMEOUT_MS: Type.Integer({
      default: 10_000,
      minimum: 100,
      maximum: 30_000,
      description: 'How long a picture may take to arrive from the address of a supplier.',
    }),
    IMAGE_PREWARM_MAX: Type.Integer({
      default: 500,
      minimum: 0,
      maximum: 100_000,
      description: 'Products whose pictures are fetched and converted after an import.',
    }),
    IMAGE_STORE_DIR: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'Folder that keeps the pictures. The API and the workers need the same. Default: images below PURVEYOR_DATA_DIR.',
      }),
    ),
    IMAGE_S3_BUCKET: Type.Optional(
      Type.String({
        minLength: 3,
        maxLength: 63,
        description:
          'Bucket that keeps the pictures, in place of IMAGE_STORE_DIR. Install its client first: `npm run s3:install`.',
      }),
    ),
    IMAGE_S3_REGION: Type.String({
      default: 'us-east-1',
      description: 'Region of the bucket.',
    }),
    IMAGE_S3_ENDPOINT: Type.Optional(
      Type.String({
        pattern: '^https?://[^/?#]+[^?#]*$',
        example: 'https://s3.example.com',
        description: 'Address of a server that speaks S3. Default: that of AWS.',
      }),
    ),
    IMAGE_S3_ACCESS_KEY_ID: Type.Optional(
      Type.String({
        secret: true,
        description: 'Access key of the bucket. Default: the credentials of the machine.',
      }),
    ),
    IMAGE_S3_SECRET_ACCESS_KEY: Type.Optional(
      Type.String({ secret: true, description: 'Secret of IMAGE_S3_ACCESS_KEY_ID.' }),
    ),
  }),
  (values) => {
    const problems: SettingProblem[] = []
    const problem = processorKeysProblem(values.IMAGE_PROC_KEY, values.IMAGE_PROC_SALT)
    if (problem) problems.push({ name: 'IMAGE_PROC_KEY', problem })
    const { IMAGE_S3_ACCESS_KEY_ID: id, IMAGE_S3_SECRET_ACCESS_KEY: secret } = values
    if ((id === undefined) !== (secret === undefined)) {
      problems.push({
        name: 'IMAGE_S3_ACCESS_KEY_ID',
        problem: 'needs IMAGE_S3_SECRET_ACCESS_KEY, and the other way round',
      })
    }
    const clientProblem = values.IMAGE_S3_BUCKET === undefined ? undefined : s3ClientProblem()
    if (clientProblem) problems.push({ name: 'IMAGE_S3_BUCKET', problem: clientProblem })
    return problems
  },
)

export type ImagesSettings = Static<(typeof imagesSettings)['schema']>

/** The folder that keeps the pictures. Undefined if a bucket keeps them. */
export function storeFolderOf(settings: SettingsReading): string | undefined {
  const { IMAGE_S3_BUCKET: bucket, IMAGE_STORE_DIR: folder } = settings.of(imagesSettings)
  if (bucket !== undefined) return undefined
  return folder ?? join(settings.of(platformSettings).PURVEYOR_DATA_DIR, 'images')
}
