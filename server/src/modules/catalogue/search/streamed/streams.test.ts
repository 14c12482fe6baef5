import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createMemoryCache } from '#platform/cache'
import { fc } from '#testing/tools/fc'
import { aDrip, outsideProducts } from './drip.fixture.ts'
import { aSearchService, type SearchService, useSearchService } from './searches.fixture.ts'
import { numbersIn, productIdsIn, type ReceivedEvent, readStream } from './stream-reader.fixture.ts'

const closing: (() => Promise<void>)[] = []
const service = await useSearchService()

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

describe('a client with a bad connection', () => {
  it('misses no event and gets none twice', async () => {
    const drip = aDrip()
    const worker = await another({ external: drip.source })
    worker.startWorker()
    const found = outsideProducts(40)
    const { id } = await worker.begin({ sources: ['external'], limit: 1_000 })
    let connections = 0
    const cutting = fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 8, maxLength: 12 }),
        async (cuts) => {
          const followed = await followWithCuts(worker, id, cuts)
          connections += followed.connections
          expect(numbersIn(followed.all)).toEqual(followed.all.map((_, at) => at + 1))
          expect(productIdsIn(followed.all)).toEqual(found.map((product) => product.id))
          expect(followed.all.at(-1)?.event).toBe('search.completed')
        },
      ),
      { numRuns: 25 },
    )
    const dripping = (async () => {
      for (const product of found) {
        drip.give(product)
        await wait(4)
      }
      drip.finish()
    })()
    await Promise.all([cutting, dripping])
    expect(connections).toBeGreaterThan(200)
  }, 180_000)

  it('shares the search with other clients, each at its own position', async () => {
    const drip = aDrip()
    const worker = await another({ external: drip.source })
    worker.startWorker()
    const { id } = await worker.begin({ sources: ['external'] })
    const following = Array.from({ length: 30 }, async (_unused, at) => {
      await wait(at % 5)
      return readStream(await stream(worker, id))
    })
    for (const product of outsideProducts(12)) {
      drip.give(product)
      await wait(1)
    }
    drip.finish()
    const [first, ...rest] = await Promise.all(following)
    expect(first?.received).toHaveLength(15)
    for (const { received } of rest) expect(received).toEqual(first?.received)
  })
})

describe('a client that does not read', () => {
  it('is disconnected, delays nobody, and continues from its position on return', async () => {
    const drip = aDrip()
    const worker = await another({ external: drip.source, stallMs: 2_000 })
    worker.startWorker()
    const { id } = await worker.begin({ sources: ['external'], limit: 1_000 })
    const { hostname, port } = new URL(worker.baseUrl)
    const socket = connect(Number(port), hostname)
    socket.pause()
    socket.write(
      `GET /api/v1/searches/${id}/stream HTTP/1.1\r\nhost: x\r\nx-api-key: buyer\r\n\r\n`,
    )
    await once(socket, 'connect')
    const quick = stream(worker, id).then((response) => readStream(response))
    const large = 'x'.repeat(60_000)
    for (const product of outsideProducts(400)) {
      drip.give({ ...product, description: large })
    }
    const cut = async () => {
      while (!(await worker.metrics.text()).includes('catalog_streams_total{end="slow_reader"} 1'))
        await wait(20)
    }
    await cut()
    drip.finish()
    expect(productIdsIn((await quick).received)).toHaveLength(400)
    socket.resume()
    const fetched: Buffer[] = []
    socket.on('data', (part: Buffer) => fetched.push(part))
    await once(socket, 'close').catch(() => undefined)
    const whole = Buffer.concat(fetched).toString()
    // The last that arrived whole.
    const ids = whole
      .split('\n\n')
      .slice(0, -1)
      .flatMap((text) => /^id: (\S+)/m.exec(text)?.[1] ?? [])
    const last = Number(ids.at(-1)?.split('/')[1])
    expect(last).toBeGreaterThan(0)
    expect(last).toBeLessThan(400)
    const { received } = await readStream(await stream(worker, id, ids.at(-1)))
    expect(numbersIn(received)[0]).toBe(last + 1)
    expect(received.at(-1)?.event).toBe('search.completed')
  }, 180_000)
})

