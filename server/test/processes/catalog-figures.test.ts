import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabaseUrl, ownRedis, redisUrl } from '#harness'
import { type Database, openDatabase } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import { type ServiceProcess, startService } from '../harness/service-process.ts'
import { type Client, createClient } from '../journeys/client.ts'
import { operations } from '../journeys/operations.ts'

let database: Database
let drop: () => Promise<void>
let redis: Awaited<ReturnType<typeof ownRedis>>
let env: Record<string, string>
let one: ServiceProcess
let other: ServiceProcess
const services: ServiceProcess[] = []
const streaming = new AbortController()
/** A response that nobody keeps is collected, and its stream ends. */
const streams: Response[] = []

beforeAll(async () => {
  if (!redisUrl()) return
  const fresh = await freshDatabaseUrl()
  drop = fresh.drop
  database = openDatabase({ url: fresh.url, poolMax: 4, statementTimeoutMs: 10_000 })
  redis = await ownRedis()
  env = {
    APP_ENV: 'test',
    // No worker: a search that streams does not end.
    PURVEYOR_ROLES: 'api',
    DOCUMENT_DB_URL: fresh.url,
    CACHE_URL: redis.url,
    LOG_LEVEL: 'error',
    JWT_ACCESS_SECRET: 'one secret of the figures, 7d1f0a',
    JWT_REFRESH_SECRET: 'other secret of the figures, 9e2b',
  }
  // One after the other: the first one migrates.
  one = await start()
  other = await start()
}, 300_000)
afterAll(async () => {
  streaming.abort()
  await Promise.all(services.map((service) => service.stop()))
  await database?.close()
  await redis?.stop()
  await drop?.()
})

describe.skipIf(!redisUrl())('two processes, of which one is replaced', () => {
  it('show the same quotes and streams of the service, and /metrics those of each process', async () => {
    const companyId = await aCompany(database)
    const person = await aPerson(database, { companyId, role: 'buyer' })
    const operator = await aPerson(database, { companyId, role: 'operator' })
    const { id: productId } = await aProduct(database)
    const quote = async (at: ServiceProcess) => {
      const buyer = await signIn(at, person)
      const items = [{ productId, quantity: 1 }]
      expect((await buyer.post('/api/v1/products/quotes', { items })).status).toBe(200)
    }
    await quote(one)
    await quote(other)
    await quote(other)
    const expectFigures = async (at: ServiceProcess, metrics: object, patience = {}) => {
      const client = await signIn(at, operator)
      await expect.poll(() => operations(client), patience).toMatchObject({ catalog: { metrics } })
    }
    for (const at of [one, other]) await expectFigures(at, { quoteRequests: 3 })
    const ofOne = await fetch(`${one.baseUrl}/metrics`, await bearerOf(one, operator))
    expect(await ofOne.text()).toContain('catalog_quote_duration_seconds_count 1')

    await stream(one, person)
    await stream(other, person)
    for (const at of [one, other]) await expectFigures(at, { streamsOpen: 2, streamsPolling: 0 })

    await one.stop()
    const next = await start()

    const figures = { quoteRequests: 3, streamsOpen: 1, streamsEnded: 1, streamProductsUpTo0: 1 }
    for (const at of [next, other]) await expectFigures(at, figures)
    await quote(next)
    await expectFigures(other, { quoteRequests: 4 })

    await other.kill()
    const patience = { timeout: 120_000, interval: 1_000 }
    await expectFigures(next, { quoteRequests: 4, streamsOpen: 0 }, patience)
  }, 300_000)
})

async function start(): Promise<ServiceProcess> {
  const service = await startService({ env })
  services.push(service)
  return service
}

async function signIn(at: ServiceProcess, person: APerson): Promise<Client> {
  return createClient(at.baseUrl, { bearer: await tokenAt(at, person) })
}

async function bearerOf(at: ServiceProcess, person: APerson) {
  return { headers: { authorization: `Bearer ${await tokenAt(at, person)}` } }
}

async function tokenAt({ baseUrl }: ServiceProcess, { email, password }: APerson): Promise<string> {
  const { body } = await createClient(baseUrl).post('/auth/login', { email, password })
  return body.data.accessToken
}

/** Opens a stream of a search that no worker carries out. */
async function stream(at: ServiceProcess, person: APerson): Promise<void> {
  const { headers } = await bearerOf(at, person)
  const url = `${at.baseUrl}/api/v1/products/stream?q=bolt`
  const response = await fetch(url, { headers, signal: streaming.signal })
  expect(response.status).toBe(200)
  streams.push(response)
}
