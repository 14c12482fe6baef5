import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { slownessOf, sql } from '#platform/db'
import type { Probe, SectionReading } from './section.ts'
import { createSectionReader } from './section-reader.ts'

const database = await useDatabase()
const at = new Date('2026-01-02T03:04:05Z')
let now = at
const empty: SectionReading = { metrics: {}, problems: [] }

/** A reading that ends when the test says so. */
function aHeldReading() {
  const ends: (() => void)[] = []
  const probe: Probe = {
    name: 'held',
    surfaces: ['ops'],
    read: () => new Promise((resolve) => ends.push(() => resolve(empty))),
  }
  return { probe, end: () => ends.shift()?.(), begun: () => ends.length }
}

/** A reading for which this thread waits so long. */
function aReadingOf(workMs: number, slowness: () => Promise<number>) {
  let waited = 0
  const probe: Probe = {
    name: 'work',
    surfaces: ['ops'],
    read: async () => {
      waited += workMs
      return empty
    },
  }
  const read = createSectionReader({ now: () => now, slowness, waitedMs: () => waited })
  return read(probe)
}

describe('a section on a busy machine', () => {
  it('is read although its thread did other work for longer than a reader waits', async () => {
    const probe: Probe = {
      name: 'database',
      surfaces: ['ops'],
      read: async () => {
        await sql`select 1`.execute(database.pool)
        return empty
      },
    }
    const read = createSectionReader({ now: () => now, slowness: async () => 1, patienceMs: 5 })
    const reading = read(probe)
    const until = performance.now() + 20
    while (performance.now() < until) Math.random()
    expect(await reading).toMatchObject({ status: 'ok' })
  })

  it('is its last reading while a new one takes long, for 45 seconds', async () => {
    const { probe, end } = aHeldReading()
    const read = createSectionReader({ now: () => now, slowness: async () => 1, patienceMs: 1 })
    const first = read(probe)
    end()
    expect(await first).toMatchObject({ status: 'ok', generatedAt: at.toISOString() })

    now = new Date(at.getTime() + 45_000)
    expect(await read(probe)).toMatchObject({ status: 'ok', generatedAt: at.toISOString() })

    now = new Date(at.getTime() + 46_000)
    const late = read(probe)
    await pause(5)
    end()
    expect(await late).toMatchObject({ status: 'ok' })
    now = at
  })

  it('has one reading at a time, which its readers share', async () => {
    const { probe, end, begun } = aHeldReading()
    const read = createSectionReader({ now: () => now, slowness: async () => 1 })
    const both = [read(probe), read(probe)]
    expect(begun()).toBe(1)
    end()
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual(['ok', 'ok'])
  })
})

describe('the own work of a section', () => {
  it('may take a second', async () => {
    expect(await aReadingOf(1_000, async () => 1)).toMatchObject({ status: 'ok' })
  })

  it('makes it unknown when it takes longer, with the reason', async () => {
    expect(await aReadingOf(1_500, async () => 1)).toEqual({
      status: 'unknown',
      generatedAt: at.toISOString(),
      metrics: {},
      problems: [],
      reason: 'Its own work took 1.5 s. It may take 1 s.',
    })
  })

  it('counts as on a quiet database', async () => {
    expect(await aReadingOf(1_500, async () => 2)).toMatchObject({ status: 'ok' })
    expect(await aReadingOf(3_000, async () => 2)).toMatchObject({
      reason: 'Its own work took 1.5 s. It may take 1 s.',
    })
    // A database that cannot say how slow it is does not make the work smaller.
    const away = () => Promise.reject(new Error('the connection was lost'))
    expect(await aReadingOf(1_500, away)).toMatchObject({ status: 'unknown' })
    expect(await slownessOf(database.pool)).toBeGreaterThanOrEqual(1)
  })
})

it('a reading that never ends is unknown, and is not begun again', async () => {
  const { probe, begun } = aHeldReading()
  const options = { now: () => now, slowness: async () => 1, patienceMs: 1, hangsAfterMs: 1 }
  const read = createSectionReader(options)
  expect(await read(probe)).toMatchObject({
    status: 'unknown',
    reason: 'No answer within 0.001 s.',
  })
  expect(await read(probe)).toMatchObject({ status: 'unknown' })
  expect(begun()).toBe(1)
})
