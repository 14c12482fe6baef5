import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { redisUrl, useDatabase } from '#harness'
import { after, minutesMs } from '#kernel/time'
import { createIncidents } from '#modules/incidents'
import { type Cache, createMemoryCache, createRedisCache } from '#platform/cache'
import { sql } from '#platform/db'
import { createTallies } from '#platform/tallies'
import { createMetrics } from '#platform/telemetry'
import { closeAtEnd } from '#testing/close-at-end'
import { createSupportedLocales, localesKey } from './index.ts'
import { localesProbe } from './locales-probe.ts'

const database = await useDatabase()
const start = new Date('2026-03-02T12:00:00Z')
const silent = pino({ level: 'silent' })
const redis = redisUrl()

beforeEach(async () => {
  await sql`truncate incidents.incidents`.execute(database.pool)
})

/** Redis is shared by all tests of a run, so each test has keys of its own. */
function inOwnSpace(cache: Cache): Cache {
  const space = `${randomUUID()}:`
  return {
    ...cache,
    get: (key) => cache.get(space + key),
    set: (key, value, ttlMs) => cache.set(space + key, value, ttlMs),
    delete: (...keys) => cache.delete(...keys.map((key) => space + key)),
  }
}

async function aService(cache: Cache) {
  const clock = { now: start }
  const now = () => clock.now
  const metrics = createMetrics()
  const incidents = createIncidents({ database, now })
  const tallies = closeAtEnd(createTallies({ database, now, log: silent }))
  const deps = { cache, database, incidents, metrics, tallies, now, log: silent }
  return {
    clock,
    metrics,
    supported: createSupportedLocales(deps),
    /** Another process with the same cache and database. */
    another: () => createSupportedLocales(deps),
    section: (of: ReturnType<typeof createSupportedLocales>) =>
      localesProbe(of, { tallies, now }).read(),
    states: async () =>
      (await incidents.list({ key: 'i18n.locale.cache-corrupt' }, { limit: 5 })).map(
        ({ status }) => status,
      ),
  }
}

describe.skipIf(!redis)('the list of languages in Redis', () => {
  const own = () => inOwnSpace(closeAtEnd(createRedisCache(redis ?? '')))

  it('is written by the first read and used by the next ones', async () => {
    const cache = own()
    const { supported } = await aService(cache)
    expect(await supported.check()).toEqual(['en', 'de', 'fr'])
    expect(supported.state()).toBe('missing')
    expect(await cache.get(localesKey)).toBe('["en","de","fr"]')
    await cache.set(localesKey, '["en","de"]', minutesMs(1))
    expect(await supported.check()).toEqual(['en', 'de'])
    expect(supported.current()).toEqual(['en', 'de'])
  })

  it.each([
    'no JSON',
    '{"en":true}',
    '[]',
    '["en",7]',
    '["en","de","de"]',
    '["en","not a tag"]',
    '["de","fr"]',
    'null',
    `["en"${',"de"'.repeat(1_000)}]`,
  ])('is deleted when it is corrupt, and the built-in list serves', async (text) => {
    const cache = own()
    const { supported, section, metrics, states } = await aService(cache)
    await supported.check()
    const before = (await section(supported)).metrics.localeCacheCorruptLastDay as number
    await cache.set(localesKey, text, minutesMs(1))

    expect(await supported.check()).toEqual(['en', 'de', 'fr'])

    expect(await cache.get(localesKey)).toBeUndefined()
    expect(await states()).toEqual(['firing'])
    const { metrics: counted, problems } = await section(supported)
    expect(counted.localeCacheCorruptLastDay).toBe(before + 1)
    expect(problems).toMatchObject([{ code: 'i18n.locale.cache-corrupt' }])
    expect(await metrics.text()).toContain('i18n_locale_cache_reads_total{outcome="corrupt"} 1')

    await supported.check()
    await supported.check()
    expect(await states()).toEqual(['resolved'])
    expect((await section(supported)).problems).toEqual([])
  })

  it('resolves the incident of an ended process when it is sound again', async () => {
    const cache = own()
    const { supported, another, states } = await aService(cache)
    const other = another()
    await other.check()
    await other.check()
    await cache.set(localesKey, 'broken', minutesMs(1))
    await supported.check()
    expect(await states()).toEqual(['firing'])
    await other.checkAndResolve()
    await other.checkAndResolve()
    expect(await states()).toEqual(['resolved'])
  })
})

it('a process reads the list once a minute and delays no request for it', async () => {
  const cache = createMemoryCache(() => start)
  const { supported, clock } = await aService(cache)
  expect(supported.current()).toEqual(['en', 'de', 'fr'])
  await supported.check()
  await cache.set(localesKey, '["en","fr"]', minutesMs(10))
  expect(supported.current()).toEqual(['en', 'de', 'fr'])
  clock.now = after(start, minutesMs(1))
  supported.current()
  await expect.poll(() => supported.current()).toEqual(['en', 'fr'])
})

it('the built-in list serves without a cache and raises no incident', async () => {
  const away = createRedisCache('redis://127.0.0.1:1')
  const { supported, states } = await aService(away)
  expect(await supported.check()).toEqual(['en', 'de', 'fr'])
  expect(supported.state()).toBe('unavailable')
  expect(await states()).toEqual([])
  await away.close()
})
