import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabaseUrl, ownRedis, redisUrl } from '#harness'
import { type Database, openDatabase } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import {
  numbersIn,
  productIdsIn,
  readStream,
} from '../../src/modules/catalogue/search/streamed/stream-reader.fixture.ts'
import { type ServiceProcess, startService } from '../harness/service-process.ts'
import { createClient } from '../journeys/client.ts'

let database: Database
let drop: () => Promise<void>
let redis: Awaited<ReturnType<typeof ownRedis>>
let buyer: APerson
let env: Record<string, string>
const services: ServiceProcess[] = []

beforeAll(async () => {
  if (!redisUrl()) return
  const fresh = await freshDatabaseUrl()
  drop = fresh.drop
  database = openDatabase({ url: fresh.url, poolMax: 4, statementTimeoutMs: 10_000 })
  redis = await ownRedis()
  env = {
    APP_ENV: 'test',
    DOCUMENT_DB_URL: fresh.url,
    CACHE_URL: redis.url,
    LOG_LEVEL: 'error',
    JWT_ACCESS_SECRET: 'one secret of the search streams, 7d1f0a',
    JWT_REFRESH_SECRET: 'other secret of the search streams, 9e2b',
  }
})
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()))
  await database?.close()
  await redis?.stop()
  await drop?.()
})

describe.skipIf(!redisUrl())('a worker process that is killed during a search', () => {
  it('is replaced, while the stream of a third process continues', async () => {
    const api = await start({ PURVEYOR_ROLES: 'api' })
    for (let at = 0; at < 65; at += 1) {
      await aProduct(database, { name: `Copper pipe ${at}`, mpn: `CP-100${at}` })
    }
    buyer = await aPerson(database, { companyId: await aCompany(database) })
    const client = createClient(api.baseUrl)
    const { body } = await client.post('/auth/login', {
      email: buyer.email,
      password: buyer.password,
    })
    const headers = { authorization: `Bearer ${body.data.accessToken}` }
    const dying = await startService({
      env: {
        ...env,
        PURVEYOR_ROLES: 'worker',
        PURVEYOR_CRASH_AT: 'catalog.search_batch_published',
        PURVEYOR_CRASH_HIT: '2',
      },
    })
    const stream = await fetch(`${api.baseUrl}/api/v1/products/stream?q=copper`, { headers })
    const reading = readStream(stream)
    expect(await dying.ended).toBe('SIGKILL')
    await start({ PURVEYOR_ROLES: 'worker' })

    const { received } = await reading
    expect(numbersIn(received)).toEqual(received.map((_, at) => at + 1))
    expect(productIdsIn(received)).toHaveLength(65)
    expect(new Set(productIdsIn(received)).size).toBe(65)
    expect(received.filter(({ event }) => event === 'quote')).toHaveLength(4)
    expect(received.at(-1)?.event).toBe('search.completed')
  }, 180_000)
})

async function start(more: Record<string, string>): Promise<ServiceProcess> {
  const service = await startService({ env: { ...env, ...more } })
  services.push(service)
  return service
}
