import type { ServerResponse } from 'node:http'
import { beforeEach, expect, it } from 'vitest'
import { newId } from '#kernel/id'
import { after, hoursMs, minutesMs, secondsMs } from '#kernel/time'
import { createIncidents } from '#modules/incidents'
import { sql } from '#platform/db'
import { aPage, useSupplierSite } from '#testing/hosts/supplier-site'
import { operator, useCrawlStage } from '../crawl.fixture.ts'
import type { Run } from '../runs/run.ts'
import { quantileOf, readCrawlHealth } from './crawl-health.ts'
import { crawlProbe } from './crawl-probe.ts'
import { reportSignals } from './watch-crawl.ts'

const stage = await useCrawlStage({ runsAtOnce: 1 })
const { database, tallies, crawls, deps, advance } = stage
const site = await useSupplierSite()
const thresholds = {
  queuedRunsMax: 1,
  queuedSecondsMax: 900,
  runningSecondsMax: 3_600,
  redispatchesPerHourMax: 2,
  latencyP95MsMax: 20,
  failureRateMax: 0.4,
}
const incidents = createIncidents({ database, now: deps.now })
const readHealth = () => readCrawlHealth({ database, tallies, now: deps.now })
const probe = crawlProbe(readHealth, thresholds)

/** Each test has an hour of its own. */
beforeEach(() => {
  site.reset()
  advance(hoursMs(2))
})

/** What operators are notified of, which is also what the health surfaces show. */
async function raised(): Promise<string[]> {
  await reportSignals({ database, incidents, readHealth, thresholds })
  const firing = await incidents.list({ status: 'firing' }, { limit: 10 })
  const keys = firing.map(({ key }) => key).sort()
  expect((await probe.read()).problems.map(({ code }) => code).sort()).toEqual(keys)
  return keys
}

const metrics = async () => (await probe.read()).metrics

it('runs that wait for a worker are a backlog, by their number and by their age, until they were read', async () => {
  const waiting: ServerResponse[] = []
  site.below('/slow', (_request, response) => waiting.push(response))
  const runs: Run[] = []
  for (const at of [1, 2, 3]) runs.push(await start(`/slow/${at}`))
  await expect.poll(() => waiting.length).toBe(1)
  await propose('/proposed')
  expect(await raised()).toEqual(['crawl.queue-backlog'])
  expect(await metrics()).toMatchObject({
    queueDepth: 2,
    runsRunning: 1,
    runsAwaitingConfirmation: 1,
  })

  await crawls.cancel(operator, (runs[2] as Run).id)
  expect(await raised(), 'one may wait').toEqual([])
  advance(minutesMs(20))
  expect(await raised(), 'but not for long').toEqual(['crawl.queue-backlog'])
  expect((await metrics()).oldestQueuedSeconds).toBeGreaterThanOrEqual(1_200)

  site.below('/slow', (_request, response) => response.end(aPage([])))
  for (const response of waiting) response.end(aPage([]))
  for (const run of runs) await stage.ended(run)
  expect(await raised()).toEqual([])
})

it('a run that takes too long is a backlog until it ends', async () => {
  const waiting: ServerResponse[] = []
  site.pages.set('/long', (_request, response) => waiting.push(response))
  const run = await start('/long')
  await expect.poll(() => waiting.length).toBe(1)
  advance(minutesMs(61))
  expect(await raised()).toEqual(['crawl.queue-backlog'])
  expect(await metrics()).toMatchObject({ queueDepth: 0, runsRunning: 1 })
  expect((await metrics()).oldestRunningSeconds).toBeGreaterThanOrEqual(3_660)

  await crawls.cancel(operator, run.id)
  for (const response of waiting) response.end(aPage([]))
  expect(await raised()).toEqual([])
})

