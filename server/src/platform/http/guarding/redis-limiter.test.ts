import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { ownRedis, redisUrl } from '#harness'
import { openCounters } from '#platform/cache'
import { tcpProxy } from '../../../../test/harness/tcp-proxy.ts'
import { type Limiter, type LimitPolicy, redisLimiterStore } from './limiter-store.ts'

const six: LimitPolicy = { quota: 6, windowSeconds: 60, aloneShare: 0.5 }
const open: { close(): unknown }[] = []

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close()
})

describe.skipIf(!redisUrl())('limits in Redis', () => {
  it('share one count among all processes', async () => {
    const redis = await ownRedis()
    open.push({ close: redis.stop })
    const [one, other] = [aProcess(redis.url), aProcess(redis.url)]
    await untilShared(one, other)

    expect(await allowed(one, 4)).toBe(4)
    expect(await other.take('somebody')).toMatchObject({ allowed: true, remaining: 1 })
    expect(await allowed(other, 4)).toBe(1)
    expect(await one.take('somebody')).toMatchObject({ allowed: false, remaining: 0 })
    expect(await allowed(one, 1, 'another')).toBe(1)
  })

  it('allow a burst once for all processes', async () => {
    const redis = await ownRedis()
    open.push({ close: redis.stop })
    const bursty = { quota: 3, windowSeconds: 60, burst: 2 }
    const [one, other] = [aProcess(redis.url, bursty), aProcess(redis.url, bursty)]
    await untilShared(one, other)

    expect((await allowed(one, 4)) + (await allowed(other, 4))).toBe(5)
  })

  it('apply per process, lower, while Redis is away, and are shared again when it is back', async () => {
    const redis = await ownRedis()
    const [one, other] = [aProcess(redis.url), aProcess(redis.url)]
    await untilShared(one, other)
    expect(await allowed(one, 2)).toBe(2)
    await redis.stop()

    expect(await allowed(one, 10)).toBe(3)
    expect(await allowed(other, 10)).toBe(3)

    const again = await ownRedis(redis.port)
    open.push({ close: again.stop })
    await untilShared(one, other)
    expect((await allowed(one, 4, 'later')) + (await allowed(other, 4, 'later'))).toBe(6)
  })

  it('do not delay requests when Redis stops answering', async () => {
    const redis = await ownRedis()
    open.push({ close: redis.stop })
    const proxy = await tcpProxy({ host: '127.0.0.1', port: redis.port })
    open.push(proxy)
    const limiter = aProcess(`redis://127.0.0.1:${proxy.port}`)
    await untilShared(limiter, aProcess(redis.url))
    proxy.freeze()
    await limiter.take('first')

    // This would take minutes if each call waited for Redis.
    expect(await allowed(limiter, 1_000)).toBe(3)
  })
})

/** The parts of one process: a connection and its own memory. */
function aProcess(url: string, policy = six): Limiter {
  const counters = openCounters(url)
  open.push(counters)
  return redisLimiterStore(counters.client)('test', policy)
}

async function allowed(limiter: Limiter, times: number, key = 'somebody'): Promise<number> {
  let count = 0
  for (let time = 0; time < times; time += 1) {
    if ((await limiter.take(key)).allowed) count += 1
  }
  return count
}

/** Uses new keys until two processes see each other's counts. */
async function untilShared(one: Limiter, other: Limiter): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const key = `probe-${attempt}`
    const before = await one.take(key)
    const after = await other.take(key)
    if (after.remaining === before.remaining - 1) return
    if (attempt > 2_000) throw new Error('the counts are not shared')
    await wait(25)
  }
}
