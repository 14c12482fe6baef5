import { setTimeout as wait } from 'node:timers/promises'
import { Type } from 'typebox'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useDatabase } from '#harness'
import { createMemoryCache } from '#platform/cache'
import { sql } from '#platform/db'
import { sweepOnce } from '#platform/leases'
import { attachWake, createWake } from '#platform/wake'
import { closeAtEnd } from '#testing/close-at-end'
import {
  createGivenUpJobs,
  createJobs,
  defineJob,
  defineSchedule,
  enqueue,
  handle,
  type JobHandler,
  type Jobs,
  type Schedule,
} from './index.ts'
import { nobodyWatches } from './watch.ts'

const SendReceipt = defineJob({
  name: 'orders.send_receipt',
  payload: Type.Object({ orderId: Type.String() }),
  leaseSeconds: 30,
  attemptsMax: 3,
  poison: 'set_aside',
})
const Tidy = defineJob({
  name: 'platform.tidy',
  payload: Type.Object({}),
  leaseSeconds: 60,
  attemptsMax: 2,
  poison: 'retried_slowly',
})

let now: Date
const started: Jobs[] = []
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const database = await useDatabase()
const wake = closeAtEnd(createWake(createMemoryCache(() => now)))
const detach = attachWake(wake)

afterAll(async () => {
  detach()
})
beforeEach(async () => {
  now = new Date('2026-01-02T03:04:05Z')
  await sql`delete from platform.jobs`.execute(database.pool)
  await sql`delete from platform.schedules`.execute(database.pool)
})
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(started.splice(0).map((jobs) => jobs.stop()))
})

describe('a job', () => {
  it('is done when its transaction commits, and leaves nothing behind', async () => {
    const sent: string[] = []
    const jobs = working([handle(SendReceipt, async ({ orderId }) => void sent.push(orderId))])
    await send('ord_1')
    await database
      .transaction(async (tx) => {
        enqueue(tx, SendReceipt, { orderId: 'ord_2' }, { now })
        throw new Error('no')
      })
      .catch(() => undefined)

    expect(await jobs.drain()).toBe(1)
    expect(sent).toEqual(['ord_1'])
    expect(await rows()).toEqual([])
  })

  it('is refused when its payload does not fit its schema', async () => {
    const wrong = { orderId: 7 } as unknown as { orderId: string }

    await expect(
      database.transaction(async (tx) => enqueue(tx, SendReceipt, wrong, { now })),
    ).rejects.toThrow('The payload of orders.send_receipt does not fit its schema: /orderId')
  })

  it('waits for its time', async () => {
    const sent: string[] = []
    const jobs = working([handle(SendReceipt, async ({ orderId }) => void sent.push(orderId))])
    await send('ord_1', new Date(now.getTime() + 60_000))

    expect(await jobs.drain()).toBe(0)
    later(60)
    expect(await jobs.drain()).toBe(1)
  })

  it('that fails is retried, later each time, and given up after its last attempt', async () => {
    const jobs = working([handle(SendReceipt, () => Promise.reject(new Error('no mail today')))])
    await send('ord_1')
    const waits: number[] = []
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await jobs.drain()
      const [row] = await rows()
      waits.push(row ? row.available_at.getTime() - now.getTime() : 0)
      expect(row).toMatchObject({
        state: attempt < 3 ? 'RETRYING' : 'EXHAUSTED',
        attempts: attempt,
        last_error: 'no mail today',
      })
      later(60)
    }

    expect(waits[0]).toBeGreaterThanOrEqual(1_600)
    expect(waits[0]).toBeLessThanOrEqual(2_400)
    expect(waits[1]).toBeGreaterThanOrEqual(3_200)
    expect(await jobs.drain()).toBe(0)

    // The job was given up a minute ago. A job that no handler of this release runs counts from its creation.
    await send('ord_2')
    later(5)
    expect(await createGivenUpJobs(nobodyWatches, []).metrics(database.pool, now)).toMatchObject({
      givenUp: 1,
      oldestFailingAgeSeconds: 65,
      unhandled: 1,
      oldestUnhandledAgeSeconds: 5,
    })
  })

  it('never runs twice at once with many workers', async () => {
    const sent: string[] = []
    const workers = [1, 2, 3].map(() =>
      working([
        handle(SendReceipt, async ({ orderId }) => {
          await wait(2)
          sent.push(orderId)
        }),
      ]),
    )
    for (let order = 0; order < 60; order += 1) await send(`ord_${order}`)
    await Promise.all(workers.map((jobs) => jobs.drain()))

    expect(sent).toHaveLength(60)
    expect(new Set(sent).size).toBe(60)
  })

  it('of a worker that wakes too late changes nothing', async () => {
    const firstRuns = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const warned: string[] = []
    const late = working(
      [
        handle(SendReceipt, async () => {
          firstRuns.resolve()
          await mayEnd.promise
        }),
      ],
      [],
      (message) => warned.push(message),
    )
    const successor = working([handle(SendReceipt, () => Promise.reject(new Error('second')))])
    await send('ord_1')
    const draining = late.drain()
    await firstRuns.promise
    later(31)
    for (const sweeping of late.sweepings) await sweepOnce(database, sweeping, now, silent)
    await successor.drain()
    const afterSuccessor = await rows()
    mayEnd.resolve()
    await draining

    expect(afterSuccessor[0]).toMatchObject({ attempts: 2, last_error: 'second' })
    expect(await rows()).toEqual(afterSuccessor)
    expect(warned).toContain('The lease of a job ran out before it was done.')
  })

  it('learns that the process stops, and the next worker takes it without losing an attempt', async () => {
    const runs = Promise.withResolvers<void>()
    const jobs = working([
      handle(SendReceipt, async (_payload, signal) => {
        runs.resolve()
        await new Promise((_resolve, reject) => signal.addEventListener('abort', reject))
      }),
    ])
    await send('ord_1')
    jobs.start()
    await runs.promise
    await jobs.stop()

    expect(await rows()).toMatchObject([{ state: 'RETRYING', attempts: 0, available_at: now }])
  })

  it('starts at the signal of the commit', async () => {
    const done = Promise.withResolvers<void>()
    const jobs = working([handle(SendReceipt, async () => done.resolve())])
    // The pauses of the loops never end by themselves. Without a ring the test would wait for ever.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    jobs.start()
    started.push(jobs)
    await wait(300)
    await send('ord_1')
    await done.promise
  })

  it('of a slow kind leaves workers for the others', async () => {
    const release = Promise.withResolvers<void>()
    const tidied = Promise.withResolvers<void>()
    const jobs = working([
      handle(SendReceipt, () => release.promise),
      handle(Tidy, async () => tidied.resolve()),
    ])
    for (let order = 0; order < 20; order += 1) await send(`ord_${order}`)
    jobs.start()
    started.push(jobs)
    while (!(await rows()).some(({ state }) => state === 'LEASED')) await wait(10)
    await database.transaction(async (tx) => enqueue(tx, Tidy, {}, { now }))

    await tidied.promise
    release.resolve()
  })

  it('reports its backlog', async () => {
    const jobs = working([handle(SendReceipt, async () => undefined)])
    await send('ord_1')
    later(7)

    expect(await jobs.backlog()).toEqual([
      { job: 'orders.send_receipt', depth: 1, oldestAgeSeconds: 7 },
    ])
  })
})

