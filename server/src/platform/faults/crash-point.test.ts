import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { createMemoryCache } from '#platform/cache'
import { type Conn, sql } from '#platform/db'
import { createJobs, defineJob, defineSchedule, enqueue, handle } from '#platform/jobs'
import { sweepOnce } from '#platform/leases'
import { createDispatcher, defineEvent, emit, on } from '#platform/outbox'
import { createWake, type Wake } from '#platform/wake'
import { armCrashPoint, type CrashPoint } from './index.ts'

const Counted = defineEvent({
  type: 'test.counted',
  version: 1,
  entity: 'test',
  public: false,
  data: Type.Object({}),
})
const Count = defineJob({
  name: 'test.count',
  payload: Type.Object({}),
  leaseSeconds: 5,
  attemptsMax: 3,
  poison: 'retried_slowly',
})
const daily = defineSchedule({ name: 'test.daily', cron: '0 4 * * *', job: Count, payload: {} })
const now = new Date('2026-01-02T03:04:05Z')
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

const database = await useDatabase()
await sql`create table public.noted (what text)`.execute(database.pool)

describe('a process that is killed', () => {
  it.each<{ point: CrashPoint; events: number; jobs: number }>([
    { point: 'outbox.events.numbered', events: 1, jobs: 2 },
    { point: 'outbox.events.recorded', events: 1, jobs: 2 },
    { point: 'jobs.schedule.fired', events: 1, jobs: 2 },
    { point: 'jobs.job.claimed', events: 1, jobs: 2 },
    // At least once, and in this test both ran: running a job again must be harmless.
    { point: 'jobs.job.handled', events: 1, jobs: 4 },
  ])('at $point loses nothing, and records each event once', async ({ point, events, jobs }) => {
    const wake = createWake(createMemoryCache(() => now))
    let time = now
    const working = createJobs({
      database,
      handlers: [handle(Count, () => note(database.pool, 'job'))],
      schedules: [daily],
      wake,
      now: () => time,
      log: silent,
    })
    const dispatcher = noting(wake, () => time)
    await sql`delete from public.noted`.execute(database.pool)
    await sql`delete from platform.schedules`.execute(database.pool)
    await sql`delete from platform.subscriptions`.execute(database.pool)
    await working.drain()
    const eventId = await database.transaction(async (tx) => {
      enqueue(tx, Count, {}, { now })
      const about = { companyId: 'co_1', entityId: 'x', entityVersion: 1, occurredAt: now }
      return emit(tx, Counted, { ...about, data: {} })
    })

    time = new Date('2026-01-02T04:00:00Z')
    const killed = await runUntilKilled(database.url, point, time)
    expect(killed).toEqual({ signal: 'SIGKILL', output: '' })
    await untilForgotten()
    time = new Date('2026-01-02T04:01:00Z')
    for (const sweeping of working.sweepings) await sweepOnce(database, sweeping, time, silent)
    await dispatcher.drain()
    await working.drain()

    const { rows } = await sql<{ what: string }>`select what from public.noted`.execute(
      database.pool,
    )
    expect(rows.filter(({ what }) => what === eventId)).toHaveLength(events)
    expect(rows.filter(({ what }) => what === 'job').length).toBeGreaterThanOrEqual(2)
    expect(rows.filter(({ what }) => what === 'job').length).toBeLessThanOrEqual(jobs)
    const { rows: left } = await sql`select from platform.jobs`.execute(database.pool)
    expect(left).toHaveLength(0)
    wake.close()
  })

  it('while it sets an event aside or records it later leaves it recorded once', async () => {
    let time = now
    const wake = createWake(createMemoryCache(() => time))
    const dispatcher = noting(wake, () => time)
    const isAside = async () => (await dispatcher.setAside()).length === 1
    for (const table of ['public.noted', 'platform.subscriptions', 'platform.events']) {
      await sql`/* across companies: a clean table */ delete from ${sql.table(table)}`.execute(
        database.pool,
      )
    }
    const about = { companyId: 'co_1', entityId: 'x', entityVersion: 1, occurredAt: now }
    const eventId = await database.transaction((tx) => emit(tx, Counted, { ...about, data: {} }))
    await sql`alter table public.noted rename to away`.execute(database.pool)
    await dispatcher.drain()
    await sql`update platform.subscriptions set event_failures = 50`.execute(database.pool)

    time = new Date('2026-01-02T04:00:00Z')
    const killed = { signal: 'SIGKILL', output: '' }
    expect(await runUntilKilled(database.url, 'outbox.event.set_aside', time)).toEqual(killed)
    await untilForgotten()
    expect(await isAside()).toBe(false)
    await dispatcher.drain()
    expect(await isAside()).toBe(true)

    await sql`alter table public.away rename to noted`.execute(database.pool)
    time = new Date('2026-01-02T05:00:00Z')
    expect(await runUntilKilled(database.url, 'outbox.set_aside.recorded', time)).toEqual(killed)
    await untilForgotten()
    expect(await isAside()).toBe(true)
    await dispatcher.drain()
    expect(await isAside()).toBe(false)
    const { rows } = await sql<{ what: string }>`select what from public.noted`.execute(
      database.pool,
    )
    expect(rows).toEqual([{ what: eventId }])
    wake.close()
  })
})

