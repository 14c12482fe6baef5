import { Type } from 'typebox'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, secondsMs } from '#kernel/time'
import { createIncidents } from '#modules/incidents'
import { createMemoryCache } from '#platform/cache'
import { sql } from '#platform/db'
import {
  createGivenUpJobs,
  createJobs,
  defineJob,
  defineSchedule,
  enqueue,
  handle,
} from '#platform/jobs'
import { sweepOnce } from '#platform/leases'
import { createMetrics } from '#platform/telemetry'
import { createWake } from '#platform/wake'
import { closeAtEnd } from '#testing/close-at-end'
import { anHttp, as } from '../../../platform/http/http.fixture.ts'
import { jobRoutes, watchFailingJobs } from './index.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const paymentId = 'pay_01m7xb82dw3khw78phh28dvacd'
const PayBack = defineJob({
  name: 'orders.pay_back',
  payload: Type.Object({ paymentId: Type.String(), to: Type.String() }),
  leaseSeconds: 30,
  attemptsMax: 2,
  poison: 'set_aside',
})
const KeepTrying = defineJob({
  name: 'orders.keep_trying',
  payload: Type.Object({}),
  leaseSeconds: 30,
  attemptsMax: 100,
  poison: 'set_aside',
})
const Tidy = defineJob({
  name: 'platform.tidy',
  payload: Type.Object({}),
  leaseSeconds: 30,
  attemptsMax: 1,
  poison: 'retried_slowly',
})
const tidyDaily = defineSchedule({
  name: 'platform.tidy_daily',
  cron: '0 4 * * *',
  job: Tidy,
  payload: {},
})

/** Just after the schedule has fired: no test but its own comes to its next time. */
const start = new Date('2026-01-02T04:05:06Z')
/** What every run of any job meets. */
let trouble: string | undefined
const metrics = createMetrics()
const incidents = () => createIncidents({ database, now })
const now = () => time
const database = await useDatabase()
let time: Date = start
const watch = watchFailingJobs({ incidents: incidents(), metrics })
const run = async () => {
  if (trouble !== undefined) throw new Error(trouble)
}
const jobs = createJobs({
  database,
  handlers: [handle(PayBack, run), handle(KeepTrying, run), handle(Tidy, run)],
  schedules: [tidyDaily],
  wake: createWake(createMemoryCache(now)),
  now,
  log: silent,
  watch,
})
const givenUp = createGivenUpJobs(watch, [PayBack.name, KeepTrying.name, Tidy.name])
const http = closeAtEnd(await anHttp(jobRoutes({ database, givenUp, now })))

beforeEach(async () => {
  time = start
  trouble = 'no answer for buyer@example.com'
  await sql`delete from platform.jobs`.execute(database.pool)
  await sql`delete from incidents.incidents`.execute(database.pool)
})

