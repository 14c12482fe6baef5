import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { sql } from '#platform/db'
import { createLog } from '#platform/telemetry'
import { aProduct } from '#testing/catalog'
import { aCompany } from '#testing/identity'
import { useImportService } from '#testing/imports'
import { purgeImports } from '../purge-imports.ts'

const silent = createLog({ level: 'silent' })
let time = new Date('2026-01-02T03:04:05Z')
const database = await useDatabase()
const service = await useImportService(database, {
  now: () => time,
  settings: { CATALOG_IMPORT_MAX_BYTES: '300000', CATALOG_IMPORT_UNPACKED_MAX_BYTES: '400000' },
})
const jsonl = 'application/jsonl'

describe('importing', () => {
  it.each([
    ['buyer', '', 403, 'identity.access_denied'],
    ['outsider', '', 403, 'catalog.supplier_required'],
    ['operator', '', 422, 'catalog.supplier_unknown'],
    ['operator', '?supplierId=co_00000000000000000000000999', 422, 'catalog.supplier_unknown'],
  ] as const)('%s %s: %i %s', async (who, query, status, code) => {
    const answer = await service.send(who, 'POST', `/imports${query}`, {
      body: line('X'),
      type: jsonl,
    })
    expect([answer.status, answer.body.meta.code]).toEqual([status, code])
  })

  it('is limited to a supplier’s own products; an operator may import for any supplier', async () => {
    const other = await aCompany(database, { supplier: true })
    await aProduct(database, { sku: 'THEIRS', supplierCompanyId: other, name: 'Theirs' })
    const foreign = await service.send('admin', 'POST', `/imports?supplierId=${other}`, {
      body: line('THEIRS'),
      type: jsonl,
    })
    expect(foreign.body.meta.code).toBe('catalog.supplier_unknown')

    await service.carryOut(line('THEIRS', { name: 'Ours' }), { query: '?replace=true' })
    const started = await service.send('operator', 'POST', `/imports?supplierId=${other}`, {
      body: line('THEIRS-2'),
      type: jsonl,
    })
    await service.imports.work(silent)
    const { rows } = await sql<{ name: string; state: string }>`
      select name, state from products.products where supplier_company_id = ${other} order by sku
    `.execute(database.pool)
    expect(rows).toEqual([
      { name: 'Theirs', state: 'ACTIVE' },
      { name: 'Bolt THEIRS-2', state: 'ACTIVE' },
    ])
    const { id } = started.body.data
    expect((await service.send('admin', 'GET', `/imports/${id}`)).status).toBe(404)
    expect((await service.send('admin', 'GET', `/imports/${id}/errors`)).status).toBe(404)
    expect((await service.send('admin', 'POST', `/imports/${id}/cancel`)).status).toBe(404)
    expect((await service.send('operator', 'GET', `/imports/${id}`)).status).toBe(200)
    const own = await service.send('admin', 'GET', '/imports')
    expect(
      own.body.data.every((one: { supplierId: string }) => one.supplierId === service.supplierId),
    ).toBe(true)
  })
})