describe('a crash point', () => {
  it('must exist to be armed, and does nothing unarmed', () => {
    expect(() => armCrashPoint('orders.never')).toThrow('there is no crash point orders.never')
    expect(() => armCrashPoint('jobs.job.claimed', 0)).toThrow()
  })
})

/** The same work in another process, which is killed at one point of it. */
const program = `
  import { Type } from 'typebox'
  import { createMemoryCache } from '#platform/cache'
  import { openDatabase, sql } from '#platform/db'
  import { armCrashPoint } from '#platform/faults'
  import { createJobs, defineJob, defineSchedule, handle } from '#platform/jobs'
  import { createDispatcher, defineEvent, on } from '#platform/outbox'
  import { createWake } from '#platform/wake'

  const [url, point, at] = process.argv.slice(1)
  const now = () => new Date(at)
  const database = openDatabase({ url, poolMax: 4, statementTimeoutMs: 5_000 })
  const wake = createWake(createMemoryCache(now))
  const log = { info() {}, warn() {}, error() {} }
  const Counted = defineEvent({ type: 'test.counted', version: 1, entity: 'test', public: false, data: Type.Object({}) })
  const Count = defineJob({ name: 'test.count', payload: Type.Object({}), leaseSeconds: 5, attemptsMax: 3, poison: 'retried_slowly' })
  const daily = defineSchedule({ name: 'test.daily', cron: '0 4 * * *', job: Count, payload: {} })
  const note = (conn, what) => sql\`insert into public.noted values (\${what})\`.execute(conn)
  const subscriptions = [on(Counted, { name: 'test.note', record: (tx, { id }) => note(tx, id) })]
  const handlers = [handle(Count, () => note(database.pool, 'job'))]

  armCrashPoint(point)
  await createDispatcher({ database, subscriptions, wake, now, log }).drain()
  await createJobs({ database, handlers, schedules: [daily], wake, now, log }).drain()
  console.log('survived')
  process.exit(0)
`

const note = (conn: Conn, what: string) =>
  sql`insert into public.noted values (${what})`.execute(conn).then(() => undefined)

function noting(wake: Wake, now: () => Date) {
  const subscriptions = [on(Counted, { name: 'test.note', record: (tx, { id }) => note(tx, id) })]
  return createDispatcher({ database, subscriptions, wake, now, log: silent })
}

/** Until PostgreSQL notices that a client is gone, all others skip the rows that the client has locked. */
async function untilForgotten(): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ open: number }>`
          select count(*) as open from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
        `.execute(database.pool)
        return rows[0]?.open
      },
      { timeout: 60_000 },
    )
    .toBe(0)
}

async function runUntilKilled(url: string, point: string, at: Date) {
  const child = spawn(
    process.execPath,
    ['--input-type=module-typescript', '--eval', program, url, point, at.toISOString()],
    { cwd: new URL('../../..', import.meta.url), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)]
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return { signal, output: (await stdout) + (await stderr) }
}
