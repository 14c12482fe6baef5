import { beforeEach, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, daysMs, hoursMs, minutesMs } from '#kernel/time'
import { sql } from '#platform/db'
import type { Probe } from '#platform/health'
import { anHttp, as } from '../../../../platform/http/http.fixture.ts'
import { samplingSections } from './sample-sections.ts'
import { seriesRoutes } from './series-routes.ts'

const database = await useDatabase()
const noon = new Date('2026-03-02T12:00:00Z')
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const signal = new AbortController().signal
let time = noon
const now = () => time
const probe = (name: string, headline?: string): Probe => ({
  name,
  surfaces: ['ops'],
  ...(headline !== undefined && { headline }),
  read: async () => ({ metrics: {}, problems: [] }),
})
const probes = [probe('webhooks', 'pending'), probe('mail', 'waiting'), probe('vacuum')]
let pending: number | undefined

beforeEach(async () => {
  time = noon
  await sql`delete from ops.section_samples`.execute(database.pool)
})

it('a quarter of an hour keeps the highest value that a look of any worker has read', async () => {
  const [one, other] = [looking(), looking()]
  for (const [look, minutes, value] of [
    [one, 0, 3],
    [other, 5, 9],
    [one, 14, 4],
    [one, 15, 0],
  ] as const) {
    time = after(noon, minutesMs(minutes))
    pending = value
    await look()
  }

  expect(await series()).toEqual([
    {
      section: 'webhooks',
      metric: 'pending',
      points: [
        { at: noon.toISOString(), value: 9 },
        { at: after(noon, minutesMs(15)).toISOString(), value: 0 },
      ],
    },
    { section: 'mail', metric: 'waiting', points: [] },
  ])
})

it('a section that could not be read leaves a gap', async () => {
  pending = undefined
  await looking()()
  expect((await series()).map(({ points }) => points)).toEqual([[], []])
})

it('the series end after 24 hours, and the table after two days', async () => {
  const look = looking()
  pending = 1
  await look()
  time = after(noon, hoursMs(24))
  expect((await series())[0]?.points).toEqual([])
  time = after(noon, daysMs(2) + minutesMs(15))
  await look()
  const { rows } = await sql`select 1 from ops.section_samples`.execute(database.pool)
  expect(rows).toHaveLength(1)
})

it('a look is worth as much when its sample cannot be written', async () => {
  await sql`alter table ops.section_samples rename to samples_elsewhere`.execute(database.pool)
  pending = 1
  expect(await looking()()).toMatchObject({ webhooks: { metrics: { pending: 1 } } })
  await sql`alter table ops.samples_elsewhere rename to section_samples`.execute(database.pool)
})

function looking() {
  const read = samplingSections({ database, probes, now, log }, async () =>
    pending === undefined
      ? { webhooks: { status: 'unknown', metrics: {} } }
      : { webhooks: { metrics: { pending, retrying: 7 } }, vacuum: { metrics: { deadRows: 1 } } },
  )
  return () => read('ops', signal)
}

type Series = { section: string; metric: string; points: { at: string; value: number }[] }

async function series(): Promise<Series[]> {
  const http = await anHttp(seriesRoutes({ database, probes, now }), { now })
  const answer = await http.inject({ url: '/admin/operations/series', headers: as('operator') })
  await http.close()
  return answer.json().data
}
