import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { aDrip, outsideProducts } from './drip.fixture.ts'
import { aSearchService, buyer, type SearchService, useSearchService } from './searches.fixture.ts'
import { numbersIn, productIdsIn, type ReceivedEvent, readStream } from './stream-reader.fixture.ts'

let others: SearchService[] = []
const service = await useSearchService()
for (let at = 0; at < 65; at += 1) {
  await aProduct(service.database, { name: `Copper pipe ${at}`, mpn: `CP-100${at}` })
}

afterAll(async () => {
  await Promise.all(others.map((other) => other.close()))
  others = []
})

describe('a lost search worker', () => {
  it('is replaced by one that continues from its position and repeats nothing', async () => {
    const drip = aDrip()
    const first = await another({ external: drip.source })
    const found = outsideProducts(50)
    const { id } = await first.begin({ q: 'copper', sources: ['catalog', 'external'] })
    first.startWorker()
    drip.give(...found.slice(0, 25))
    const before = await follow(service, id, (received) => productIdsIn(received).length >= 90)

    // It goes without a word: what it holds is due when its lease is over.
    await sql`update search.searches set lease_token = 'lse_lost', available_at = now() - interval '1 second'
      where company_id = ${buyer.companyId} and id = ${id}`.execute(service.database.pool)
    drip.give(...found.slice(20))
    const second = await another({ external: drip.source })
    second.startWorker()
    drip.finish()
    const after = await follow(service, id, undefined, before.at(-1)?.id)
    const all = [...before, ...after]

    expect(drip.asked).toBe(2)
    expect(numbersIn(all)).toEqual(all.map((_, at) => at + 1))
    expect(productIdsIn(all)).toHaveLength(100)
    expect(new Set(productIdsIn(all)).size).toBe(100)
    expect(all.filter(({ event }) => event === 'facets')).toHaveLength(1)
    await first.stopWorker()
    await second.stopWorker()
    expect(await stateOf(id)).toBe('COMPLETED')
  })

  it('leaves unsent quotes to its successor', async () => {
    const { id } = await service.begin({ q: 'copper', limit: 20 })
    const worker = await another()
    worker.startWorker()
    await follow(service, id)
    await worker.stopWorker()
    const { rows } = await sql<{ data: { products: { id: string }[] } }>`
      select data from search.events
      where company_id = ${buyer.companyId} and search_id = ${id} and kind = 'products'
    `.execute(service.database.pool)
    const unquoted = rows[0]?.data.products.map((product) => ({
      productId: product.id,
      quantity: 1,
    }))
    // As it stood between the batch and its quotes.
    await sql`delete from search.events
      where company_id = ${buyer.companyId} and search_id = ${id} and event > 3`.execute(
      service.database.pool,
    )
    const sources = { catalog: { status: 'running', found: 20, begun: true, unquoted } }
    await sql`update search.searches set state = 'RUNNING', ended_at = null, last_event = 3, available_at = now(),
      sources = ${JSON.stringify(sources)}::jsonb
      where company_id = ${buyer.companyId} and id = ${id}`.execute(service.database.pool)
    const next = await another()
    next.startWorker()
    const received = await follow(service, id)
    await next.stopWorker()
    expect(received.map(({ event }) => event)).toEqual([
      'search.started',
      'products',
      'facets',
      'quote',
      'source',
      'search.completed',
    ])
  })

  it('returns its searches at a stop, and another worker continues at once', async () => {
    const drip = aDrip()
    const first = await another({ external: drip.source })
    first.startWorker()
    const { id } = await first.begin({ q: 'copper', limit: 10, sources: ['external'] })
    const [product] = outsideProducts(1)
    drip.give(product as never)
    const before = await follow(first, id, (received) => productIdsIn(received).length === 1)
    await first.stopWorker()
    expect(await stateOf(id)).toBe('RUNNING')
    drip.finish()
    const second = await another({ external: drip.source })
    second.startWorker()
    const after = await follow(second, id, undefined, before.at(-1)?.id)
    expect(after.map(({ event }) => event)).toEqual(['source', 'search.completed'])
    await second.stopWorker()
  })
})

