import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, hoursMs, minutesMs } from '#kernel/time'
import { createIncidents } from '#modules/incidents'
import { sql } from '#platform/db'
import { sectionInLanguage } from '#platform/health'
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
  expect(problems).toMatchObject([
    { code: 'images.failure-rate', since: noon.toISOString(), action: expect.any(String) },
  ])
  // At 13:05 the failures are 35 minutes old, though a new hour has begun.
  clock.now = after(noon, minutesMs(35))
  await report()
  expect(await open()).toMatchObject([{ key: 'images.failure-rate' }])

  clock.now = after(noon, hoursMs(1))
  await report()
  expect(await open()).toEqual([])
  expect((await probe.read()).problems).toEqual([])
})

it('notices pictures that wait for a worker, and not those that wait for their next attempt', async () => {
  const insert = (productId: string, availableAt: Date) =>
    sql`
    insert into images.pictures
      (company_id, product_id, version, source_url, state, wanted_by, available_at, created_at, updated_at)
    values ('co_1', ${productId}, 's1', 'https://pictures.example.com/1.jpg', 'WAITING', 'REQUEST', ${availableAt},
      ${noon}, ${noon})`.execute(database.pool)
  clock.now = after(noon, hoursMs(2))
  await insert('prd_retried', clock.now)
  expect((await probe.read()).problems).toEqual([])

  await insert('prd_waiting', after(clock.now, -minutesMs(11)))
  expect(await probe.read()).toMatchObject({
    metrics: { picturesWaiting: 2, picturesPerMinute: 0, minutesUntilPictures: 0 },
    problems: [
      {
        code: 'images.pictures-behind',
        action: expect.stringContaining('Check that a process with the role worker runs'),
      },
    ],
  })

  for (let count = 0; count < 10; count += 1) metrics.fetched('stored')
  for (let count = 0; count < 4; count += 1) metrics.fetched('retried')
  clock.now = after(clock.now, minutesMs(20))
  const { metrics: shown, problems } = await probe.read()
  expect(shown).toMatchObject({ picturesPerMinute: 0.5, minutesUntilPictures: 4 })
  expect(problems).toMatchObject([
    {
      code: 'images.pictures-behind',
      message: expect.stringContaining('0.5 a minute are done, so it takes about 4 minutes more'),
      action: expect.stringMatching(/^Wait/),
    },
  ])
  await sql`delete from images.pictures where company_id = 'co_1'`.execute(database.pool)
})

it('names the hosts that refuse many pictures, in each language', async () => {
  clock.now = after(noon, hoursMs(5))
  const failed = (host: string, count: number, failure: string) =>
    sql`
    insert into images.pictures
      (company_id, product_id, version, source_url, state, wanted_by, available_at, failure, created_at, updated_at)
    select 'co_1', ${host} || n, 's1', 'https://' || ${host} || '/' || n, 'FAILED', 'IMPORT', ${clock.now}, ${failure},
      ${noon}, ${clock.now} from generate_series(1, ${count}::integer) n`.execute(database.pool)
  await failed('closed.example', 25, 'status_403')
  await failed('gone.example', 20, 'status_404')
  await failed('mostly-well.example', 19, 'timeout')

  const { metrics: shown, problems } = await probe.read()
  const hosts = 'closed.example (25: status_403), gone.example (20: status_404)'
  expect(shown).toMatchObject({ hostsRefusing: 2, picturesFailedLastDay: 64 })
  expect(problems).toMatchObject([{ code: 'images.hosts-refuse', names: { hosts } }])
  const [problem] = sectionInLanguage(
    { status: 'degraded', generatedAt: noon.toISOString(), metrics: shown, problems },
    'de',
  ).problems
  expect(problem?.message).toBe(
    `Viele Bilder des letzten Tages konnten von diesen Hosts nicht geholt werden: ${hosts}.`,
  )
  expect(problem).not.toHaveProperty('names')
})
