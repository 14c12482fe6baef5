import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '#harness'
import { type Cache, CacheUnavailable, createMemoryCache } from '#platform/cache'
import { attachWake, createWake, ringAfterCommit } from './index.ts'

describe('a signal', () => {
  it('arrives in this process at once, for its topic only', () => {
    const wake = createWake(createMemoryCache(() => new Date()))
    const rings: string[] = []
    wake.listen('events', () => rings.push('events'))
    wake.listen('jobs', () => rings.push('jobs'))

    wake.ring('events')

    expect(rings).toEqual(['events'])
    wake.close()
  })

  it('arrives in other processes, grouped, and not twice here', async () => {
    const cache = createMemoryCache(() => new Date())
    const [here, there] = [createWake(cache), createWake(cache)]
    const rings = { here: 0, there: 0 }
    here.listen('events', () => {
      rings.here += 1
    })
    there.listen('events', () => {
      rings.there += 1
    })
    await wait(1)

    for (let ring = 0; ring < 10; ring += 1) here.ring('events')
    await wait(30)

    expect(rings).toEqual({ here: 10, there: 1 })
    here.close()
    there.close()
  })

  it('still arrives here when the cache is away, and never throws', async () => {
    const cache: Cache = {
      ...createMemoryCache(() => new Date()),
      publish: () => Promise.reject(new CacheUnavailable('publish')),
      subscribe: () => Promise.reject(new CacheUnavailable('subscribe')),
    }
    const wake = createWake(cache)
    let rings = 0
    wake.listen('events', () => {
      throw new Error('a listener that throws')
    })
    wake.listen('events', () => {
      rings += 1
    })

    wake.ring('events')
    await wait(20)

    expect(rings).toBe(1)
    wake.close()
  })

  it('ignores malformed messages', async () => {
    const cache = createMemoryCache(() => new Date())
    const wake = createWake(cache)
    let rings = 0
    wake.listen('events', () => {
      rings += 1
    })
    await wait(1)
    for (const message of [
      '',
      '{',
      'null',
      '[]',
      '{"from":1,"topics":["events"]}',
      '{"from":"x"}',
    ]) {
      await cache.publish('wake', message)
    }
    await wait(10)

    expect(rings).toBe(0)
    wake.close()
  })

  it('no longer arrives after the listener stopped or closed', () => {
    const wake = createWake(createMemoryCache(() => new Date()))
    let rings = 0
    const listen = () =>
      wake.listen('events', () => {
        rings += 1
      })
    listen()()
    wake.ring('events')
    listen()
    wake.close()
    wake.ring('events')

    expect(rings).toBe(0)
  })
})

describe('a signal after a commit', () => {
  it('arrives when the rows are visible, and never after a rollback', async () => {
    const database = await freshDatabase()
    const wake = createWake(createMemoryCache(() => new Date()))
    const detach = [attachWake(wake), attachWake(wake)]
    const rings: string[] = []
    wake.listen('events', () => rings.push('events'))

    await database.transaction(async (tx) => {
      ringAfterCommit(tx, 'events')
      expect(rings).toEqual([])
    })
    expect(rings).toEqual(['events'])
    await database
      .transaction(async (tx) => {
        ringAfterCommit(tx, 'events')
        throw new Error('no')
      })
      .catch(() => undefined)
    detach[0]?.()
    await database.transaction(async (tx) => ringAfterCommit(tx, 'events'))
    detach[1]?.()
    await database.transaction(async (tx) => ringAfterCommit(tx, 'events'))

    expect(rings).toEqual(['events', 'events'])
    wake.close()
    await database.close()
  })
})