describe('a search ends', () => {
  it('when it is cancelled: its streams end, and its worker writes nothing more', async () => {
    const drip = aDrip()
    const worker = await another({ external: drip.source })
    worker.startWorker()
    const { id } = await worker.begin({ q: 'copper', sources: ['catalog', 'external'] })
    const cancel = () => worker.call(`/api/v1/searches/${id}/cancel`, { method: 'POST' })
    const following = follow(worker, id)
    await follow(worker, id, (received) => received.some(({ event }) => event === 'source'))
    expect((await cancel()).status).toBe(200)
    const received = await following
    expect(received.at(-1)).toMatchObject({
      event: 'search.cancelled',
      data: { state: 'CANCELLED', products: 65 },
    })
    expect(received.at(-2)).toMatchObject({
      event: 'source',
      data: { source: 'external', status: 'cancelled', found: 0 },
    })
    expect((await service.searches.get(buyer, id)).sources).toMatchObject({
      catalog: { status: 'completed' },
      external: { status: 'cancelled' },
    })
    drip.give(...outsideProducts(1))
    drip.finish()
    await worker.stopWorker()
    expect((await service.searches.get(buyer, id)).lastEvent).toBe(received.length)
    // Again, it is cancelled already.
    expect((await cancel()).status).toBe(200)
  })

  it('and cannot be cancelled afterwards', async () => {
    const worker = await another()
    worker.startWorker()
    const { id } = await worker.begin({ q: 'copper', limit: 1 })
    await follow(worker, id)
    const response = await worker.call(`/api/v1/searches/${id}/cancel`, { method: 'POST' })
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ meta: { code: 'catalog.search_over' } })
    await worker.stopWorker()
  })

  it('when its last source is late, with what was found until then', async () => {
    const worker = await another({ external: aDrip(4).source })
    worker.startWorker()
    const { id } = await worker.begin({ q: 'copper', sources: ['catalog', 'external'] })
    const received = await follow(worker, id)
    expect(received.at(-2)?.data).toEqual({ source: 'external', status: 'failed', found: 0 })
    expect(received.at(-1)).toMatchObject({
      event: 'search.completed',
      data: { state: 'COMPLETED', products: 65 },
    })
    expect(await service.searches.get(buyer, id)).toMatchObject({
      state: 'COMPLETED',
      sources: { catalog: { status: 'completed' }, external: { status: 'failed' } },
    })
    await worker.stopWorker()
  })

  it('not before its slowest source', async () => {
    const drip = aDrip(3_600)
    const worker = await another({
      external: drip.source,
      settings: { CATALOG_SEARCH_DEADLINE_SECONDS: 1 },
    })
    const { id } = await worker.begin({ q: 'copper', sources: ['catalog', 'external'] })
    const begun = await service.searches.get(buyer, id)
    expect(begun.deadlineAt.getTime() - begun.createdAt.getTime()).toBe(3_600_000)
    // The catalogue is late by now, and ends alone.
    const later = await another({
      external: drip.source,
      now: () => new Date(Date.now() + 120_000),
    })
    later.startWorker()
    const following = follow(later, id)
    await expect
      .poll(async () => (await service.searches.get(buyer, id)).sources.catalog?.status)
      .toBe('failed')
    expect((await later.searches.reading()).overdue).toBe(0)
    drip.give(...outsideProducts(2))
    drip.finish()
    expect((await following).at(-1)).toMatchObject({
      event: 'search.completed',
      data: { state: 'COMPLETED', products: 2 },
    })
    await later.stopWorker()
  })

  it('as failed when its sources are late and none is complete', async () => {
    const worker = await another({ external: aDrip(1).source })
    const { id } = await worker.begin({ q: 'copper', sources: ['external'] })
    // Nobody carries it out, and whoever looks at the platform sees that.
    const later = await another({ now: () => new Date(Date.now() + 60_000) })
    expect(await later.searches.reading()).toMatchObject({ overdue: 1, running: 1 })
    later.startWorker()
    const received = await follow(later, id)
    expect(received.at(-1)).toMatchObject({
      event: 'search.failed',
      data: { state: 'FAILED', code: 'catalog.search_timed_out', products: 0 },
    })
    expect((await later.searches.reading()).overdue).toBe(0)
    await later.stopWorker()
  })

  it('as completed when a source outside the catalogue fails', async () => {
    const drip = aDrip()
    const worker = await another({ external: drip.source })
    worker.startWorker()
    const { id } = await worker.begin({ q: 'copper', sources: ['catalog', 'external'] })
    drip.fail(new Error('the crawler is away'))
    const received = await follow(worker, id)
    expect(received.map(({ data }) => data)).toContainEqual({
      source: 'external',
      status: 'failed',
      found: 0,
    })
    expect(received.at(-1)?.event).toBe('search.completed')
    await worker.stopWorker()
  })

  it('as failed when what it needs no longer exists', async () => {
    const { id } = await service.begin({ q: 'copper' })
    await sql`update search.searches set request = request || '{"currency":"USD"}'
      where company_id = ${buyer.companyId} and id = ${id}`.execute(service.database.pool)
    const worker = await another()
    worker.startWorker()
    const received = await follow(worker, id)
    expect(received.at(-1)).toMatchObject({
      event: 'search.failed',
      data: { code: 'fx.rate_unavailable' },
    })
    await worker.stopWorker()
  })

  it('as failed after repeated errors', async () => {
    const { id } = await service.begin({ q: 'copper' })
    await sql`update search.searches set attempts = 3,
      request = request || '{"sort":"by nothing there is","after":null,"brand":7}'
      where company_id = ${buyer.companyId} and id = ${id}`.execute(service.database.pool)
    const worker = await another()
    worker.startWorker()
    const received = await follow(worker, id)
    expect(received.at(-1)).toMatchObject({
      event: 'search.failed',
      data: { code: 'catalog.search_failed' },
    })
    await worker.stopWorker()
  })
})

