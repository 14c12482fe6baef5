import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redisMissing, redisUrl } from '#harness'
import { type Cache, createMemoryCache, createRedisCache } from './index.ts'

const redis = redisUrl()

/** Behaviour that every cache has. `open` opens one of several caches with the same data. */
const adapters: { name: string; open: () => Cache; shared: boolean }[] = [
  { name: 'in this process', open: () => createMemoryCache(() => new Date()), shared: false },
  ...(redis ? [{ name: 'in Redis', open: () => createRedisCache(redis), shared: true }] : []),
]

describe.each(adapters)('a cache $name', ({ open, shared }) => {
  let cache: Cache
  const key = () => `test:${randomUUID()}`

  beforeAll(() => {
    cache = open()
  })
  afterAll(() => cache.close())

  it('returns a text unchanged', async () => {
    const name = key()
    await cache.set(name, 'naïve — "quoted"\n', 60_000)

    expect(await cache.get(name)).toBe('naïve — "quoted"\n')
    expect(await cache.get(key())).toBeUndefined()
  })

  it('keeps an empty text, which differs from a missing one', async () => {
    const name = key()
    await cache.set(name, '', 60_000)

    expect(await cache.get(name)).toBe('')
  })

  it('drops a value at its expiry, and on request', async () => {
    const [short, gone, kept] = [key(), key(), key()]
    await cache.set(short, 'a', 40)
    await cache.set(gone, 'b', 60_000)
    await cache.set(kept, 'c', 60_000)
    await cache.delete(gone, key())
    await wait(80)

    expect(await cache.get(short)).toBeUndefined()
    expect(await cache.get(gone)).toBeUndefined()
    expect(await cache.get(kept)).toBe('c')
    await cache.delete()
  })

  it('restarts the expiry with every new value', async () => {
    const name = key()
    await cache.set(name, 'a', 40)
    await cache.set(name, 'b', 60_000)
    await wait(80)

    expect(await cache.get(name)).toBe('b')
  })

  it('counts without extending the expiry of a counter', async () => {
    const name = key()
    expect(await cache.increment(name, 1, 60_000)).toBe(1)
    expect(await cache.increment(name, 5, 60_000)).toBe(6)
    expect(await cache.increment(name, -2, 60_000)).toBe(4)

    const short = key()
    await cache.increment(short, 2, 100)
    // Added more often than the counter lives: if each addition extended it, it would never restart.
    await expect.poll(() => cache.increment(short, 1, 100), { interval: 20 }).toBe(1)
  })

  it('loses no count with many writers', async () => {
    const name = key()
    await Promise.all(Array.from({ length: 50 }, () => cache.increment(name, 1, 60_000)))

    expect(await cache.get(name)).toBe('50')
  })

  it('refuses to count a value that is no number', async () => {
    const name = key()
    await cache.set(name, 'many', 60_000)

    await expect(cache.increment(name, 1, 60_000)).rejects.toThrow()
  })

  it('delivers messages to the subscribers of their channel, in order, until they unsubscribe', async () => {
    const [channel, other] = [key(), key()]
    const heard: string[] = []
    const alsoHeard: string[] = []
    const stop = await cache.subscribe(channel, (message) => heard.push(message))
    const stopOther = await cache.subscribe(channel, () => {
      throw new Error('a listener that throws')
    })
    await cache.subscribe(channel, (message) => alsoHeard.push(message))

    await cache.publish(channel, 'one')
    await cache.publish(other, 'not for us')
    await cache.publish(channel, 'two')
    await until(() => alsoHeard.length === 2)
    await stop()
    await stopOther()
    await cache.publish(channel, 'three')
    await until(() => alsoHeard.length === 3)

    expect(heard).toEqual(['one', 'two'])
    expect(alsoHeard).toEqual(['one', 'two', 'three'])
  })

  it.runIf(shared)('is the same in every process', async () => {
    const [name, channel] = [key(), key()]
    const second = open()
    const heard: string[] = []
    await second.subscribe(channel, (message) => heard.push(message))
    await cache.set(name, 'shared', 60_000)
    await cache.publish(channel, 'hello')

    expect(await second.get(name)).toBe('shared')
    await until(() => heard.length === 1)
    await second.close()
  })

  it('reports that it is available', async () => {
    await cache.ping()

    expect(cache.state()).toBe('up')
  })
})

if (!redis) {
  describe.skip(`a cache in Redis: ${redisMissing}`, () => it('behaves the same', () => undefined))
}

async function until(condition: () => boolean): Promise<void> {
  await expect.poll(condition).toBe(true)
}
