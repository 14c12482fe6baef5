import type { AddressInfo } from 'node:net'
import { beforeEach, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, daysMs, minutesMs } from '#kernel/time'
import { createIncidents } from '#modules/incidents'
import { sql } from '#platform/db'
import type { Probe } from '#platform/health'
import { createOutbound } from '#platform/net'
import { closeAtEnd } from '#testing/close-at-end'
import { anHttp } from '../../../platform/http/http.fixture.ts'
import { healthRoutes, watchDependencies } from './index.ts'
import { readOver, surfaceLooker } from './watch-surfaces.ts'

const token = 'h'.repeat(32)
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const signal = new AbortController().signal
/** Of whoever looks, and of the API that is looked at. */
let time: Date
/** What keeps the API's section from being read. */
let trouble: string | undefined
let isDatabaseDown: boolean
const probe = (name: string): Probe => ({
  name,
  surfaces: ['ops', 'detailed'],
  read: async () => {
    if (trouble !== undefined) throw new Error(trouble)
    return { metrics: {}, problems: [] }
  },
})

const database = await useDatabase()
const outbound = closeAtEnd(createOutbound({ allowPrivate: true, userAgent: 'Purveyor' }))
const now = () => apiTime
const ping = async () => {
  if (isDatabaseDown) throw new Error('nobody is there')
}
let apiTime: Date = new Date('2026-01-02T03:04:05Z')
const routes = healthRoutes({
  version: '1.0.0',
  startedAt: apiTime,
  now,
  readiness: {
    status: 'ready',
    environment: 'test',
    required: [],
    missing: [],
    policy: [],
    promotion: { ready: true, blockers: [] },
  },
  dependencies: watchDependencies([{ name: 'database', ping }], now),
  probes: [probe('catalog')],
  cannotServe: () => undefined,
})
const api = closeAtEnd(await anHttp(routes, { healthToken: token, now }))
await api.listen({ port: 0, host: '127.0.0.1' })
const url = `http://127.0.0.1:${(api.server.address() as AddressInfo).port}`

beforeEach(async () => {
  // Each test on a day of its own: what was read of the dependencies is held for a second.
  time = after(apiTime, daysMs(1))
  apiTime = time
  trouble = undefined
  isDatabaseDown = false
  await sql`delete from incidents.incidents`.execute(database.pool)
})

it('a section that fails at two looks makes both surfaces incomplete until it works', async () => {
  const look = looking()
  await look(2)
  trouble = 'the statement took too long'
  await look(1)
  expect(await firing()).toEqual([])
  await look(1)
  const said = 'incomplete: catalog cannot be read: the statement took too long.'
  expect(await firing()).toEqual([
    `ops.surface-incomplete: /health/detailed is ${said}`,
    `ops.surface-incomplete: /health/ops is ${said}`,
  ])
  trouble = undefined
  await look(1)
  expect(await firing()).toEqual([])
})

it('an answer without a section of this release is incomplete', async () => {
  await looking({ expected: ['catalog', 'jobs'] })(2)
  expect((await firing())[1]).toBe(
    'ops.surface-incomplete: /health/ops is incomplete: jobs is not there.',
  )
})

it('a cached answer is stale', async () => {
  const look = looking()
  apiTime = after(time, -minutesMs(5))
  await look(2)
  expect(await firing()).toEqual([
    'ops.surface-stale: /health/detailed is stale: the answer is 300 s old.',
    'ops.surface-stale: /health/ops is stale: the answer is 300 s old.',
  ])
  apiTime = time
  await look(1)
  expect(await firing()).toEqual([])
})

it.each([
  ['does not answer', { base: 'http://127.0.0.1:9' }, /it cannot be read: /],
  ['does not know us', { bearer: 'x'.repeat(32) }, /it cannot be read: status 401/],
])('a surface that %s is stale', async (_what, way, said) => {
  await looking(way)(2)
  expect(await firing()).toHaveLength(2)
  expect((await firing())[0]).toMatch(said)
})

it('an unreadable surface does not resolve its missing sections', async () => {
  const look = looking()
  trouble = 'the statement took too long'
  await look(2)
  expect(await firing()).toHaveLength(2)
  await looking({ base: 'http://127.0.0.1:9' })(2)
  expect((await firing()).map((said) => said.split(':')[0])).toEqual([
    'ops.surface-incomplete',
    'ops.surface-incomplete',
    'ops.surface-stale',
    'ops.surface-stale',
  ])
  trouble = undefined
  await looking()(1)
  expect(await firing()).toEqual([])
})

it('a database that is away has an incident of its own', async () => {
  isDatabaseDown = true
  trouble = 'no database'
  await looking()(3)
  expect(await firing()).toEqual([])
})

it('a new watcher resolves what the previous one raised', async () => {
  trouble = 'the statement took too long'
  await looking()(2)
  expect(await firing()).toHaveLength(2)
  trouble = undefined
  await looking()(1)
  expect(await firing()).toEqual([])
})

function looking({ expected = ['catalog'], base = url, bearer = token } = {}) {
  const now = () => time
  const read = readOver(outbound, base, bearer)
  const look = surfaceLooker({
    database,
    incidents: incidents(),
    read,
    expected: () => expected,
    now,
    log,
  })
  return async (times: number) => {
    for (let one = 0; one < times; one += 1) {
      await look(signal)
      time = after(time, minutesMs(1))
      apiTime = after(apiTime, minutesMs(1))
    }
  }
}

async function firing(): Promise<string[]> {
  const open = await incidents().list({ status: 'firing' }, { limit: 10 })
  return open.map(({ key, summary }) => `${key}: ${summary}`).sort()
}

const incidents = () => createIncidents({ database, now: () => time })