describe('a schedule', () => {
  const tidyDaily = defineSchedule({
    name: 'platform.tidy_daily',
    cron: '0 4 * * *',
    job: Tidy,
    payload: {},
  })

  it('fires at its time, once, with many workers', async () => {
    let runs = 0
    const tidy = handle(Tidy, async () => {
      runs += 1
    })
    const workers = [1, 2, 3, 4].map(() => working([tidy], [tidyDaily]))
    await Promise.all(workers.map((jobs) => jobs.drain()))
    expect(runs).toBe(0)

    now = new Date('2026-01-02T04:00:00Z')
    await Promise.all(workers.map((jobs) => jobs.drain()))
    await Promise.all(workers.map((jobs) => jobs.drain()))
    expect(runs).toBe(1)

    now = new Date('2026-01-03T04:00:01Z')
    await Promise.all(workers.map((jobs) => jobs.drain()))
    expect(runs).toBe(2)
  })

  it('that was missed many times fires once', async () => {
    let runs = 0
    const tidy = handle(Tidy, async () => {
      runs += 1
    })
    await working([tidy], [tidyDaily]).drain()
    now = new Date('2026-02-20T12:00:00Z')

    const restarted = working([tidy], [tidyDaily])
    await restarted.drain()
    await restarted.drain()

    expect(runs).toBe(1)
    expect(await nextOf('platform.tidy_daily')).toEqual(new Date('2026-02-21T04:00:00Z'))
  })

  it('follows a new expression', async () => {
    const tidy = handle(Tidy, async () => undefined)
    await working([tidy], [tidyDaily]).drain()
    await working([tidy], [{ ...tidyDaily, cron: '30 5 * * *' }]).drain()

    expect(await nextOf('platform.tidy_daily')).toEqual(new Date('2026-01-02T05:30:00Z'))
  })

  it('without a handler or with a wrong expression stops the start', () => {
    expect(() => working([], [tidyDaily])).toThrow('which nobody handles')
    expect(() =>
      defineSchedule({ name: 'platform.wrong', cron: 'every day', job: Tidy, payload: {} }),
    ).toThrow()
  })
})

function working(
  handlers: readonly JobHandler[],
  schedules: readonly Schedule[] = [],
  onWarning: (message: string) => void = () => undefined,
): Jobs {
  const log = { ...silent, warn: (_fields: object, message: string) => onWarning(message) }
  return createJobs({ database, handlers, schedules, wake, now: () => now, log })
}

function send(orderId: string, availableAt = now) {
  return database.transaction(async (tx) =>
    enqueue(tx, SendReceipt, { orderId }, { now, availableAt }),
  )
}

async function rows() {
  const { rows } = await sql<{
    state: string
    attempts: number
    available_at: Date
    last_error: string | null
  }>`select state, attempts, available_at, last_error from platform.jobs`.execute(database.pool)
  return rows
}

async function nextOf(name: string): Promise<Date | undefined> {
  const { rows } = await sql<{ available_at: Date }>`
    select available_at from platform.schedules where name = ${name}
  `.execute(database.pool)
  return rows[0]?.available_at
}

function later(seconds: number): void {
  now = new Date(now.getTime() + seconds * 1_000)
}
