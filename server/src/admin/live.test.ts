import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, minutesMs } from '#kernel/time'
import { sql } from '#platform/db'
import { type AnAdminRuntime, accessSecret, anAdminRuntime, anApi } from '#testing/admin'
import { bodyOf, cookieOf, get, signedIn, tokensOf } from '#testing/admin-browser'
import { closeAtEnd } from '#testing/close-at-end'
import { aCompany, aPerson } from '#testing/identity'
import { forwardInto } from './forward.ts'

const start = new Date('2026-01-02T03:04:05Z')
let now = start
const clock = () => now
const database = await useDatabase()
const companyId = await aCompany(database)
const operator = await aPerson(database, { companyId, role: 'operator' })
const buyer = await aPerson(database, { companyId })
const probes = [
  {
    name: 'checkoutLifecycle',
    surfaces: ['ops'] as const,
    read: async () => ({ metrics: { reserved: 2 }, problems: [] }),
  },
]
const api = closeAtEnd(await anApi({ database, now: clock, probes }))
const path = '/admin/operations/stream'

beforeEach(() => {
  now = start
})

describe.each([
  ['with the secret', () => ({ accessSecret })],
  ['through the API', () => ({})],
  ['inside the process of the API', () => ({ forward: forwardInto(api.http) })],
])('the stream of readings, with tokens checked %s', (_name, options) => {
  let runtime: AnAdminRuntime
  beforeAll(async () => {
    runtime = await anAdminRuntime({ apiUrl: api.url, now: clock, liveEveryMs: 25, ...options() })
  })
  afterAll(() => runtime.close())

  it('has the surface and the firing incidents, again and again', async () => {
    const cookie = await signedIn(runtime, operator)
    const answer = await get(runtime, `${path}?readings=3`, { cookie })

    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store, no-transform')
    const readings = readingsIn(await answer.text())
    expect(readings).toHaveLength(3)
    expect(readings[2]).toMatchObject({
      surface: { status: 'ok', checkoutLifecycle: { metrics: { reserved: 2 } } },
      incidents: [],
    })
  })

  it('is for operators alone, and takes no parameter but its length', async () => {
    expect((await get(runtime, path)).status).toBe(401)
    const { accessToken } = await tokensOf(api.url, buyer)
    const refused = await get(runtime, path, { authorization: `Bearer ${accessToken}` })
    expect(refused.status).toBe(403)
    expect((await get(runtime, `${path}?readings=0`)).status).toBe(400)
    expect((await get(runtime, `${path}?every=1`)).status).toBe(400)
  })

  it('renews an expired session before the first reading', async () => {
    const cookie = await signedIn(runtime, operator)
    now = after(start, minutesMs(11))
    const answer = await get(runtime, `${path}?readings=1`, { cookie })
    expect(answer.status).toBe(200)
    expect(cookieOf(answer)).not.toBe(cookie)
    expect(readingsIn(await answer.text())).toHaveLength(1)
  })

  it('ends when its token expires, and when its person is no longer an operator', async () => {
    const cookie = await signedIn(runtime, operator)
    const expiring = await begun(await get(runtime, path, { cookie }))
    now = after(start, minutesMs(11))
    await expiring.end()
    expect((await get(runtime, `${path}?readings=1`, { cookie })).status).toBe(200)

    now = start
    const demoted = await aPerson(database, { companyId, role: 'operator' })
    const headers = { cookie: await signedIn(runtime, demoted) }
    const stream = await begun(await get(runtime, path, headers))
    await sql`update identity.memberships set roles = array['buyer']
      where company_id = ${demoted.actor.companyId} and user_id = ${demoted.actor.id}`.execute(
      database.pool,
    )
    api.identity.forgetCredentials()
    await stream.end()
    const refused = await get(runtime, path, headers)
    expect(refused.status).toBe(403)
    expect(await bodyOf(refused)).toMatchObject({ meta: { code: 'identity.access_denied' } })
  })
})

it('the stream ends with the process, and says nothing of an API that is down', async () => {
  const down = await anApi({ database, now: clock, probes })
  const runtime = await anAdminRuntime({ apiUrl: down.url, now: clock, liveEveryMs: 25 })
  const cookie = await signedIn(runtime, operator)
  const stream = await begun(await get(runtime, path, { cookie }))
  await down.close()
  await stream.end()
  const refused = await get(runtime, path, { cookie })
  expect(refused.status).toBe(503)
  expect(await bodyOf(refused)).toMatchObject({ meta: { code: 'platform.dependency_down' } })
  await runtime.close()
})

it('a process sends a limited number of streams, until one of them ends', async () => {
  const limits = { liveEveryMs: 25, liveStreamsMax: 1 }
  const runtime = await anAdminRuntime({ apiUrl: api.url, now: clock, ...limits })
  const headers = { cookie: await signedIn(runtime, operator) }
  const leaving = new AbortController()
  const stream = await fetch(runtime.url + path, { headers, signal: leaving.signal })
  expect(stream.status).toBe(200)
  const refused = await get(runtime, path, headers)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
  expect(await bodyOf(refused)).toMatchObject({ meta: { code: 'admin.too_many_streams' } })
  leaving.abort()
  const again = async () => (await get(runtime, `${path}?readings=1`, headers)).status
  await expect.poll(again, { timeout: 20_000 }).toBe(200)
  await runtime.close()
})

/** A stream whose first reading has arrived. `end` waits until the server ends it. */
async function begun({ body }: Response) {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) throw new Error('the answer has no body')
  for (let text = ''; readingsIn(text).length === 0; ) {
    const { value, done } = await reader.read()
    if (done) throw new Error('the stream ended before its first reading')
    text += value
  }
  const end = async () => {
    for (let isOver = false; !isOver; ) isOver = (await reader.read()).done
  }
  return { end }
}

function readingsIn(text: string): unknown[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .filter((event) => event.startsWith('event: reading\n'))
    .map((event) => JSON.parse(event.slice(event.indexOf('data: ') + 6)))
}
