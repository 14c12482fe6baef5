import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, hoursMs } from '#kernel/time'
import { createIncidents } from '#modules/incidents'
import { createTallies } from '#platform/tallies'
import { createLog, createMetrics } from '#platform/telemetry'
import { readImageHealth } from './image-health.ts'
import { imagesProbe } from './images-probe.ts'
import { createImageMetrics } from './metrics.ts'
import { reportFailureRate } from './watch-failure-rate.ts'

const database = await useDatabase()
const noon = new Date('2026-03-02T12:30:00Z')
const clock = { now: noon }
const now = () => clock.now
const tallies = createTallies({ database, now, log: createLog({ level: 'silent' }) })
const metrics = createImageMetrics(createMetrics(), tallies)
const readHealth = () => readImageHealth({ database, tallies, now, hasProcessor: true })
const incidents = createIncidents({ database, now })
const probe = imagesProbe(readHealth, now)

it('shows the counts, the average latency and the trend of the failure rate', async () => {
  clock.now = after(noon, -hoursMs(3))
  for (let count = 0; count < 90; count += 1) metrics.processed(20)
  for (let count = 0; count < 10; count += 1) metrics.failed('unavailable')
  clock.now = noon
  for (let count = 0; count < 10; count += 1) metrics.processed(40)
  metrics.failed('busy')
  // These are no failures: a broken picture, and a product without one.
  metrics.failed('refused')
  metrics.placeholder('no_picture')
  metrics.placeholder('not_ready')
  metrics.placeholder('failed')

  const { metrics: shown, problems } = await probe.read()

  expect(problems).toEqual([])
  expect(shown).toMatchObject({
    placeholdersLastDay: 2,
    processorSuccesses: 100,
    processorFailures: 11,
    averageLatencyMs: 22,
    failureRateLastHour: 0.091,
    failureRateLastDay: 0.099,
    failureRateTrend: -0.008,
  })
})

it('notifies operators while many requests fail, and ends the incident afterwards', async () => {
  const report = () => reportFailureRate({ database, incidents, readHealth, now })
  const open = () => incidents.list({ status: 'firing' }, { limit: 10 })
  await report()
  expect(await open()).toEqual([])

  for (let count = 0; count < 10; count += 1) metrics.failed('unavailable')
  await report()
  await report()

  expect(await open()).toMatchObject([{ key: 'images.failure-rate', severity: 'warning' }])
  const { problems } = await probe.read()
  expect(problems).toMatchObject([{ code: 'images.failure-rate', action: expect.any(String) }])

  clock.now = after(noon, hoursMs(1))
  await report()
  expect(await open()).toEqual([])
  expect((await probe.read()).problems).toEqual([])
})
