import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createMemoryCache } from '#platform/cache'
import { createWake } from '#platform/wake'
import { runLoop } from './index.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

describe('a worker loop', () => {
  it('continues at once while there is work', async () => {
    let turns = 0
    const loop = runLoop({
      name: 'test',
      idleMsMin: 60_000,
      idleMsMax: 60_000,
      log: silent,
      work: async () => {
        turns += 1
        return turns <= 3 ? 1 : 0
      },
    })

    await expect.poll(() => turns).toBe(4)
    await loop.stop()
  })

  it('groups signals that follow a turn closely', async () => {
    const turns: number[] = []
    const loop = runLoop({
      name: 'test',
      idleMsMin: 60_000,
      idleMsMax: 60_000,
      gatherMs: 50,
      log: silent,
      work: async () => {
        turns.push(performance.now())
        return 0
      },
    })
    await expect.poll(() => turns.length).toBe(1)
    const ringing = setInterval(loop.ring, 1)
    await expect.poll(() => turns.length).toBeGreaterThan(3)
    clearInterval(ringing)
    await loop.stop()

    const pauses = turns.slice(1).map((at, index) => at - (turns[index] ?? 0))
    expect(Math.min(...pauses)).toBeGreaterThan(45)
  })

  it('groups more when its turns take long', async () => {
    const turns: number[] = []
    const loop = runLoop({
      name: 'test',
      gatherMs: 1,
      shareMax: 0.25,
      log: silent,
      work: async () => {
        turns.push(performance.now())
        await wait(40)
        return 0
      },
    })
    const ringing = setInterval(loop.ring, 1)
    await expect.poll(() => turns.length).toBeGreaterThan(3)
    clearInterval(ringing)
    await loop.stop()

    const pauses = turns.slice(1).map((at, index) => at - (turns[index] ?? 0))
    expect(Math.min(...pauses)).toBeGreaterThan(140)
  })

  it('pauses longer and longer without work', async () => {
    const turns: number[] = []
    const loop = runLoop({
      name: 'test',
      idleMsMin: 20,
      idleMsMax: 80,
      log: silent,
      work: async () => {
        turns.push(performance.now())
        return 0
      },
    })
    await expect.poll(() => turns.length).toBeGreaterThan(3)
    await loop.stop()

    const pauses = turns.slice(1).map((at, index) => at - (turns[index] ?? 0))
    // A timer may fire a little early by the clock of this test.
    expect(pauses[0]).toBeGreaterThan(15)
    expect(pauses[1]).toBeGreaterThan(35)
    expect(pauses[2]).toBeGreaterThan(75)
  })

  it('wakes at a signal, also at one during a turn', async () => {
    const wake = createWake(createMemoryCache(() => new Date()))
    let turns = 0
    const loop = runLoop({
      name: 'test',
      wake,
      topics: ['work'],
      idleMsMin: 60_000,
      idleMsMax: 60_000,
      log: silent,
      work: async () => {
        turns += 1
        if (turns === 2) wake.ring('work')
        return 0
      },
    })
    await expect.poll(() => turns).toBe(1)
    wake.ring('work')
    await expect.poll(() => turns).toBe(3)
    await loop.stop()
    wake.ring('work')
    await wait(30)

    expect(turns).toBe(3)
    wake.close()
  })

  it('survives a turn that throws, logs it, and retries later each time', async () => {
    const logged: object[] = []
    let turns = 0
    const loop = runLoop({
      name: 'test.broken',
      idleMsMin: 10,
      log: { ...silent, error: (fields) => logged.push(fields) },
      work: async () => {
        turns += 1
        throw new Error('out of order')
      },
    })
    const began = performance.now()
    const bell = setInterval(() => loop.ring(), 1)
    await expect.poll(() => turns).toBeGreaterThanOrEqual(4)
    clearInterval(bell)
    const tookMs = performance.now() - began
    await loop.stop()

    // The pauses are 20, 40 and 80 ms.
    expect(tookMs, 'rings do not hurry it').toBeGreaterThan(135)
    expect(logged[0]).toMatchObject({ loop: 'test.broken', failures: 1, retryInMs: 20 })
    expect(logged[1]).toMatchObject({ failures: 2, retryInMs: 40 })
  })

  it('stops after its current turn, and informs that turn', async () => {
    let finished = false
    const loop = runLoop({
      name: 'test',
      log: silent,
      work: async (signal) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        await wait(20)
        finished = true
        return 1
      },
    })
    await wait(20)
    await loop.stop()

    expect(finished).toBe(true)
  })
})
