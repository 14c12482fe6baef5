import { beforeEach, describe, expect, it, vi } from 'vitest'
import { after, hoursMs, minutesMs } from '#kernel/time'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { usePictureHost } from '#testing/hosts/picture-host'
import { aCompany } from '#testing/identity'
import { useImagesStage, workOnPictures } from './images.fixture.ts'
import { imagesJobs, PrewarmPictures } from './jobs.ts'
import { keysOfVersion, sourceKey } from './picture-names.ts'
import { findPicture, insertWanted } from './picture-store.ts'
import { picturesWorker } from './work-on-pictures.ts'

const { deps, clock, host, processor, picture, answerWell } = await useImagesStage()
const { database, files, now } = deps

beforeEach(answerWell)

describe('a requested picture', () => {
  it('is fetched and stored, and converted on request only', async () => {
    const wanted = await aWantedPicture('REQUEST')
    expect(await work('REQUEST')).toBe(1)
    expect(await stateOf(wanted)).toMatchObject({ state: 'READY', failure: undefined })
    expect(await files.read(sourceKey(wanted))).toEqual(picture)
    expect(processor.requests()).toBe(0)
    expect(await work('REQUEST')).toBe(0)
  })

  it('of an import is converted into every preset and format', async () => {
    const wanted = await aWantedPicture('IMPORT')
    expect(await work('REQUEST')).toBe(0)
    expect(await work('IMPORT')).toBe(1)
    expect(processor.requests()).toBe(9)
    for (const key of keysOfVersion(wanted)) expect(await files.read(key)).toBeDefined()
  })

  it('of an import is stored while the processor is away', async () => {
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

  it('is retried later each time while its host fails, and then given up', async () => {
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

  it('releases its row when the store fails, and is stored at the next attempt', async () => {
    const wanted = await aWantedPicture('REQUEST')
    const broken = {
      ...deps,
      files: { ...files, write: () => Promise.reject(new Error('disk full')) },
    }
    await workOnPictures(broken, 'REQUEST')
    expect(await stateOf(wanted)).toMatchObject({ state: 'FETCHING' })
    await sql`update images.pictures set state = 'WAITING', lease_token = null, lease_until = null
      where company_id = ${wanted.companyId}`.execute(database.pool)
    await work('REQUEST')
    expect(await stateOf(wanted)).toMatchObject({ state: 'READY' })
  })
})

describe('a host that does not answer', () => {
  it.each([
    { of: 'one supplier', suppliers: 1, hosts: 1 },
    { of: 'many suppliers on one host', suppliers: 6, hosts: 1 },
    { of: 'many suppliers on hosts of their own', suppliers: 6, hosts: 6 },
  ])(
    'holds up no picture of another supplier: $of',
    async ({ suppliers, hosts }) => {
      const slow = await Promise.all(Array.from({ length: hosts }, aSilentHost))
      for (let count = 0; count < suppliers; count += 1) {
        await manyWantedPictures(8, `${slow[count % hosts]?.url}/slow.jpg`)
      }
      clock.now = after(clock.now, 1_000)
      const quickOnes = await manyWantedPictures(8, `${host.url}/quick.jpg`)
      const worker = picturesWorker(deps, 'REQUEST')
      try {
        await vi.waitFor(async () => {
          for (const quick of quickOnes)
            expect(await stateOf(quick)).toMatchObject({ state: 'READY' })
        }, 60_000)
        for (const { requests, ended } of slow) {
          expect(requests(), 'it was asked').toBeGreaterThan(0)
          expect(ended(), 'nobody waited for an end of it').toBe(0)
        }
      } finally {
        await worker.stop()
        await sql`/* across companies: a clean queue */ delete from images.pictures`.execute(
          database.pool,
        )
      }
    },
    90_000,
  )
})

/** A host that never answers. `ended`: how many requests the worker has given up. */
async function aSilentHost() {
  let ended = 0
  const { url, requests } = await usePictureHost((_request, response) => {
    response.once('close', () => {
      ended += 1
    })
  })
  return { url, requests, ended: () => ended }
}

describe('after an import', () => {
  it('at most the allowed number of pictures is queued', async () => {
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

  it('keeps its files when it is current again', async () => {
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

async function manyWantedPictures(count: number, sourceUrl: string): Promise<Wanted[]> {
  const companyId = await aCompany(database, { supplier: true })
  const many = Array.from({ length: count }, () => {
    made += 1
    return { companyId, productId: `prd_${made}`, version: 's1', sourceUrl }
  })
  for (const wanted of many) await want(wanted, 'REQUEST')
  return many
}

async function want(wanted: Wanted, wantedBy: 'REQUEST' | 'IMPORT'): Promise<void> {
  const retryBefore = after(clock.now, -hoursMs(24))
  await database.transaction((tx) =>
    insertWanted(tx, [wanted], { wantedBy, now: now(), retryBefore }),
  )
}

const work = (wantedBy: 'REQUEST' | 'IMPORT') => workOnPictures(deps, wantedBy)

const stateOf = ({ companyId, productId }: Wanted) =>
  findPicture(database.pool, companyId, productId)
