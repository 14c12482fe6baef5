import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { ownRedis, redisUrl } from '#harness'
import { localesKey } from '#modules/locales'
import { createRedisCache } from '#platform/cache'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { closeAtEnd } from '#testing/close-at-end'
import { usePictureHost } from '#testing/hosts/picture-host'
import { aPage, useSupplierSite } from '#testing/hosts/supplier-site'
import { aPicture } from '#testing/tools/pictures'
import { isAllowed, readRobots } from '../../src/modules/catalogue/crawl/robots/robots.ts'
import type { Reply } from './client.ts'
import { isPlaceholder, open } from './open-image.ts'
import { aSupplier } from './suppliers.ts'
import { useWorld } from './world.ts'

const picture = await aPicture()
const result = await aPicture({ width: 8, height: 8 })
/** The outside world, whose answers each test decides. */
const [processor, host, provider] = [
  await usePictureHost(result),
  await usePictureHost(picture),
  await usePictureHost(500),
]
const site = await useSupplierSite()
const cacheUrl = redisUrl() ? await aRedisWithCorruptLanguages() : undefined
const world = await useWorld({
  ...(cacheUrl !== undefined && { cacheUrl }),
  settings: {
    IMAGE_PROC_BASE_URL: processor.url,
    IMAGE_PROC_KEY: '05'.repeat(32),
    IMAGE_PROC_SALT: '06'.repeat(32),
    IMAGE_WAIT_MS: '200',
    IMAGE_PROC_TIMEOUT_MS: '400',
    IMAGE_FETCH_TIMEOUT_MS: '300',
    EXCHANGE_RATE_BASE_URL: provider.url,
    CRAWL_HOST_DELAY_MS: '0',
    CRAWL_ALERT_FAILURE_PERCENT: '90',
  },
})
const { database, metrics } = world.parts.platform
const operator = await world.operator()
const { buyer, admin } = await world.company()
const supplier = await aSupplier(world)

beforeEach(() => {
  processor.answers(result)
  host.answers(picture)
})

describe.skipIf(!redisUrl())('a corrupt list of languages in Redis', () => {
  it('serves the built-in list, is counted and raises its incident', async () => {
    const { body } = await buyer.get('/api/v1/locales')
    expect(body.data.locales.map(({ tag }: { tag: string }) => tag)).toEqual(['en', 'de', 'fr'])
    const refused = await buyer.get('/api/v1/orders/ord_none?locale=fr')
    expect(refused.headers.get('content-language')).toBe('fr')

    await expect.poll(() => incidents()).toContain('i18n.locale.cache-corrupt')
    for (const surface of surfaces) {
      const { metrics } = await sectionOf(surface, 'i18n')
      expect(metrics).toMatchObject({ supportedLocales: 3, localeCacheCorruptLastDay: 1 })
    }
    expect(await counted('i18n_locale_cache_reads_total{outcome="corrupt"}')).toBe(1)
    await expectRunbook('i18n.locale.cache-corrupt')
  })
})

describe('an image processor', () => {
  it.each([
    ['was killed', (response: ServerResponse) => response.destroy()],
    ['hangs', () => undefined],
    ['answers garbage', (response: ServerResponse) => response.end('It is no picture.')],
  ])('that %s leaves drawings, and each failure is counted', async (_what, answer) => {
    const before = await failuresOfProcessor()
    processor.answers((_request, response) => answer(response))
    const urls = await Promise.all(Array.from({ length: 4 }, () => aPictureUrl()))
    for (const url of urls) await isPlaceholder(url, '<svg')
    await expect.poll(failuresOfProcessor).toBe(before + 4)

    processor.answers(result)
    for (const url of urls) {
      await expect.poll(async () => (await open(url)).headers['x-image-fallback']).toBeUndefined()
    }
  })

  it('that fails often is a problem of both surfaces and a figure at /metrics', async () => {
    for (const surface of surfaces) {
      expect(await sectionOf(surface, 'imageProcessing')).toMatchObject({
        status: 'degraded',
        metrics: {
          placeholdersLastDay: expect.any(Number),
          processorSuccesses: 12,
          processorFailures: 12,
          averageLatencyMs: expect.any(Number),
          failureRateLastHour: 0.5,
          failureRateLastDay: 0.5,
          failureRateTrend: 0,
        },
        problems: [{ code: 'images.failure-rate' }],
      })
    }
    expect(await counted('images_processor_failures_total{problem="unavailable"}')).toBe(12)
    // Sections are read for /metrics once in five seconds.
    const line = 'section_metric{section="imageProcessing",name="processorFailures"}'
    await expect.poll(() => counted(line), { timeout: 20_000 }).toBe(12)
    await expectRunbook('images.failure-rate')
  })
})