describe('a job that was given up', () => {
  it('is reported, counted and listed with its error and ids, and nothing else', async () => {
    const id = await aGivenUpJob()

    expect(await firing()).toEqual(['platform.job-failing orders.pay_back'])
    const [incident] = await incidents().list({}, { limit: 1 })
    expect(incident?.details).toMatchObject({ jobId: id, givenUp: true, refersTo: { paymentId } })
    expect(JSON.stringify(incident)).not.toContain('buyer@example.com')
    expect(await metrics.text()).toContain('jobs_given_up_total{job="orders.pay_back"} 1')
    const { body } = await call('GET', '')
    expect(body.data).toMatchObject([
      { id, job: 'orders.pay_back', attempts: 2, lastError: trouble, refersTo: { paymentId } },
    ])
    expect(body.data[0].refersTo).not.toHaveProperty('to')
    expect(body.data[0].givenUpAt).toBeDefined()
  })

  it('runs when it is retried, once, and resolves the incident', async () => {
    const id = await aGivenUpJob()
    trouble = undefined
    expect((await call('POST', `/${id}/retry`)).body.data).toMatchObject({ id, attempts: 0 })
    expect((await call('POST', `/${id}/retry`)).body.meta.code).toBe('ops.job_not_found')
    expect(await firing()).toEqual([])
    expect(await jobs.drain()).toBe(1)
    expect(await rows()).toBe(0)
  })

  it('is reported again when it is given up again', async () => {
    const id = await aGivenUpJob()
    await call('POST', `/${id}/retry`)
    await drainOften(2)
    expect(await firing()).toEqual(['platform.job-failing orders.pay_back'])
  })

  it('can be retried with all jobs of its kind, or discarded with a note', async () => {
    const ids = [await aGivenUpJob(), await aGivenUpJob(), await aGivenUpJob()]
    expect(await idsListed('?limit=2')).toEqual([ids[2], ids[1]])
    expect((await call('POST', '/retry', { job: PayBack.name, limit: 2 })).body.data).toEqual({
      retried: 2,
      remaining: 1,
    })
    expect(await idsListed('?job=orders.pay_back')).toEqual([ids[2]])
    expect(await firing()).toHaveLength(1)
    expect((await call('POST', `/${ids[2]}/discard`, { note: ' ' })).status).toBe(400)
    const note = 'Paid back by hand.'
    expect((await call('POST', `/${ids[2]}/discard`, { note })).status).toBe(200)
    expect(await idsListed()).toEqual([])
    expect(await firing()).toEqual([])
    const { rows: entries } = await sql<{ action: string; details: object }>`
      /* across companies: the last entry, whose ever it is */
      select action, details from platform.audit_entries where action = 'ops.job_discarded'
    `.execute(database.pool)
    expect(entries).toMatchObject([{ action: 'ops.job_discarded', details: { note, paymentId } }])
  })

  it('is reported when its worker was lost in the last attempt, too', async () => {
    const payload = { paymentId, to: 'buyer@example.com' }
    await database.transaction(async (tx) => enqueue(tx, PayBack, payload, { now: time }))
    await sql`
      update platform.jobs set state = 'LEASED', attempts = 2, lease_token = 'gone',
        lease_until = ${time}
    `.execute(database.pool)
    for (const sweeping of jobs.sweepings) await sweepOnce(database, sweeping, time, silent)
    expect(await firing()).toEqual(['platform.job-failing orders.pay_back'])
    expect((await call('GET', '')).body.data).toMatchObject([{ lastError: 'Its worker was lost.' }])
  })

  it('that runs on a schedule is resolved by the next successful run', async () => {
    time = new Date('2026-03-01T03:59:00Z')
    await jobs.drain()
    time = new Date('2026-03-01T04:00:00Z')
    await jobs.drain()
    expect(await firing()).toEqual(['platform.job-failing platform.tidy'])
    trouble = undefined
    time = new Date('2026-03-02T04:00:00Z')
    await jobs.drain()
    expect(await firing()).toEqual([])
    expect(await rows()).toBe(0)
  })

  it('is visible to operators alone', async () => {
    for (const caller of ['admin', 'buyer', 'writer']) {
      expect((await call('GET', '', undefined, caller)).status).toBe(403)
    }
  })
})

it('a job that fails repeatedly is reported after ten failures and resolved when it succeeds', async () => {
  await database.transaction(async (tx) => enqueue(tx, KeepTrying, {}, { now: time }))
  await drainOften(9)
  expect(await firing()).toEqual([])
  await drainOften(1)
  expect(await firing()).toEqual(['platform.job-failing orders.keep_trying'])
  trouble = undefined
  await drainOften(1)
  expect(await firing()).toEqual([])
})

async function rows(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from platform.jobs
  `.execute(database.pool)
  return rows[0]?.count ?? 0
}

async function aGivenUpJob(): Promise<string> {
  const payload = { paymentId, to: 'buyer@example.com' }
  const id = await database.transaction(async (tx) => enqueue(tx, PayBack, payload, { now: time }))
  await drainOften(2)
  return id
}

async function drainOften(times: number): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) {
    await jobs.drain()
    time = after(time, secondsMs(5_000))
  }
}

async function firing(): Promise<string[]> {
  const open = await incidents().list({ status: 'firing' }, { limit: 10 })
  return open.map(({ key, dedupeKey }) => `${key} ${dedupeKey}`)
}

async function call(method: 'GET' | 'POST', path: string, payload?: object, caller = 'operator') {
  const request = { method, url: `/admin/jobs/given-up${path}`, headers: as(caller) }
  const answer = await http.inject({ ...request, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.json(), text: answer.body }
}

const idsListed = async (query = '') =>
  (await call('GET', query)).body.data.map(({ id }: { id: string }) => id)
