import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabaseUrl, ownRedis, redisUrl } from '#harness'
import { type Database, openDatabase, sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { aCompany, aPerson } from '#testing/identity'
import { type ServiceProcess, startService } from '../harness/service-process.ts'
import { aWord, campaignsUrl, draftOf, follow, placesOf } from '../journeys/advertised.ts'
import { type Client, createClient } from '../journeys/client.ts'

let database: Database
let drop: () => Promise<void>
let redis: Awaited<ReturnType<typeof ownRedis>>
let env: Record<string, string>
let one: ServiceProcess
let other: ServiceProcess
const services: ServiceProcess[] = []

beforeAll(async () => {
  if (!redisUrl()) return
  const fresh = await freshDatabaseUrl()
  drop = fresh.drop
  database = openDatabase({ url: fresh.url, poolMax: 4, statementTimeoutMs: 10_000 })
  redis = await ownRedis()
  env = {
    APP_ENV: 'test',
    PURVEYOR_ROLES: 'api',
    DOCUMENT_DB_URL: fresh.url,
    CACHE_URL: redis.url,
    LOG_LEVEL: 'error',
    ADS_DEADLINE_MS: '5000',
    // All clicks of a test come through one key, from one network.
    ADS_SHARED_CLICKS_PER_MINUTE_MAX: '100000',
    ADS_SHARED_CHARGES_PER_DAY_MAX: '100000',
    RATE_LIMIT_ADDRESS_PER_MINUTE: '100000',
    // Links of one process are charged by the other.
    DATA_ENCRYPTION_KEYS: `ads:${Buffer.alloc(32, 7).toString('base64')}`,
    JWT_ACCESS_SECRET: 'one secret of the advertisements, 7d1f0a',
    JWT_REFRESH_SECRET: 'other secret of the advertisements, 9e2b',
  }
  // One after the other: the first one migrates.
  one = await start()
  other = await start()
}, 300_000)
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()))
  await database?.close()
  await redis?.stop()
  await drop?.()
})

describe.skipIf(!redisUrl())('two processes', () => {
  it('sell places of the same campaigns: a change in one is served by the other', async () => {
    const { supplier, word, product } = await anAdvertiser()
    const buyer = await signIn(other, await aPersonOf(await aCompany(database)))
    expect(await placesOf(buyer, word)).toEqual([])

    const { body } = await supplier.post(campaignsUrl, draftOf(product.id, { state: 'ACTIVE' }))
    await expect.poll(() => placesOf(buyer, word)).toHaveLength(1)
    const url = `${campaignsUrl}/${body.data.id}`
    await supplier.patch(url, { expectedVersion: 1, state: 'PAUSED' })
    await expect.poll(() => placesOf(buyer, word)).toEqual([])
    await supplier.patch(url, { expectedVersion: 2, state: 'ACTIVE' })
    await expect.poll(() => placesOf(buyer, word)).toHaveLength(1)
  }, 120_000)

  it('show no places to a viewer who opted out in one of them, or whose company did', async () => {
    const { supplier, word, product } = await anAdvertiser()
    await supplier.post(campaignsUrl, draftOf(product.id, { state: 'ACTIVE' }))
    const companyId = await aCompany(database)
    const person = await aPersonOf(companyId)
    const admin = await signIn(one, await aPersonOf(companyId, 'company_admin'))
    const [here, there] = [await signIn(one, person), await signIn(other, person)]
    await expect.poll(() => placesOf(there, word)).toHaveLength(1)
    expect(await placesOf(here, word)).toHaveLength(1)

    await here.put('/api/v1/ads/controls', { optedOut: true })
    expect(await placesOf(here, word)).toEqual([])
    await expect.poll(() => placesOf(there, word), { timeout: 60_000 }).toEqual([])
    await there.put('/api/v1/ads/controls', { optedOut: false })
    await expect.poll(() => placesOf(here, word), { timeout: 60_000 }).toHaveLength(1)
    await admin.put('/api/v1/ads/controls/company', { sponsored: false })
    await expect.poll(() => placesOf(there, word), { timeout: 60_000 }).toEqual([])
  }, 180_000)
})