describe('retention of searches', () => {
  it('deletes them a day after their end, with their events, and ends their streams', async () => {
    const drip = aDrip()
    const worker = await another({ external: drip.source })
    worker.startWorker()
    const { id } = await worker.begin({ q: 'copper', limit: 1 })
    const running = await worker.begin({ q: 'copper', sources: ['external'] })
    await follow(worker, id)
    await sql`update search.searches set ended_at = ended_at - interval '25 hours'
      where company_id = ${buyer.companyId} and id = ${id}`.execute(service.database.pool)
    await service.searches.purge()
    expect((await worker.call(`/api/v1/searches/${id}`)).status).toBe(404)
    expect((await worker.call(`/api/v1/searches/${id}/stream`)).status).toBe(404)
    const { rows } = await sql`select from search.events
      where company_id = ${buyer.companyId} and search_id = ${id}`.execute(service.database.pool)
    expect(rows).toHaveLength(0)
    // One that runs is not touched, however old.
    expect((await worker.call(`/api/v1/searches/${running.id}`)).status).toBe(200)
    drip.finish()
    await follow(worker, running.id)
    await worker.stopWorker()
  })
})

it('a company has a limited number of running searches', async () => {
  const begun = await Promise.all(Array.from({ length: 100 }, () => service.begin({})))
  await expect(service.begin({})).rejects.toThrow('catalog.searches_too_many')
  await Promise.all(begun.map(({ id }) => service.searches.cancel(buyer, id)))
  await wait(0)
  await expect(service.begin({})).resolves.toBeDefined()
})

async function follow(
  by: SearchService,
  id: string,
  until?: (received: readonly ReceivedEvent[]) => boolean,
  after?: string,
) {
  const headers = after === undefined ? {} : { 'last-event-id': after }
  return (await readStream(await by.call(`/api/v1/searches/${id}/stream`, { headers }), until))
    .received
}

async function another(options: Parameters<typeof aSearchService>[0] = {}) {
  const other = await aSearchService({ database: service.database, ...options })
  others.push(other)
  return other
}

async function stateOf(id: string) {
  return (await service.searches.get(buyer, id)).state
}