it('many runs that lose their worker in an hour are a spike, which ends with the hour', async () => {
  const lost: Run[] = []
  for (const at of [1, 2, 3]) lost.push(await lostRun(`/lost/${at}`))
  await stage.sweep()
  for (const run of lost) await stage.ended(run)
  expect(await raised()).toEqual(['crawl.reconcile-redispatch-spike'])
  expect((await metrics()).redispatchesLastHour).toBe(3)
  expect(await stage.metrics.text()).toContain('crawl_redispatches_total 3')

  advance(minutesMs(66))
  expect(await raised()).toEqual([])
})

it('a host that answers slowly degrades the latency until its pages are an hour old', async () => {
  const names = Array.from({ length: 24 }, (_one, at) => `/p/${at}`)
  site.pages.set('/slowly', aPage(names))
  site.below('/p/', (_request, response) => setTimeout(() => response.end(aPage([])), 30))
  await stage.ended(await start('/slowly'))
  expect(await raised()).toEqual(['crawl.latency-degraded'])
  const { pageLatencyP50Ms, pageLatencyP95Ms } = await metrics()
  expect(pageLatencyP50Ms).toBeGreaterThan(20)
  expect(pageLatencyP95Ms).toBeGreaterThanOrEqual(Number(pageLatencyP50Ms))

  advance(minutesMs(66))
  expect(await raised()).toEqual([])
  expect(await metrics()).toMatchObject({ pageLatencyP50Ms: 0, pageLatencyP95Ms: 0 })
})

it('many pages that fail degrade the failure rate until they are an hour old', async () => {
  const names = Array.from({ length: 24 }, (_one, at) => `/p/${at}`)
  site.pages.set('/failing', aPage(names))
  for (const [at, name] of names.entries()) site.pages.set(name, at % 2 === 0 ? 418 : aPage([]))
  const run = await stage.ended(await start('/failing'))
  expect(run.state).toBe('PARTIAL')
  expect(await raised()).toContain('crawl.failure-rate-degraded')
  expect((await metrics()).failureRateLastHour).toBe(0.48)
  expect(await stage.metrics.text()).toContain('crawl_pages_total{state="FAILED"} 12')

  advance(minutesMs(66))
  expect(await raised()).toEqual([])
})

it('a few pages raise nothing, however slow or broken they are', async () => {
  site.pages.set('/few', (_request, response) => setTimeout(() => response.end(aPage(['/x'])), 30))
  site.pages.set('/x', 418)
  await stage.ended(await start('/few'))
  expect(await raised()).toEqual([])
})

it('the latency is read from counts, between two bounds', () => {
  expect(quantileOf([], 0.95)).toBe(0)
  expect(quantileOf([0, 0, 0], 0.5)).toBe(0)
  expect(quantileOf([10, 0, 0], 0.5)).toBe(5)
  expect(quantileOf([50, 45, 5], 0.95)).toBe(25)
  expect(quantileOf([0, 0, 4], 1)).toBe(50)
})

async function start(path: string): Promise<Run> {
  const source = await stage.aSource(site.url + path)
  return crawls.start(operator, { sourceId: source.id }, undefined)
}

/** A run that a brief has proposed is no backlog: it waits for a person. */
async function propose(path: string): Promise<void> {
  const source = await stage.aSource(site.url + path)
  const { id: requestedBy, companyId: requestingCompanyId } = operator
  await database.transaction((tx) =>
    crawls.propose(tx, source, {
      requestedBy,
      requestingCompanyId,
      query: undefined,
      now: deps.now(),
    }),
  )
}

/** A run that a worker of a process that is gone has held. */
async function lostRun(path: string): Promise<Run> {
  const { companyId, id: sourceId } = await stage.aSource(site.url + path)
  const at = deps.now()
  const id = newId('crl', at)
  await sql`
    insert into crawl.runs (company_id, id, source_id, number, state, available_at, attempts, dispatches, last_event,
      lease_token, lease_until, created_at)
    values (${companyId}, ${id}, ${sourceId}, 1, 'RUNNING', ${at}, 1, 1, 0, 'lse_1@gone', ${after(at, -secondsMs(1))}, ${at})
  `.execute(database.pool)
  return crawls.getRun(operator, id)
}