describe('the picture host of a supplier', () => {
  it.each([
    ['is slow', () => undefined, 'retried'],
    ['is gone', (response: ServerResponse) => response.destroy(), 'retried'],
    [
      'redirects to a private address',
      (response: ServerResponse) => response.writeHead(302, { location: 'http://10.1.2.3/' }).end(),
      'refused',
    ],
  ])('that %s leaves a drawing, and its fetch is counted', async (_what, answer, outcome) => {
    const fetched = () => counted(`images_fetched_total{outcome="${outcome}"}`)
    const before = await fetched()
    host.answers((_request, response) => answer(response))
    const url = await aPictureUrl()
    await isPlaceholder(url, '<svg')
    await expect.poll(fetched).toBe(before + 1)
    expect(host.requests()).toBe(1)
    if (outcome === 'refused') return

    host.answers(picture)
    await sql`
      /* across companies: the whole table (company_id) */
      update images.pictures set available_at = now() where state = 'WAITING'
    `.execute(database.pool)
    await expect
      .poll(async () => (await open(url)).headers['x-image-fallback'], { timeout: 20_000 })
      .toBeUndefined()
  })
})

describe('a provider of exchange rates', () => {
  const failures = 'section_metric{section="fx",name="fetchFailures"}'

  it.each([
    [500, 'fx.fetch-unavailable'],
    [Buffer.from('{"result":"success","conversion_rates":[]}'), 'fx.fetch-answer-malformed'],
    [Buffer.from('<html>'), 'fx.fetch-answer-malformed'],
  ])(
    'that answers %# gives no rates: nothing is guessed, and operators see why',
    async (answer, code) => {
      provider.answers(answer)
      await expect(world.parts.modules.fx.fetchRates()).rejects.toThrow()

      const refused = await convert('EUR', 'USD')
      expect([refused.status, refused.body.meta.code]).toEqual([422, 'fx.rate_unavailable'])
      for (const surface of surfaces) {
        const { status, problems } = await sectionOf(surface, 'fx')
        expect(status).toBe('degraded')
        expect(problems.map((problem) => problem.code)).toEqual(['fx.no-rates', code])
      }
      await expect.poll(() => counted(failures), { timeout: 20_000 }).toBeGreaterThan(0)
      await expectRunbook('fx.no-rates')
      await expectRunbook('fx.fetch')
    },
  )

  it('that leaves a currency out has no rate for it, and the others work', async () => {
    provider.answers(ratesOf('"EUR":1,"USD":1.1684'))
    await world.parts.modules.fx.fetchRates()

    const converted = await convert('EUR', 'USD')
    expect([converted.status, converted.body.data.rate]).toEqual([200, '1.1684'])
    const missing = await convert('EUR', 'JPY')
    expect([missing.status, missing.body.meta.code]).toEqual([422, 'fx.rate_unavailable'])
    const filtered = await buyer.get('/api/v1/products?q=bolt&currency=JPY&maxPrice=100')
    expect([filtered.status, filtered.body.meta.code]).toEqual([422, 'fx.rate_unavailable'])
    expect((await sectionOf('ops', 'fx')).problems).toEqual([])
  })
})

describe('the site of a supplier whose pages fail', () => {
  it('is a problem of both surfaces and a figure at /metrics, above the threshold of the setting', async () => {
    const names = Array.from({ length: 29 }, (_one, at) => `/broken/${at}`)
    site.pages.set('/', aPage(names))
    for (const name of names) site.pages.set(name, 418)
    const draft = { name: 'A shop', kind: 'site', url: site.url }
    const { body } = await admin.post('/api/v1/crawl/sources', draft)
    const run = await admin.post('/api/v1/crawls', { sourceId: body.data.id })
    const stateOf = async () =>
      (await admin.get(`/api/v1/crawls/${run.body.data.id}`)).body.data.state
    await expect.poll(stateOf, { timeout: 20_000 }).toBe('PARTIAL')

    for (const surface of surfaces) {
      expect(await sectionOf(surface, 'crawl')).toMatchObject({
        status: 'degraded',
        metrics: {
          queueDepth: 0,
          oldestQueuedSeconds: 0,
          oldestRunningSeconds: 0,
          redispatchesLastHour: 0,
          pageLatencyP50Ms: expect.any(Number),
          pageLatencyP95Ms: expect.any(Number),
          pagesLastHour: 30,
          failureRateLastHour: 0.967,
          runsEndedLastDay: 1,
          runsFailedLastDay: 0,
        },
        problems: [{ code: 'crawl.failure-rate-degraded' }],
      })
    }
    expect(await counted('crawl_pages_total{state="FAILED"}')).toBe(29)
    await expectRunbook('crawl.failure-rate-degraded')
  })
})

