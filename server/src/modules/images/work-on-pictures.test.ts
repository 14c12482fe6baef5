import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, hoursMs, minutesMs } from '#kernel/time'
import { findCompany } from '#modules/identity'
import { createMemoryCache } from '#platform/cache'
import { sql } from '#platform/db'
import { createOutbound } from '#platform/net'
import { createLog, createMetrics } from '#platform/telemetry'
import { createWake } from '#platform/wake'
import { addresses, aProduct } from '#testing/catalog'
import { closeAtEnd } from '#testing/close-at-end'
import { useFolder } from '#testing/folder'
import { aCompany } from '#testing/identity'
import { usePictureHost } from '#testing/picture-host'
import { aPicture } from '#testing/pictures'
import type { ImagesDeps } from './deps.ts'
import { createDiskFiles } from './files/disk-files.ts'
import { imagesJobs, PrewarmPictures } from './jobs.ts'
import { createImageMetrics } from './metrics.ts'
import { keysOfVersion, sourceKey } from './picture-names.ts'
import { findPicture, insertWanted } from './picture-store.ts'
import { createProcessor } from './processor.ts'
import { workOnPictures } from './work-on-pictures.ts'

const database = await useDatabase()
const picture = await aPicture()
const host = await usePictureHost(picture)
/** The processor answers with a picture of the format that the path names. */
const processor = await usePictureHost()
const results = {
  avif: await aPicture({ format: 'avif', width: 8, height: 8 }),
  webp: await aPicture({ format: 'webp', width: 8, height: 8 }),
  jpeg: await aPicture({ width: 8, height: 8 }),
}
const files = createDiskFiles(await useFolder())
const clock = { now: new Date('2026-03-02T12:00:00Z') }
const now = () => clock.now
const outbound = closeAtEnd(createOutbound({ allowPrivate: true, userAgent: 'purveyor/1' }))
const metrics = createImageMetrics(createMetrics(), { add: () => undefined })

const deps: ImagesDeps = {
  database,
  now,
  log: createLog({ level: 'silent' }),
  wake: createWake(createMemoryCache(now)),
  outbound,
  files,
  processor: createProcessor({
    outbound,
    baseUrl: processor.url,
    keys: [{ key: Buffer.alloc(32), salt: Buffer.alloc(32) }],
    timeoutMs: 10_000,
    metrics,
  }),
  addresses,
  metrics,
  findCompany,
  limits: { waitMs: 0, sourceBytesMax: 1_000_000, fetchTimeoutMs: 10_000, prewarmMax: 3 },
}

beforeEach(() => {
  host.answers(picture)
  processor.answers(({ url = '' }, response) =>
    response.end(results[url.slice(url.lastIndexOf('.') + 1) as keyof typeof results]),
  )
})

describe('a picture that is wanted', () => {
  it('is fetched and stored, and nothing is converted before somebody asks', async () => {
    const wanted = await aWantedPicture('REQUEST')
    expect(await work('REQUEST')).toBe(1)
    expect(await stateOf(wanted)).toMatchObject({ state: 'READY', failure: undefined })
    expect(await files.read(sourceKey(wanted))).toEqual(picture)
    expect(processor.requests()).toBe(0)
    expect(await work('REQUEST')).toBe(0)
  })

  it('by an import is converted into every preset and format', async () => {
    const wanted = await aWantedPicture('IMPORT')
    expect(await work('REQUEST')).toBe(0)
    expect(await work('IMPORT')).toBe(1)
    expect(processor.requests()).toBe(9)
    for (const key of keysOfVersion(wanted)) expect(await files.read(key)).toBeDefined()
  })

  it('by an import is ready although the processor is away', async () => {
    const wanted = await aWantedPicture('IMPORT')
    processor.answers(503)
    await work('IMPORT')
    expect(processor.requests()).toBe(1)
    expect(await stateOf(wanted)).toMatchObject({ state: 'READY' })
  })

  it('is taken over by a request', async () => {
    const wanted = await aWantedPicture('IMPORT')
    await want(wanted, 'REQUEST')
    expect(await work('IMPORT')).toBe(0)
    expect(await work('REQUEST')).toBe(1)
  })

  it('is tried again later each time while its host fails, and then given up', async () => {
    const wanted = await aWantedPicture('REQUEST')
    host.answers(503)
    for (const pauseMs of [30_000, minutesMs(5), minutesMs(30), hoursMs(2)]) {
      expect(await work('REQUEST')).toBe(1)
      expect(await stateOf(wanted)).toMatchObject({ state: 'WAITING', failure: 'status_503' })
      clock.now = after(clock.now, pauseMs - 1_000)
      expect(await work('REQUEST'), 'too early').toBe(0)
      clock.now = after(clock.now, 1_000)
    }
    expect(await work('REQUEST')).toBe(1)
    expect(await stateOf(wanted)).toMatchObject({ state: 'FAILED', failure: 'status_503' })
    host.answers(picture)
    await want(wanted, 'REQUEST')
    expect(await work('REQUEST'), 'the same day').toBe(0)
    clock.now = after(clock.now, hoursMs(25))
    await want(wanted, 'REQUEST')
    expect(await work('REQUEST')).toBe(1)
    expect(await stateOf(wanted)).toMatchObject({ state: 'READY' })
  })

  it.each([
    [404, 'status_404'],
    [Buffer.from('<svg/>'), 'not_a_picture'],
    [Buffer.alloc(1_000_001), 'too_large'],
  ])('fails at once where another attempt cannot help: %#', async (given, failure) => {
    const wanted = await aWantedPicture('REQUEST')
    host.answers(given)
    await work('REQUEST')
    expect(await stateOf(wanted)).toMatchObject({ state: 'FAILED', failure })
  })

  it('has its row back when the store fails, and is stored at the next attempt', async () => {
    const wanted = await aWantedPicture('REQUEST')
    const broken = {
      ...deps,
      files: { ...files, write: () => Promise.reject(new Error('disk full')) },
    }
    await workOnPictures(broken, 'REQUEST', new AbortController().signal)
    expect(await stateOf(wanted)).toMatchObject({ state: 'FETCHING' })
    await sql`update images.pictures set state = 'WAITING', lease_token = null, lease_until = null
      where company_id = ${wanted.companyId}`.execute(database.pool)
    await work('REQUEST')
    expect(await stateOf(wanted)).toMatchObject({ state: 'READY' })
  })
})