describe('an upload', () => {
  it.each([
    ['nothing', '', jsonl, '', 400, 'catalog.import_file_empty'],
    ['too much', 'x'.repeat(300_001), jsonl, '', 413, 'catalog.import_file_too_large'],
    [
      'too much to be shown',
      'x'.repeat(300_001),
      jsonl,
      '?mode=preview',
      413,
      'catalog.import_file_too_large',
    ],
    [
      'what is no catalogue',
      '%PDF-1.7 of nothing',
      'application/pdf',
      '',
      415,
      'catalog.import_format_unknown',
    ],
    ['an unknown currency', line('A'), jsonl, '?currency=XXE', 400, 'catalog.currency_unknown'],
    ['an unknown language', line('A'), jsonl, '?language=xx', 400, 'catalog.language_unknown'],
    ['an unknown parameter', line('A'), jsonl, '?surprise=1', 400, 'platform.request_invalid'],
  ])('of %s is refused', async (_what, body, type, query, status, code) => {
    const answer = await service.send('admin', 'POST', `/imports${query}`, { body, type })
    expect([answer.status, answer.body.meta.code]).toEqual([status, code])
  })

  it('names its compression, gzip only', async () => {
    const send = (encoding: string, body: string | Uint8Array) =>
      service.send('admin', 'POST', '/imports?mode=preview', {
        body: body as string,
        type: jsonl,
        headers: { 'content-encoding': encoding },
      })
    const packed = await send('gzip', gzipSync(line('PACKED')))
    expect(packed.body.data).toMatchObject({ format: 'jsonl' })
    expect(packed.body.data.records).toHaveLength(1)
    const other = await send('br', line('A'))
    expect([other.status, other.body.meta.code]).toEqual([
      415,
      'catalog.import_encoding_unsupported',
    ])
  })

  it('beyond the limit without a length is stopped and leaves nothing', async () => {
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(line('A').repeat(100))),
    })
    const outcome = await service
      .send('admin', 'POST', '/imports', { body: endless, type: jsonl })
      .then(({ status }) => status)
      .catch(() => 'cut off')
    expect([413, 'cut off']).toContain(outcome)
    const left = async () => {
      const { rows } = await sql<{ code: string; chunks: number }>`
        select failure_code as code, (select count(*) from imports.chunks c
          where c.company_id = i.company_id and c.import_id = i.id) as chunks
        from imports.imports i
        where company_id = ${service.supplierId} and state = 'FAILED' and bytes_received > 0
      `.execute(database.pool)
      return rows
    }
    await expect.poll(left).toEqual([{ code: 'catalog.upload_broken', chunks: 0 }])
  })

  it('with a key is one request: the same file gets the same answer, another file is refused', async () => {
    const send = (body: string) =>
      service.send('admin', 'POST', '/imports', {
        body,
        type: jsonl,
        headers: { 'idempotency-key': 'files-1' },
      })
    const first = await send(line('K-1'))
    const again = await send(line('K-1'))
    const other = await send(line('K-2'))

    expect(again.body.data.id).toBe(first.body.data.id)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect([other.status, other.body.meta.code]).toEqual([422, 'platform.idempotency_key_reused'])
    await service.imports.work(silent)
    expect(await service.imports.work(silent), 'there was one import').toBe(0)
  })

  it('waits for the previous import, which can be cancelled', async () => {
    const first = await service.send('admin', 'POST', '/imports', {
      body: line('C-1'),
      type: jsonl,
    })
    const second = await service.send('admin', 'POST', '/imports', {
      body: line('C-2'),
      type: jsonl,
    })
    expect(second.body.meta).toMatchObject({
      code: 'catalog.import_under_way',
      details: { importId: first.body.data.id },
    })
    const path = `/imports/${first.body.data.id}/cancel`
    expect((await service.send('admin', 'POST', path)).body.data.state).toBe('CANCELLED')
    expect((await service.send('admin', 'POST', path)).status, 'and again').toBe(200)
    expect(await chunksOf(first.body.data.id)).toMatchObject({ chunks: 0 })
    expect(await service.imports.work(silent)).toBe(0)
    const done = await service.carryOut(line('C-2'))
    const late = await service.send('admin', 'POST', `/imports/${done.body.data.id}/cancel`)
    expect([late.status, late.body.meta.code]).toEqual([409, 'catalog.import_ended'])
  })

  it.each([
    ['unpacks beyond the limit', gzipSync(Buffer.alloc(500_000, 0x20)), 'catalog.file_too_large'],
    [
      'breaks off in its archive',
      gzipSync(line('Z-1').repeat(50)).subarray(0, 60),
      'catalog.archive_broken',
    ],
    [
      'is a zip archive',
      Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100)]),
      'catalog.archive_unsupported',
    ],
  ])('that %s fails', async (_what, body, code) => {
    const done = await service.carryOut(body)
    expect(done.body.data).toMatchObject({ state: 'FAILED', failure: { code } })
  })

  it('with too many broken lines is given up early', async () => {
    const file = Array.from({ length: 3_000 }, (_, at) =>
      at % 3 === 0 ? line(`T-${at}`) : 'broken\n',
    ).join('')
    const done = await service.carryOut(file)
    expect(done.body.data).toMatchObject({
      state: 'FAILED',
      failure: { code: 'catalog.import_too_many_errors' },
      records: { done: 500 },
    })
  })
})

