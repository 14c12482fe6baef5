import { beforeEach, describe, expect, it } from 'vitest'
import { type Cache, CacheUnavailable, createMemoryCache } from '#platform/cache'
import { createThrottle, type Throttle } from './throttle.ts'

const here = { account: 'bea@example.com', address: '203.0.113.7' }
let now: Date
let throttle: Throttle

beforeEach(() => {
  now = new Date('2026-01-02T03:04:05Z')
  throttle = createThrottle({
    cache: createMemoryCache(clock),
    now: clock,
    addressFailuresMax: 100,
  })
})
const tooMany = { code: 'identity.too_many_attempts', status: 429 }

describe('attempts to sign in', () => {
  it('are free five times and then wait longer and longer', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await fails()
    await expect(works()).rejects.toMatchObject(tooMany)

    let waited = 0
    for (const [index] of [1, 2, 3].entries()) {
      const wait = await works().then(
        () => 0,
        (error: { retryAfterSeconds: number }) => error.retryAfterSeconds,
      )
      expect(wait).toBeGreaterThan(waited === 0 ? 0 : index)
      waited += wait
      later(wait)
      await fails()
    }
    expect(waited).toBeGreaterThan(60)
  })

  it('start again after a success', async () => {
    for (let attempt = 0; attempt < 4; attempt += 1) await fails()
    expect(await works()).toBe('in')
    for (let attempt = 0; attempt < 4; attempt += 1) await fails()
    expect(await works()).toBe('in')
  })

  it('of others lock nobody out', async () => {
    for (let attempt = 0; attempt < 30; attempt += 1) {
      await fails({ ...here, address: `198.51.100.${attempt % 9}` }).catch(() => undefined)
    }
    expect(await works()).toBe('in')
  })

  it('from one address end at a hundred failures in an hour, over all accounts', async () => {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      await fails({ ...here, account: `person-${attempt}@example.com` })
    }
    await expect(works({ ...here, account: 'new@example.com' })).rejects.toMatchObject(tooMany)
    later(3_600)
    expect(await works({ ...here, account: 'new@example.com' })).toBe('in')
  })

  it('are made five times when a hundred come at once', async () => {
    let tried = 0
    const guess = async () => {
      tried += 1
      await new Promise((done) => setImmediate(done))
      return undefined
    }
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, () => throttle.guard(here, guess)),
    )
    expect(tried).toBeLessThanOrEqual(5)
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(100 - tried)
  })

  it('with the right password all succeed, however many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => works()))
    expect(new Set(answers)).toEqual(new Set(['in']))
  })

  it('raise a notice after fifty failures on an account in a day', async () => {
    for (let attempt = 0; attempt < 50; attempt += 1) {
      expect(await throttle.isUnderAttack(here.account)).toBe(false)
      await fails({ ...here, address: `198.51.100.${attempt}` })
    }
    expect(await throttle.isUnderAttack(here.account)).toBe(true)
    later(86_400)
    expect(await throttle.isUnderAttack(here.account)).toBe(false)
  })

  it('are counted in this process while the cache is away', async () => {
    const away = () => Promise.reject(new CacheUnavailable('get'))
    const cache = { get: away, set: away, delete: away, increment: away } as unknown as Cache
    throttle = createThrottle({ cache, now: clock, addressFailuresMax: 100 })
    for (let attempt = 0; attempt < 5; attempt += 1) await fails()
    await expect(works()).rejects.toMatchObject(tooMany)
  })
})

const clock = () => now

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000)
}

const fails = (attempt = here) => throttle.guard(attempt, async () => undefined)

const works = (attempt = here) => throttle.guard(attempt, async () => 'in')
