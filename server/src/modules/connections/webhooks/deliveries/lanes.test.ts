import { describe, expect, it } from 'vitest'
import { createLanes } from './lanes.ts'

const success = { ms: 1_000, isSuccess: true }

describe('lanes', () => {
  it('limit the calls to one endpoint, and all calls', () => {
    const lanes = createLanes<number>(4, 2)

    expect([1, 2, 3].map((item) => lanes.enter('a', item))).toEqual(['start', 'start', 'queued'])
    expect([4, 5].map((item) => lanes.enter('b', item))).toEqual(['start', 'full'])
    expect(lanes.room()).toBe(0)
  })

  it('queue nothing that can start in time', () => {
    const lanes = createLanes<number>(10, 1)

    expect([1, 2].map((item) => lanes.enter('a', item, true))).toEqual(['start', 'full'])
    expect(lanes.leave('a', success).start).toEqual([])
    expect(lanes.enter('a', 3, true)).toBe('start')
  })

  it('start the next call when one ends, in order', () => {
    const lanes = createLanes<number>(10, 1)
    for (const item of [1, 2, 3]) lanes.enter('a', item)

    expect(lanes.leave('a', success)).toEqual({ start: [2], back: [] })
    expect(lanes.leave('a', success)).toEqual({ start: [3], back: [] })
    expect(lanes.leave('a', success)).toEqual({ start: [], back: [] })
    expect(lanes.room()).toBe(10)
  })

  it('queue for an endpoint at most what it answers in two seconds', () => {
    const lanes = createLanes<number>(100, 1)
    for (let n = 0; n < 20; n += 1) {
      lanes.enter('slow', n)
      lanes.leave('slow', { ms: 15_000, isSuccess: true })
    }

    expect([1, 2].map((item) => lanes.enter('slow', item))).toEqual(['start', 'full'])
    expect(lanes.waitMs('slow', 0)).toBeGreaterThan(14_000)
    expect(lanes.waitMs('slow', 50)).toBe(30_000)
    expect(lanes.waitMs('unknown', 0)).toBe(250)
  })

  it('give a failing endpoint one call at a time until one succeeds', () => {
    const failure = { ms: 1_000, isSuccess: false }

    const lanes = createLanes<number>(100, 3)
    for (let item = 1; item <= 9; item += 1) lanes.enter('a', item)
    const ended = [1, 2, 3, 4, 5].map(() => lanes.leave('a', failure))

    expect(ended.map(({ start }) => start)).toEqual([[4], [5], [6], [7], []])
    expect(ended.at(-1)?.back).toEqual([8, 9])
    expect(lanes.enter('a', 10)).toBe('full')

    lanes.leave('a', success)
    expect(lanes.enter('a', 11)).toBe('start')
  })

  it('give one endpoint at most a quarter of the queue, however quick it is', () => {
    const lanes = createLanes<number>(100, 2)
    for (let n = 0; n < 50; n += 1) {
      lanes.enter('quick', n)
      lanes.leave('quick', { ms: 1, isSuccess: true })
    }
    const places = Array.from({ length: 40 }, (_, n) => lanes.enter('quick', n))
    expect(places.filter((place) => place === 'start')).toHaveLength(2)
    expect(places.filter((place) => place === 'queued')).toHaveLength(25)
    expect(lanes.room()).toBe(73)
  })

  it('keep half of the queue for endpoints that are not slow', () => {
    const lanes = createLanes<number>(20, 10)
    for (const name of ['slow 1', 'slow 2', 'slow 3']) {
      for (let n = 0; n < 20; n += 1) {
        lanes.enter(name, n)
        lanes.leave(name, { ms: 3_000, isSuccess: true })
      }
    }
    const places = ['slow 1', 'slow 2', 'slow 3'].flatMap((name) =>
      Array.from({ length: 6 }, (_, n) => lanes.enter(name, n)),
    )
    expect(places.filter((place) => place !== 'full')).toHaveLength(10)
    expect(lanes.enter('quick', 1)).toBe('start')
  })

  it('release what waits behind a hanging receiver, and keep what waits behind others', () => {
    let now = 0
    const lanes = createLanes<number>(100, 2, () => now)
    for (const item of [1, 2, 3, 4]) lanes.enter('hangs', item)
    expect(lanes.relieve()).toEqual([])
    now = 1_500
    for (const item of [5, 6, 7]) lanes.enter('works', item)
    expect(lanes.relieve()).toEqual([3, 4])
    expect(lanes.room()).toBe(95)
    expect(lanes.leave('works', success).start).toEqual([7])
    expect(lanes.relieve()).toEqual([])
  })

  it('return their queues when they are drained', () => {
    const lanes = createLanes<number>(10, 1)
    for (const item of [1, 2, 3]) lanes.enter('a', item)

    expect(lanes.drain()).toEqual([2, 3])
    expect(lanes.leave('a', success)).toEqual({ start: [], back: [] })
    expect(lanes.room()).toBe(10)
  })

  it('report when there is room', async () => {
    const lanes = createLanes<number>(1, 1)
    lanes.enter('a', 1)
    const freed = lanes.changed().then(() => lanes.room())
    lanes.leave('a', success)

    expect(await freed).toBe(1)
  })
})
