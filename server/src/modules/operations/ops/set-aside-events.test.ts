import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, minutesMs } from '#kernel/time'
import { createIncidents } from '#modules/incidents'
import { createMemoryCache } from '#platform/cache'
import { sql } from '#platform/db'
import {
  createDispatcher,
  createSetAsideEvents,
  defineEvent,
  emit,
  eventLogProbe,
  on,
} from '#platform/outbox'
import { createMetrics } from '#platform/telemetry'
import { createWake } from '#platform/wake'
import { closeAtEnd } from '#testing/close-at-end'
import { anHttp, as, callers } from '../../../platform/http/http.fixture.ts'
import { setAsideRoutes, watchSetAsideEvents } from './index.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const OrderShipped = defineEvent({
  type: 'order.shipped',
  version: 1,
  entity: 'order',
  public: true,
  data: Type.Object({}),
})
const name = 'invoices.follow'
let time = new Date('2026-01-02T03:04:05Z')
const metrics = createMetrics()
const trouble = new Set<string>()
const now = () => time
const database = await useDatabase()
const watch = watchSetAsideEvents({ incidents: createIncidents({ database, now }), metrics })
const subscription = on(OrderShipped, {
  name,
  record: async (_tx, { entity }) => {
    if (trouble.has(entity.id)) throw new Error('no price for buyer@example.com')
  },
})
const wake = createWake(createMemoryCache(now))
const dispatcher = createDispatcher({
  database,
  subscriptions: [subscription],
  wake,
  now,
  log: silent,
  watch,
})
const http = closeAtEnd(
  await anHttp(setAsideRoutes({ database, setAside: createSetAsideEvents(watch), now }), {
    authenticate: async ({ 'x-api-key': caller = '' }) => callers[caller],
  }),
)

it('a set-aside event is reported, counted, shown and listed until an operator decides', async () => {
  trouble.add('ord_1').add('ord_2')
  const [one, behind] = [await ship('ord_1'), await ship('ord_1')]
  const two = await ship('ord_2')
  await drainOften(20)

  expect(await firing()).toMatchObject([
    { key: 'outbox.event-set-aside', dedupeKey: name, details: { eventId: two } },
  ])
  expect(JSON.stringify(await firing())).not.toContain('buyer@example.com')
  expect(await metrics.text()).toContain(`events_set_aside_total{subscription="${name}"} 2`)
  const probe = eventLogProbe(dispatcher, now)
  const { metrics: counted, problems } = await probe.read()
  expect(counted).toMatchObject({ behind: 0, setAside: 3, setAsideLines: 2 })
  expect(problems).toMatchObject([{ code: 'outbox.event-set-aside' }])
  expect(problems[0]?.message).toContain('order/ord_1 of co_1: no price')

  const [first, ...others] = (await call('GET', '')).body.data
  expect(first).toMatchObject({ subscription: name, companyId: 'co_1', line: 'order/ord_1' })
  expect([first, ...others].map(({ eventId }) => eventId)).toEqual([one, behind, two])
  expect(others[0]).toMatchObject({ failures: 0 })
  expect(others[0]).not.toHaveProperty('nextAttemptAt')
  const nextAttempts = async () =>
    (await call('GET', '')).body.data.map(
      ({ nextAttemptAt }: { nextAttemptAt?: string }) => nextAttemptAt,
    )
  expect(await nextAttempts()).toEqual([expect.any(String), undefined, expect.any(String)])
  const setDeaths = (deaths: number) =>
    sql`
      update platform.set_aside_events set deaths = ${deaths} where company_id = 'co_1' and event_id = ${two}
    `.execute(database.pool)
  await setDeaths(3)
  expect(await nextAttempts(), 'it waits for an operator').toEqual([
    expect.any(String),
    undefined,
    undefined,
  ])
  await setDeaths(0)
  const query = `?subscription=${name}&limit=2`
  const page = (await call('GET', query)).body
  const next = await call('GET', `${query}&cursor=${page.meta.nextCursor}`)
  expect(next.body.data.map(({ eventId }: { eventId: string }) => eventId)).toEqual([two])

  trouble.clear()
  expect((await call('POST', `/${name}/${behind}/retry`)).status).toBe(200)
  await dispatcher.drain()
  expect((await call('GET', '')).body.data).toMatchObject([{ eventId: two }])
  expect((await call('POST', `/${name}/${one}/retry`)).body.meta.code).toBe(
    'ops.event_not_set_aside',
  )
  const discard = `/${name}/${two}/discard`
  const note = 'Its invoice was written by hand.'
  expect((await call('POST', discard, { note: ' ' })).status).toBe(400)
  expect((await call('POST', discard, { note }, 'admin')).status).toBe(403)
  expect((await call('POST', discard, { note })).body.data).toMatchObject({ eventId: two })
  expect((await call('POST', discard, { note })).status).toBe(404)

  expect(await firing()).toEqual([])
  expect((await probe.read()).problems).toEqual([])
  const { rows } = await sql<{ action: string; details: object }>`
    /* across companies: the last entries, whose ever they are */
    select action, details from platform.audit_entries order by occurred_at, action desc
  `.execute(database.pool)
  expect(rows).toMatchObject([
    { action: 'ops.event_retried', details: { subscription: name, companyId: 'co_1' } },
    { action: 'ops.event_discarded', details: { line: 'order/ord_2', note } },
  ])
})

const ship = (entityId: string) =>
  database.transaction((tx) => {
    const about = { companyId: 'co_1', entityId, entityVersion: 1, occurredAt: time }
    return emit(tx, OrderShipped, { ...about, data: {} })
  })

async function drainOften(times: number): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) {
    await dispatcher.drain()
    time = after(time, minutesMs(1))
  }
}

const firing = () => createIncidents({ database, now }).list({ status: 'firing' }, { limit: 10 })

async function call(method: 'GET' | 'POST', path: string, payload?: object, caller = 'operator') {
  const request = { method, url: `/admin/events/set-aside${path}`, headers: as(caller) }
  const answer = await http.inject({ ...request, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.json() }
}
