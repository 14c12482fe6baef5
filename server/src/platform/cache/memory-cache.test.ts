import { describe, expect, it } from 'vitest'
import { createMemoryCache } from './index.ts'

describe('the cache of one process', () => {
  it('has a size limit, and drops the least recently used value', async () => {
    const cache = createMemoryCache(() => new Date(), { entriesMax: 3 })
    for (const key of ['a', 'b', 'c']) await cache.set(key, key, 60_000)
    await cache.get('a')
    await cache.set('d', 'd', 60_000)

    expect(await Promise.all(['a', 'b', 'c', 'd'].map((key) => cache.get(key)))).toEqual([
      'a',
      undefined,
      'c',
      'd',
    ])
  })

  it('reads the time from its clock', async () => {
    let now = new Date('2026-01-02T03:04:05Z')
    const cache = createMemoryCache(() => now)
    await cache.set('a', 'a', 1_000)
    now = new Date('2026-01-02T03:04:05.999Z')
    expect(await cache.get('a')).toBe('a')
    now = new Date('2026-01-02T03:04:06Z')

    expect(await cache.get('a')).toBeUndefined()
  })
})