describe('the number of streams', () => {
  it('is limited per credential and per process, with a refusal before the first byte', async () => {
    const small = await another({
      settings: { CATALOG_STREAMS_PER_CREDENTIAL: 2, CATALOG_STREAMS_MAX: 3 },
    })
    const { id } = await small.begin({})
    const going = new AbortController()
    const open = (signal = going.signal) => small.call(`/api/v1/searches/${id}/stream`, { signal })
    await open()
    const leaving = new AbortController()
    await open(leaving.signal)
    const third = await open()
    expect(third.status).toBe(429)
    expect(third.headers.get('retry-after')).toBe('5')
    expect(await third.json()).toMatchObject({ meta: { code: 'catalog.streams_too_many' } })
    // A GET that would have begun a search has not.
    const before = await small.searches.reading()
    expect((await small.call('/api/v1/products/stream')).status).toBe(429)
    const tickets = await small.call('/api/v1/products/stream/tickets', { method: 'POST' })
    const { data } = (await tickets.json()) as { data: { url: string } }
    expect((await fetch(small.baseUrl + data.url)).status).toBe(429)
    expect((await small.searches.reading()).running).toBe(before.running)

    const foreign = await small.call(
      '/api/v1/searches',
      { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
      'stranger',
    )
    const theirs = ((await foreign.json()) as { data: { id: string } }).data.id
    await small.call(`/api/v1/searches/${theirs}/stream`, { signal: going.signal }, 'stranger')
    const full = await stream(small, theirs, undefined, 'stranger')
    expect(full.status).toBe(503)
    expect(full.headers.get('retry-after')).toBe('2')
    leaving.abort()
    while (small.searches.streams.streamsNow().open > 2) await wait(5)
    expect((await open()).status).toBe(200)
    going.abort()
  })
})

describe('a process that stops', () => {
  it('ends its streams with a hint to reconnect, and another process continues', async () => {
    const drip = aDrip()
    const worker = await another({ external: drip.source })
    worker.startWorker()
    const leaving = await aSearchService({ database: service.database })
    const { id } = await worker.begin({ sources: ['external'] })
    const products = outsideProducts(2)
    drip.give(products[0] as never)
    const following = stream(leaving, id).then((response) => readStream(response))
    while (leaving.searches.streams.streamsNow().open === 0) await wait(5)
    while ((await lastOf(worker, id)) < 2) await wait(5)
    await leaving.close()
    const { received, comments, retry = 0 } = await following
    expect(comments.at(-1)).toContain('connect again')
    expect(retry).toBeGreaterThanOrEqual(1_000)
    drip.give(products[1] as never)
    drip.finish()
    const rest = await readStream(await stream(worker, id, received.at(-1)?.id))
    expect(productIdsIn([...received, ...rest.received])).toHaveLength(2)
  })
})

async function lastOf(by: SearchService, id: string): Promise<number> {
  const read = (await (await by.call(`/api/v1/searches/${id}`)).json()) as {
    data: { lastEventId: string }
  }
  return Number(read.data.lastEventId.split('/')[1])
}

describe('the figures of streams', () => {
  it('are those of all processes: open streams, and how those of the last day went', async () => {
    const drip = aDrip()
    const cache = createMemoryCache(() => new Date())
    const worker = await useSearchService({ external: drip.source, cache })
    const other = await useSearchService({ database: worker.database, cache })
    worker.startWorker()
    const { id } = await worker.begin({ sources: ['external'] })
    const reading = readStream(await stream(other, id))
    expect(await other.searches.reading()).toMatchObject({ open: 1 })
    expect(await worker.searches.reading()).toMatchObject({ open: 1, polling: 0, products: 0 })

    drip.give(...outsideProducts(3))
    drip.finish()
    await reading
    await expect.poll(async () => (await other.searches.reading()).ended.over).toBe(1)

    const { fallbacks, products, ended, durations, productsPerStream } =
      await worker.searches.reading()
    expect({ fallbacks, products }).toEqual({ fallbacks: 0, products: 3 })
    expect(ended).toMatchObject({ over: 1, client_gone: 0 })
    expect(durations.reduce((sum, { count }) => sum + count, 0)).toBe(1)
    expect(productsPerStream.find(({ upTo }) => upTo === 10)?.count).toBe(1)
    expect(await other.metrics.text()).toContain('catalog_streams_total{end="search_over"} 1')
    expect(await worker.metrics.text(), 'metrics count for each process').not.toContain(
      'catalog_streams_total{end="search_over"} 1',
    )
  })
})

async function another(options: Parameters<typeof aSearchService>[0] = {}) {
  const other = await aSearchService({ database: service.database, ...options })
  closing.push(() => other.close())
  return other
}

function stream(by: SearchService, id: string, after?: string, caller?: string) {
  return by.call(
    `/api/v1/searches/${id}/stream`,
    { headers: after === undefined ? {} : { 'last-event-id': after } },
    caller,
  )
}

/** Follows a search to its end, and is disconnected after each of so many events. */
async function followWithCuts(by: SearchService, id: string, cuts: readonly number[]) {
  const all: ReceivedEvent[] = []
  for (const [turn, cut] of [...cuts, Number.POSITIVE_INFINITY].entries()) {
    const response = await stream(by, id, all.at(-1)?.id)
    if (response.status === 204) return { all, connections: turn + 1 }
    const { received } = await readStream(response, (so) => so.length >= cut)
    all.push(...received)
  }
  return { all, connections: cuts.length + 1 }
}