describe('a site whose robots.txt is made to keep its readers busy', async () => {
  const rule = `Disallow:/*${'a'.repeat(38)}b\n`
  const robots = `User-agent: *\n${rule.repeat(10_000)}`
  const links = Array.from({ length: 6 }, (_one, at) => `/${'a'.repeat(1_800)}/${at}`)
  const hostile = await useSupplierSite()
  hostile.pages.set('/', aPage(links))
  for (const link of links) hostile.pages.set(link, aPage([], [{ sku: link.slice(-9) }]))
  hostile.pages.set('/robots.txt', (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end(robots),
  )

  it('is read to the end, and between two answers the service computes less than one match', async () => {
    const draft = { name: 'A hostile shop', kind: 'site', url: hostile.url }
    const { body } = await admin.post('/api/v1/crawl/sources', draft)
    const run = await admin.post('/api/v1/crawls', { sourceId: body.data.id })
    const path = `/api/v1/crawls/${run.body.data.id}`
    const turnsMs: number[] = []
    let read: Reply
    do {
      const before = process.threadCpuUsage()
      await wait(20)
      expect((await world.anybody.get('/health')).status).toBe(200)
      read = await admin.get(path)
      turnsMs.push(msOf(process.threadCpuUsage(before)))
    } while (['QUEUED', 'RUNNING'].includes(read.body.data.state))
    expect(read.body.data).toMatchObject({ state: 'SUCCEEDED', offers: links.length })
    const rules = readRobots(robots, 'PurveyorBot')
    const before = process.threadCpuUsage()
    isAllowed(rules, `${hostile.url}${links[0]}`)
    expect(Math.max(...turnsMs)).toBeLessThan(msOf(process.threadCpuUsage(before)))
  })
})

/** Processor time of a thread. */
const msOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000

const surfaces = ['ops', 'detailed'] as const

type Section = {
  readonly status: string
  readonly metrics: Readonly<Record<string, number | boolean>>
  readonly problems: readonly { readonly code: string }[]
}

async function sectionOf(surface: (typeof surfaces)[number], name: string): Promise<Section> {
  const { body } = await operator.get(`/health/${surface}`)
  return (body as unknown as Record<string, Section>)[name] as Section
}

async function failuresOfProcessor(): Promise<number> {
  return Number((await sectionOf('ops', 'imageProcessing')).metrics.processorFailures)
}

/** The number of this line at /metrics. */
async function counted(line: string): Promise<number> {
  const found = (await metrics.text()).split('\n').find((one) => one.startsWith(`${line} `))
  return Number(found?.slice(line.length) ?? 0)
}

async function incidents(): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from incidents.incidents`.execute(
    database.pool,
  )
  return rows.map(({ key }) => key)
}

async function expectRunbook(code: string): Promise<void> {
  const page = new URL(`../../../docs/operations/${code}.md`, import.meta.url)
  expect(await readFile(page, 'utf8')).toContain('## Fix')
}

let made = 0

/** The address of the picture of a new product, as JPEG: the processor of this file makes nothing else. */
async function aPictureUrl(): Promise<string> {
  made += 1
  const { id } = await aProduct(database, {
    supplierCompanyId: supplier.id,
    imageUrls: [`${host.url}/${made}.jpg`],
  })
  const { body } = await buyer.get(`/api/v1/products/${id}`)
  return `${body.data.image.url}&format=jpeg`
}

function convert(from: string, to: string): Promise<Reply> {
  return buyer.post('/api/v1/fx/convert', { amount: '10.00', from, to })
}

function ratesOf(rates: string): Buffer {
  const now = Math.floor(Date.now() / 1_000)
  return Buffer.from(
    `{"result":"success","time_last_update_unix":${now},"time_next_update_unix":${now + 86_400},"base_code":"EUR","conversion_rates":{${rates}}}`,
  )
}

async function aRedisWithCorruptLanguages(): Promise<string> {
  const redis = await ownRedis()
  closeAtEnd({ close: redis.stop })
  const cache = createRedisCache(redis.url)
  await cache.ping()
  await cache.set(localesKey, '{"en":true}', 600_000)
  await cache.close()
  return redis.url
}
