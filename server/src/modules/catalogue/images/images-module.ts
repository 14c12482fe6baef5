import type { Identity } from '#modules/identity'
import type { Incidents } from '#modules/incidents'
import type { Products } from '#modules/products'
import type { SettingsReading } from '#platform/config'
import { defineModule, type Runtime } from '#platform/module'
import { processorKeysFrom } from '#platform/pictures'
import type { ImagesDeps } from './deps.ts'
import { createDiskFiles } from './files/disk-files.ts'
import type { PictureFiles } from './files/picture-files.ts'
import { createS3Files } from './files/s3-files.ts'
import { readImageHealth } from './image-health.ts'
import { imagesProbe } from './images-probe.ts'
import { imagesSchedules } from './jobs.ts'
import { createImageMetrics } from './metrics.ts'
import { picturesQueue } from './picture-store.ts'
import { createProcessor } from './processor.ts'
import { imagesRoutes } from './routes.ts'
import { createImages } from './service.ts'
import { imagesSettings, storeFolderOf } from './settings.ts'
import type { SignedAddresses } from './signed-addresses.ts'
import { watchFailureRate } from './watch-failure-rate.ts'

type Needs = Runtime & {
  readonly identity: Identity
  readonly incidents: Incidents
  readonly products: Products
  readonly imageAddresses: SignedAddresses
}

/** The pictures of products: fetched or uploaded, converted by the image processor, and served. */
export const imagesModule = defineModule({
  name: 'images',
  tags: { Images: 'Pictures of products.' },
  schedules: imagesSchedules,
  make: (needs: Needs) => {
    const { database, now, log, tallies, incidents, products, settings } = needs
    const hasProcessor = settings.of(imagesSettings).IMAGE_PROC_BASE_URL !== undefined
    const deps = depsFrom(needs)
    const images = createImages(deps, products)
    const readHealth = () => readImageHealth({ database, tallies, now, hasProcessor })
    return {
      services: { images, storedFiles: deps.files },
      routes: [imagesRoutes(images)],
      jobs: images.jobs,
      startWorkers: () => [
        ...images.startWorkers(),
        watchFailureRate({ database, incidents, readHealth, now, log }),
      ],
      sweepings: [{ queue: picturesQueue }],
      poisonQueues: [{ queue: picturesQueue, resets: ['failure'] }],
      probes: () => [imagesProbe(readHealth, now)],
      close: deps.files.close,
    }
  },
})

function depsFrom(needs: Needs): ImagesDeps {
  const { settings, sealKeys, identity, imageAddresses, outbound } = needs
  const values = settings.of(imagesSettings)
  const metrics = createImageMetrics(needs.metrics, needs.tallies)
  return {
    database: needs.database,
    now: needs.now,
    log: needs.log,
    wake: needs.wake,
    outbound,
    files: filesFrom(settings),
    processor: createProcessor({
      outbound,
      baseUrl: values.IMAGE_PROC_BASE_URL,
      keys: processorKeysFrom({
        key: values.IMAGE_PROC_KEY,
        salt: values.IMAGE_PROC_SALT,
        secrets: sealKeys.map(({ key }) => key),
      }),
      timeoutMs: values.IMAGE_PROC_TIMEOUT_MS,
      metrics,
    }),
    addresses: imageAddresses,
    metrics,
    findCompany: identity.findCompany,
    limits: {
      waitMs: values.IMAGE_WAIT_MS,
      sourceBytesMax: values.IMAGE_SOURCE_MAX_BYTES,
      fetchTimeoutMs: values.IMAGE_FETCH_TIMEOUT_MS,
      prewarmMax: values.IMAGE_PREWARM_MAX,
    },
  }
}

function filesFrom(settings: SettingsReading): PictureFiles {
  const folder = storeFolderOf(settings)
  if (folder !== undefined) return createDiskFiles(folder)
  const values = settings.of(imagesSettings)
  const { IMAGE_S3_ACCESS_KEY_ID: accessKeyId, IMAGE_S3_SECRET_ACCESS_KEY: secretAccessKey } =
    values
  const credentials =
    accessKeyId !== undefined && secretAccessKey !== undefined
      ? { accessKeyId, secretAccessKey }
      : undefined
  return createS3Files({
    bucket: values.IMAGE_S3_BUCKET ?? '',
    region: values.IMAGE_S3_REGION,
    endpoint: values.IMAGE_S3_ENDPOINT,
    credentials,
  })
}
