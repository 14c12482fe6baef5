import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { ownRedis, redisUrl, useDatabase } from '#harness'
import { createMemoryCache, createRedisCache } from '#platform/cache'
import { aDrip, type Drip, outsideProducts } from './drip.fixture.ts'
import { aSearchService, type SearchService } from './searches.fixture.ts'
import { numbersIn, productIdsIn, readStream } from './stream-reader.fixture.ts'

const database = await useDatabase()
const undo: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

describe('two processes whose hints never reach each other', () => {
  it('stream all the same: they find missed rows by polling, and count it', async () => {
    const { drip, worker, api } = await twoProcesses('memory:')
    const { reading, until } = await following(api, worker)
    for (const product of outsideProducts(3)) {
      drip.give(product)
      await wait(300)
    }
    await until(4)
    drip.finish()
    const { received } = await reading
    expect(numbersIn(received)).toEqual([1, 2, 3, 4, 5, 6])
    // A pause of the machine lets it fall back once more.
    expect(await fallbacksOf(api)).toBeGreaterThan(0)
  })
})

describe.skipIf(!redisUrl())('a Redis that is killed during a stream', () => {
  it('costs no event, is counted, and is used again when it is back', async () => {
    let redis = await ownRedis()
    undo.push(() => redis.stop())
    const { drip, worker, api } = await twoProcesses(redis.url)
    const products = outsideProducts(6)
    const { reading, until } = await following(api, worker)
    drip.give(products[0] as never)
    await until(2)
    expect(await fallbacksOf(api)).toBe(0)

    await redis.stop()
    drip.give(products[1] as never)
    await until(3)
    drip.give(products[2] as never)
    await until(4)
    expect(await fallbacksOf(api)).toBe(1)
    expect(api.searches.streams.streamsNow()).toMatchObject({ polling: 1, open: 1 })

    redis = await ownRedis(redis.port)
    while (api.searches.streams.streamsNow().polling > 0) await wait(20)
    drip.give(products[3] as never)
    await until(5)
    drip.finish()
    const { received } = await reading
    expect(numbersIn(received)).toEqual(received.map((_, at) => at + 1))
    expect(productIdsIn(received)).toEqual(products.slice(0, 4).map(({ id }) => id))
    expect(await fallbacksOf(api)).toBe(1)
  }, 180_000)
})

async function fallbacksOf({ metrics }: SearchService): Promise<number> {
  const counted = /^catalog_stream_fallback_to_polling_total (\d+)$/m.exec(await metrics.text())
  return Number(counted?.[1] ?? 0)
}

/** One process that carries out, and one that only streams: what they share is the database and perhaps a cache. */
async function twoProcesses(cacheUrl: string): Promise<{
  drip: Drip
  worker: SearchService
  api: SearchService
}> {
  const drip = aDrip()
  const open = async (options: Parameters<typeof aSearchService>[0]) => {
    const cache =
      cacheUrl === 'memory:' ? createMemoryCache(() => new Date()) : createRedisCache(cacheUrl)
    const service = await aSearchService({ database, cache, ...options })
    undo.push(async () => {
      await service.close()
      await cache.close()
    })
    return service
  }
  const worker = await open({ external: drip.source })
  worker.startWorker()
  const api = await open({ apart: true })
  return { drip, worker, api }
}

async function following(api: SearchService, worker: SearchService) {
  const { id } = await worker.begin({ sources: ['external'] })
  const arrivals: number[] = []
  const reading = api.call(`/api/v1/searches/${id}/stream`).then((response) =>
    readStream(response, (received) => {
      arrivals.push(received.length)
      return false
    }),
  )
  const until = async (count: number) => {
    while ((arrivals.at(-1) ?? 0) < count) await wait(5)
  }
  await until(1)
  return { id, reading, until }
}