describe('an import that replaces the catalogue', () => {
  const sale = (count: number) => Array.from({ length: count }, (_, at) => line(`R-${at}`)).join('')

  it('discontinues missing products, up to the allowed share', async () => {
    await sql`update products.products set state = 'DISCONTINUED' where supplier_company_id = ${service.supplierId}`.execute(
      database.pool,
    )
    await service.carryOut(sale(10))
    const less = await service.carryOut(sale(7), { query: '?replace=true' })
    expect(less.body.data).toMatchObject({
      state: 'COMPLETED',
      records: { unchanged: 7, discontinued: 3 },
    })
    expect(await statesOf()).toMatchObject({
      'R-6': 'ACTIVE',
      'R-7': 'DISCONTINUED',
      'R-9': 'DISCONTINUED',
    })

    const wrong = await service.carryOut(sale(2), { query: '?replace=true' })
    expect(wrong.body.data).toMatchObject({
      state: 'COMPLETED_WITH_ERRORS',
      records: { discontinued: 0 },
    })
    const errors = await service.send('admin', 'GET', `/imports/${wrong.body.data.id}/errors`)
    expect(errors.body.data).toMatchObject([{ line: 0, code: 'discontinue_too_many' }])

    const unreadable = await service.carryOut(`${sale(6)}{"sku":\n`, { query: '?replace=true' })
    expect(unreadable.body.data.records).toMatchObject({ discontinued: 0, failed: 1 })

    const meant = await service.carryOut(sale(2), {
      query: '?replace=true&discontinueMaxPercent=100',
    })
    expect(meant.body.data.records).toMatchObject({ discontinued: 5 })
    const back = await service.carryOut(sale(3))
    expect(back.body.data.records).toMatchObject({ updated: 1, unchanged: 2 })
    expect(await statesOf()).toMatchObject({ 'R-2': 'ACTIVE', 'R-3': 'DISCONTINUED' })
  })
})

describe('retention', () => {
  it('deletes a file at its end and an import after its retention time', async () => {
    const { id } = (await service.carryOut(line('P-1'))).body.data
    expect(await chunksOf(id)).toEqual({ chunks: 0, skus: 1 })
    await purgeImports({ database, now: () => time, keepDays: 30 })
    expect(await chunksOf(id)).toEqual({ chunks: 0, skus: 0 })
    expect((await service.send('admin', 'GET', `/imports/${id}`)).status).toBe(200)

    time = new Date('2026-02-02T03:04:06Z')
    await purgeImports({ database, now: () => time, keepDays: 30 })
    expect((await service.send('admin', 'GET', `/imports/${id}`)).status).toBe(404)
  })
})

function line(sku: string, more: object = {}) {
  return `${JSON.stringify({ sku, name: `Bolt ${sku}`, price: '1', currency: 'EUR', ...more })}\n`
}

async function chunksOf(id: string) {
  const { rows } = await sql<{ chunks: number; skus: number }>`
    select (select count(*) from imports.chunks where company_id = ${service.supplierId} and import_id = ${id}) as chunks,
      (select count(*) from imports.skus where company_id = ${service.supplierId} and import_id = ${id}) as skus
  `.execute(database.pool)
  return rows[0]
}

async function statesOf() {
  const { rows } = await sql<{ sku: string; state: string }>`
    select sku, state from products.products where supplier_company_id = ${service.supplierId} order by sku
  `.execute(database.pool)
  return Object.fromEntries(rows.map(({ sku, state }) => [sku, state]))
}
