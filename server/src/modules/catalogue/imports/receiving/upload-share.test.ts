import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { newId } from '#kernel/id'
import { after, secondsMs } from '#kernel/time'
import { sql } from '#platform/db'
import { aCompany } from '#testing/identity'
import { useImportService } from '#testing/imports'
import { insertChunk, insertUpload } from './upload-store.ts'

const jsonl = 'application/jsonl'
const shareBytes = 2_000_000
const share = { uploadsMax: 2, storedBytesMax: shareBytes }
let time = new Date('2026-01-02T03:04:05Z')
const database = await useDatabase()
const service = await useImportService(database, {
  now: () => time,
  settings: {
    CATALOG_IMPORT_SUPPLIER_UPLOADS_MAX: String(share.uploadsMax),
    CATALOG_IMPORT_SUPPLIER_STORED_MAX_BYTES: String(shareBytes),
  },
})

beforeEach(async () => {
  await sql`delete from imports.imports where company_id = ${service.supplierId}`.execute(
    database.pool,
  )
})

describe('the upload share of a supplier', () => {
  it('limits open uploads; an aborted upload makes room, and other suppliers are unaffected', async () => {
    const [first, second] = [anOpenUpload(), anOpenUpload()]
    await expect.poll(openCount).toBe(2)
    const third = await upload()
    expect([third.status, third.body.meta.code]).toEqual([429, 'catalog.import_uploads_too_many'])
    expect(third.headers.get('retry-after')).toBe('60')

    const other = await aCompany(database, { supplier: true })
    const theirs = await service.send('operator', 'POST', `/imports?supplierId=${other}`, {
      body: line('THEIRS'),
      type: jsonl,
    })
    expect(theirs.status).toBe(202)

    first.abort()
    await expect.poll(openCount).toBe(1)
    expect((await upload()).status).toBe(202)
    second.abort()
    await expect.poll(openCount).toBe(0)
    const refused = 'catalog_import_uploads_refused_total{code="catalog.import_uploads_too_many"} 1'
    expect(await service.metrics.text()).toContain(refused)
  })

  it('limits bytes while they stream in; nothing of a refused file stays', async () => {
    const large = anOpenUpload()
    large.more(1_500_000)
    const bytes = async () => {
      const { rows } = await sql<{ bytes: number }>`
        select coalesce(sum(length(bytes)), 0)::integer as bytes from imports.chunks
        where company_id = ${service.supplierId}
      `.execute(database.pool)
      return rows[0]?.bytes
    }
    await expect.poll(bytes).toBeGreaterThan(1_000_000)
    expect((await admission(1_000_000)).outcome).toBe('SHARE_FULL')
    large.more(1_500_000)
    large.end()
    const answer = await large.answer
    if (answer) expect(answer.body.meta.code).toBe('catalog.import_share_full')
    await expect.poll(bytes).toBe(0)
    expect((await upload()).status).toBe(202)
  })

  it('cannot be evaded by cancelling an import during its upload', async () => {
    const sent = anOpenUpload()
    await expect.poll(openCount).toBe(1)
    const id = (await uploads())[0]?.id
    expect((await service.send('admin', 'POST', `/imports/${id}/cancel`)).status).toBe(200)
    sent.more(1_500_000)
    sent.end()
    const answer = await sent.answer
    if (answer) expect(answer.body.meta.code).toBe('catalog.import_upload_cancelled')
    expect(await uploads()).toMatchObject([{ id, state: 'CANCELLED' }])
    const { rows } = await sql`
      select 1 from imports.chunks where company_id = ${service.supplierId} and import_id = ${id}
    `.execute(database.pool)
    expect(rows).toEqual([])
  })

  it('is returned by a lost process when its upload falls silent', async () => {
    const lost = await anUpload()
    await anUpload()
    expect((await admission()).outcome).toBe('TOO_MANY')
    time = after(time, secondsMs(91))
    expect((await admission()).outcome).toBe('ADMITTED')
    expect(await uploads()).toContainEqual({
      id: lost.id,
      state: 'FAILED',
      failure_code: 'catalog.upload_broken',
    })
  })
})

describe('simultaneous uploads', () => {
  it('open at most the number of the share', async () => {
    const admitted = await Promise.all(Array.from({ length: 12 }, () => admission()))
    expect(admitted.filter(({ outcome }) => outcome === 'ADMITTED')).toHaveLength(2)
    expect(await openCount()).toBe(2)
  })

  it('store at most the bytes of the share', async () => {
    const keys = [await anUpload(), await anUpload()]
    const bytes = Buffer.alloc(300_000, 0x20)
    const stored = await Promise.all(
      Array.from({ length: 12 }, (_, place) =>
        database.transaction((tx) =>
          insertChunk(
            tx,
            keys[place % 2] as (typeof keys)[number],
            { place, bytes, aliveUntil: after(time, secondsMs(90)) },
            shareBytes,
          ),
        ),
      ),
    )
    expect(stored.filter((one) => one === 'STORED')).toHaveLength(6)
    expect(stored.filter((one) => one === 'SHARE_FULL')).toHaveLength(6)
    const { rows } = await sql<{ bytes: number }>`
      select sum(length(bytes))::integer as bytes from imports.chunks where company_id = ${service.supplierId}
    `.execute(database.pool)
    expect(rows).toEqual([{ bytes: 1_800_000 }])
  })
})

function line(sku: string) {
  return JSON.stringify({ sku, name: 'Bolt', price: '1', currency: 'EUR' })
}

/** An upload that has begun and goes on when the test says so. */
function anOpenUpload(who: 'admin' | 'operator' = 'admin', query = '') {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      stream = controller
      controller.enqueue(new TextEncoder().encode(`${line('OPEN')}\n`))
    },
  })
  const answer = service
    .send(who, 'POST', `/imports${query}`, {
      body,
      type: jsonl,
      headers: { 'idempotency-key': newId('req', new Date()) },
    })
    .catch(() => undefined)
  return {
    answer,
    more: (bytes: number) => stream?.enqueue(new Uint8Array(bytes).fill(0x20)),
    end: () => stream?.close(),
    abort: () => stream?.error(new Error('the client has gone')),
  }
}

async function uploads(companyId: string = service.supplierId) {
  const { rows } = await sql<{ id: string; state: string; failure_code: string | null }>`
    select id, state, failure_code from imports.imports where company_id = ${companyId} order by id
  `.execute(database.pool)
  return rows
}

async function openCount() {
  return (await uploads()).filter(({ state }) => state === 'RECEIVING').length
}

function upload() {
  return service.send('admin', 'POST', '/imports', { body: line('A'), type: jsonl })
}

/** `bytesExpected`: as the client has declared. */
async function admission(bytesExpected = 0) {
  const key = { companyId: service.supplierId, id: newId('imp', time) }
  const outcome = await database.transaction((tx) =>
    insertUpload(
      tx,
      {
        ...key,
        options: { replace: false, discontinueMaxPercent: 50 },
        startedBy: 'usr_1',
        bytesExpected,
        aliveUntil: after(time, secondsMs(90)),
        now: time,
      },
      share,
    ),
  )
  return { ...key, outcome }
}

async function anUpload() {
  const { outcome, ...key } = await admission()
  expect(outcome).toBe('ADMITTED')
  return key
}