describe('after an import', () => {
  it('so many pictures are queued as are allowed, and no more', async () => {
    const companyId = await aCompany(database, { supplier: true })
    for (let count = 0; count < 5; count += 1) {
      await aProduct(database, {
        supplierCompanyId: companyId,
        imageUrls: [`${host.url}/${count}`],
      })
    }
    const prewarm = imagesJobs(deps).find(({ job }) => job.name === PrewarmPictures.name)
    await prewarm?.run({ companyId }, new AbortController().signal)
    await prewarm?.run({ companyId }, new AbortController().signal)
    const { rows } = await sql`
      select 1 from images.pictures where company_id = ${companyId} and wanted_by = 'IMPORT'
    `.execute(database.pool)
    expect(rows).toHaveLength(3)
    expect(await work('IMPORT')).toBe(3)
  })
})

describe('a replaced version', () => {
  it('keeps its files for an hour', async () => {
    const wanted = await aWantedPicture('REQUEST')
    await work('REQUEST')
    await want({ ...wanted, version: 's2', sourceUrl: `${host.url}/2` }, 'REQUEST')
    await work('REQUEST')
    const clean = imagesJobs(deps).find(({ job }) => job.name.includes('delete_replaced'))
    await clean?.run({}, new AbortController().signal)
    expect(await files.read(sourceKey(wanted))).toBeDefined()
    clock.now = after(clock.now, hoursMs(2))
    await clean?.run({}, new AbortController().signal)
    expect(await files.read(sourceKey(wanted))).toBeUndefined()
    expect(await files.read(sourceKey({ ...wanted, version: 's2' }))).toBeDefined()
  })

  it('that is current again keeps its files', async () => {
    const wanted = await aWantedPicture('REQUEST')
    await want({ ...wanted, version: 's2' }, 'REQUEST')
    await want(wanted, 'REQUEST')
    await work('REQUEST')
    clock.now = after(clock.now, hoursMs(2))
    const clean = imagesJobs(deps).find(({ job }) => job.name.includes('delete_replaced'))
    await clean?.run({}, new AbortController().signal)
    expect(await files.read(sourceKey(wanted))).toBeDefined()
  })
})

type Wanted = Awaited<ReturnType<typeof aWantedPicture>>

let made = 0

async function aWantedPicture(wantedBy: 'REQUEST' | 'IMPORT') {
  made += 1
  const wanted = {
    companyId: await aCompany(database, { supplier: true }),
    productId: `prd_${made}`,
    version: 's1',
    sourceUrl: `${host.url}/${made}.jpg`,
  }
  await want(wanted, wantedBy)
  return wanted
}

async function want(wanted: Wanted, wantedBy: 'REQUEST' | 'IMPORT'): Promise<void> {
  const retryBefore = after(clock.now, -hoursMs(24))
  await database.transaction((tx) =>
    insertWanted(tx, [wanted], { wantedBy, now: now(), retryBefore }),
  )
}

const work = (wantedBy: 'REQUEST' | 'IMPORT') =>
  workOnPictures(deps, wantedBy, new AbortController().signal)

const stateOf = ({ companyId, productId }: Wanted) =>
  findPicture(database.pool, companyId, productId)