describe.skipIf(!redisUrl())('a process that is killed while it charges clicks', () => {
  const auctions = 64
  const price = { amount: '0.01', currency: 'EUR' }
  // Fewer than the charges that one network may cause at one campaign.
  const affordable = 8

  it.each(['ads.click_taken', 'ads.click_charged'] as const)(
    'at %s charges no click twice and never more than the budget, for 64 auctions at once',
    async (point) => {
      const { supplier, word, product } = await anAdvertiser()
      const { body } = await supplier.post(
        campaignsUrl,
        draftOf(product.id, {
          state: 'ACTIVE',
          bidPerClick: price,
          budgetPerDay: { amount: '0.08', currency: 'EUR' },
        }),
      )
      const dying = await start({ PURVEYOR_CRASH_AT: point, PURVEYOR_CRASH_HIT: '4' })
      const integration = await keyOf(dying)
      const places = await Promise.all(
        Array.from({ length: auctions }, async (_, viewer) => {
          const auction = { placement: 'test', query: word, slots: 1, viewerId: `viewer-${viewer}` }
          const answer = await integration.post('/api/v1/ads/auctions', auction)
          return answer.body.data.sponsored[0] as { readonly clickUrl: string }
        }),
      )
      expect(places.every((place) => place !== undefined)).toBe(true)

      const clickAt = ({ baseUrl }: ServiceProcess) =>
        places.map(({ clickUrl }) => follow(`${baseUrl}${new URL(clickUrl).pathname}`))
      const clicking = Promise.allSettled(clickAt(dying))
      expect(await dying.ended).toBe('SIGKILL')
      const answered = (await clicking).filter(({ status }) => status === 'fulfilled')
      expect(answered.length, 'some people got no answer').toBeLessThan(auctions)
      const before = await clicksOf(body.data.id)

      // Everybody clicks again, at a process that goes on.
      const redirects = await Promise.all(clickAt(one))

      expect(redirects.map(({ status }) => status)).toEqual(Array(auctions).fill(302))
      // A redirect waits for its charge only for a moment.
      await expect.poll(async () => (await clicksOf(body.data.id)).length).toBe(auctions)
      const clicks = await clicksOf(body.data.id)
      const charged = clicks.filter(({ verdict }) => verdict === 'CHARGED')
      expect(charged).toHaveLength(affordable)
      expect(await spentOf(body.data.id)).toBe(affordable)
      for (const { place, verdict } of before.filter(({ verdict }) => verdict === 'CHARGED')) {
        const now = clicks.find((click) => click.place === place)
        expect(now, 'a charge is never taken back').toMatchObject({ verdict })
      }
      const buyer = await signIn(other, await aPersonOf(await aCompany(database)))
      await expect.poll(() => placesOf(buyer, word), { timeout: 30_000 }).toEqual([])
    },
    300_000,
  )
})

async function start(more: Record<string, string> = {}): Promise<ServiceProcess> {
  const service = await startService({ env: { ...env, ...more } })
  services.push(service)
  return service
}

/** A supplier that may have a campaign, and a product of it that a word finds. */
async function anAdvertiser() {
  const companyId = await aCompany(database, { supplier: true })
  const supplier = await signIn(one, await aPersonOf(companyId, 'company_admin'))
  const word = aWord()
  const product = await aProduct(database, { supplierCompanyId: companyId, name: `Bolt ${word}` })
  return { supplier, word, product }
}

type Company = Parameters<typeof aPerson>[1]['companyId']

const aPersonOf = (companyId: Company, role: 'buyer' | 'company_admin' = 'buyer') =>
  aPerson(database, { companyId, role })

async function signIn(
  { baseUrl }: ServiceProcess,
  { email, password }: Awaited<ReturnType<typeof aPerson>>,
): Promise<Client> {
  const { body } = await createClient(baseUrl).post('/auth/login', { email, password })
  return createClient(baseUrl, { bearer: body.data.accessToken })
}

/** The key of an integration that shows places to many people. */
async function keyOf(service: ServiceProcess): Promise<Client> {
  const admin = await signIn(service, await aPersonOf(await aCompany(database), 'company_admin'))
  const { body } = await admin.post('/api/v1/api-keys', {
    name: 'Pages',
    scopes: ['products:read'],
  })
  return createClient(service.baseUrl, { apiKey: body.data.key })
}

async function clicksOf(campaignId: string) {
  const { rows } = await sql<{ place: string; verdict: string }>`
    /* across companies: the campaign names one (company_id) */
    select auction_id || ' ' || slot as place, verdict from ads.clicks where campaign_id = ${campaignId}
  `.execute(database.pool)
  return rows
}

async function spentOf(campaignId: string) {
  const { rows } = await sql<{ spent: number }>`
    /* across companies: the campaign names one (company_id) */
    select sum(spent_minor)::integer as spent from ads.days where campaign_id = ${campaignId}
  `.execute(database.pool)
  return rows[0]?.spent
}
