import { describe, expect, it } from 'vitest'
import { createLocalCache, memoizeText } from './index.ts'

describe('a cache of one process', () => {
  it('drops the least recently used value when it is full', () => {
    const cache = createLocalCache<string>({ entriesMax: 2 })
    cache.set('a', 'first')
    cache.set('b', 'second')
    cache.get('a')
    cache.set('c', 'third')
    expect(['a', 'b', 'c'].map(cache.get)).toEqual(['first', undefined, 'third'])
  })

  it('drops no value that is in use, also if it was only used while the cache was less than half full', () => {
    const cache = createLocalCache<number>({ entriesMax: 8 })
    for (const key of ['a', 'b', 'c']) cache.set(key, 1)
    for (const key of ['a', 'b']) cache.get(key)
    for (let at = 0; at < 20; at += 1) {
      cache.set(`other ${at}`, at)
      expect(cache.get('a')).toBe(1)
    }
    expect(['b', 'c'].map(cache.get)).toEqual([undefined, undefined])
  })

  it('keeps a value for its lifetime by the given clock', () => {
    const { cache, pass } = withClock()
    cache.set('a', 'first')
    pass(999)
    expect(cache.get('a')).toBe('first')
    pass(1)
    expect(cache.get('a')).toBeUndefined()
  })

  it('drops one value, or all of them', () => {
    const { cache } = withClock()
    for (const key of ['a', 'b', 'c']) cache.set(key, key)
    cache.delete('a')
    expect(['a', 'b'].map(cache.get)).toEqual([undefined, 'b'])
    cache.clear()
    expect(['b', 'c'].map(cache.get)).toEqual([undefined, undefined])
  })
})

describe('a load', () => {
  it('reads a key once for simultaneous callers', async () => {
    const { cache, source } = withSource()
    const both = Promise.all([cache.load('a', source.read), cache.load('a', source.read)])
    source.answer('first')
    expect(await both).toEqual(['first', 'first'])
    expect(await cache.load('a', source.read)).toBe('first')
    expect(source.reads()).toBe(1)
  })

  it('reads different keys separately', async () => {
    const { cache } = withClock()
    const read = (key: string) => cache.load(key, async () => `of ${key}`)
    expect(await Promise.all([read('a'), read('b')])).toEqual(['of a', 'of b'])
  })

  it('caches no failure: all callers of one read get it, and the next one reads again', async () => {
    const { cache, source } = withSource()
    const both = [cache.load('a', source.read), cache.load('a', source.read)]
    const outcomes = Promise.allSettled(both)
    source.fail(new Error('no answer'))
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const next = cache.load('a', source.read)
    source.answer('second')
    expect(await next).toBe('second')
  })

  it('lives from the start of its read', async () => {
    const { cache, pass } = withClock()
    await cache.load('a', async () => {
      pass(600)
      return 'first'
    })
    pass(399)
    expect(cache.get('a')).toBe('first')
    pass(1)
    expect(cache.get('a')).toBeUndefined()
  })

  it.each(['delete', 'clear'] as const)(
    'that started before a %s is not cached or shared afterwards',
    async (drop) => {
      const { cache, source } = withSource()
      const early = cache.load('a', source.read)
      cache[drop]('a')
      const late = cache.load('a', source.read)
      source.answer('stale')
      expect(await early).toBe('stale')
      const third = cache.load('a', source.read)
      source.answer('fresh')
      expect(await Promise.all([late, third])).toEqual(['fresh', 'fresh'])
      expect(cache.get('a')).toBe('fresh')
      expect(source.reads()).toBe(2)
    },
  )
})

it('values of several keys are cached, but not after a drop', () => {
  const { cache } = withClock()
  const first = cache.beginRead()
  first.keep('a', 'kept')
  const second = cache.beginRead()
  cache.clear()
  second.keep('b', 'stale')
  expect(['a', 'b'].map(cache.get)).toEqual([undefined, undefined])
})

it('a function of a text is computed once per text, and each time for a long text', () => {
  const computed: string[] = []
  const lengthOf = memoizeText(10, (text) => {
    computed.push(text)
    return text.length
  })
  const long = 'x'.repeat(513)
  expect(['abc', 'abc', long, long].map(lengthOf)).toEqual([3, 3, 513, 513])
  expect(computed).toEqual(['abc', long, long])
})

function withClock() {
  let at = 1_000
  const cache = createLocalCache<string>({ entriesMax: 10, ttlMs: 1_000, now: () => at })
  return {
    cache,
    pass: (ms: number) => {
      at += ms
    },
  }
}

/** A source whose reads wait, each for an answer of its own. */
function withSource() {
  const waiting: PromiseWithResolvers<string>[] = []
  let count = 0
  const read = () => {
    const answer = Promise.withResolvers<string>()
    waiting.push(answer)
    count += 1
    return answer.promise
  }
  const source = {
    read,
    reads: () => count,
    answer: (value: string) => waiting.shift()?.resolve(value),
    fail: (error: Error) => waiting.shift()?.reject(error),
  }
  return { cache: withClock().cache, source }
}
