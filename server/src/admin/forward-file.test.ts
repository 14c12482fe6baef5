import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { type AnAdminRuntime, anAdminRuntime, anApi } from '#testing/admin'
import { get, signedIn } from '#testing/admin-browser'
import { closeAtEnd } from '#testing/close-at-end'
import { aCompany, aPerson } from '#testing/identity'
import { forwardInto } from './forward.ts'

const clock = () => new Date('2026-01-02T03:04:05Z')
const database = await useDatabase()
const companyId = await aCompany(database)
const operator = await aPerson(database, { companyId, role: 'operator' })
const api = closeAtEnd(await anApi({ database, now: clock }))
const { endless } = api
const path = '/admin/api/notifications/endless.csv'

describe.each([
  ['over a network', () => ({})],
  ['inside the process of the API', () => ({ forward: forwardInto(api.http) })],
])('the file of a list, read %s', (_name, options) => {
  let runtime: AnAdminRuntime
  let cookie: string
  beforeAll(async () => {
    runtime = await anAdminRuntime({ apiUrl: api.url, now: clock, ...options() })
    cookie = await signedIn(runtime, operator)
  })
  afterAll(() => runtime.close())
  beforeEach(() => {
    endless.lines = 0
    endless.closed = 0
  })

  it('is written as fast as its reader takes it, and closed when the reader leaves', async () => {
    const answer = await get(runtime, path, { cookie })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    await untilItStops(() => endless.lines)
    expect(endless.closed).toBe(0)
    // 100 MB would be in no buffer of a connection, but in the memory of this process.
    expect(endless.lines).toBeLessThan(10_000)
    await reader.cancel()
    await expect.poll(() => endless.closed, { timeout: 20_000 }).toBe(1)
  })

  it('has the rows of a list of operators', async () => {
    const file = await get(runtime, '/admin/api/admin/jobs/given-up.csv', { cookie })
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="given-up-jobs.csv"')
    expect(await file.text()).toMatch(/^"id","/)
  })

  it('is refused as the API refuses it', async () => {
    expect((await get(runtime, path)).status).toBe(401)
    const unknown = await get(runtime, '/admin/api/admin/nothing.csv', { cookie })
    expect(unknown.status).toBe(404)
    expect(await unknown.json()).toMatchObject({ success: false })
    // This API has no such list. The question reached it.
    const tickets = await get(runtime, '/admin/api/api/v1/support/tickets.csv', { cookie })
    expect(await tickets.json()).toMatchObject({ meta: { code: 'platform.route_not_found' } })
    const keys = await get(runtime, '/admin/api/api/v1/api-keys.csv', { cookie })
    expect(await keys.json()).toMatchObject({ meta: { code: 'admin.path_not_forwarded' } })
  })
})

/** The reading has stopped where two looks in a row see the same. */
async function untilItStops(look: () => number): Promise<void> {
  let last = -1
  await expect
    .poll(
      () => {
        const same = look() === last
        last = look()
        return same
      },
      { interval: 500, timeout: 30_000 },
    )
    .toBe(true)
}
