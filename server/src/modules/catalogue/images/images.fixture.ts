import { useDatabase } from '#harness'
import { findCompany } from '#modules/identity'
import { createMemoryCache } from '#platform/cache'
import { claim, leaseFor } from '#platform/leases'
import { createOutbound } from '#platform/net'
import { createLog, createMetrics } from '#platform/telemetry'
import { createWake } from '#platform/wake'
import { addresses } from '#testing/catalog'
import { closeAtEnd } from '#testing/close-at-end'
import { usePictureHost } from '#testing/hosts/picture-host'
import { useFolder } from '#testing/tools/folder'
import { aPicture } from '#testing/tools/pictures'
import type { ImagesDeps } from './deps.ts'
import { createDiskFiles } from './files/disk-files.ts'
import { createImageMetrics } from './metrics.ts'
import type { WantedBy } from './picture.ts'
import { queueOf, toClaimed } from './picture-store.ts'
import { createProcessor } from './processor.ts'
import type { PictureRow } from './tables.ts'
import { carryPicture } from './work-on-pictures.ts'

/** The service of images with a host of pictures and an image processor, whose answers the test decides. */
export async function useImagesStage() {
  const database = await useDatabase()
  const picture = await aPicture()
  const host = await usePictureHost(picture)
  const processor = await usePictureHost()
  const results = {
    avif: await aPicture({ format: 'avif', width: 8, height: 8 }),
    webp: await aPicture({ format: 'webp', width: 8, height: 8 }),
    jpeg: await aPicture({ width: 8, height: 8 }),
  }
  const clock = { now: new Date('2026-03-02T12:00:00Z') }
  const now = () => clock.now
  const outbound = closeAtEnd(createOutbound({ allowPrivate: true, userAgent: 'purveyor/1' }))
  const metrics = createImageMetrics(createMetrics(), { add: () => undefined })
  const processing = {
    outbound,
    baseUrl: processor.url,
    keys: [{ key: Buffer.alloc(32), salt: Buffer.alloc(32) }],
    metrics,
  } as const
  const deps: ImagesDeps = {
    database,
    now,
    log: createLog({ level: 'silent' }),
    wake: createWake(createMemoryCache(now)),
    outbound,
    files: createDiskFiles(await useFolder()),
    processor: createProcessor({ ...processing, timeoutMs: 10_000 }),
    addresses,
    metrics,
    findCompany,
    limits: { waitMs: 10_000, sourceBytesMax: 1_000_000, fetchTimeoutMs: 10_000, prewarmMax: 3 },
  }
  /** The processor answers with a picture of the format that the path names. */
  const answerWell = () => {
    host.answers(picture)
    processor.answers(({ url = '' }, response) =>
      response.end(results[url.slice(url.lastIndexOf('.') + 1) as keyof typeof results]),
    )
  }
  answerWell()
  return { deps, clock, host, processor, processing, picture, results, answerWell }
}

/** Works once on every picture that is due. Returns how many there were. */
export async function workOnPictures(deps: ImagesDeps, wantedBy: WantedBy): Promise<number> {
  const { database, now } = deps
  const queue = queueOf(wantedBy)
  const lease = leaseFor(queue, now())
  const rows = await claim<PictureRow>(database.pool, queue, lease, now(), 100)
  const { signal } = new AbortController()
  await Promise.all(rows.map((row) => carryPicture(deps, toClaimed(row), lease, signal)))
  return rows.length
}
