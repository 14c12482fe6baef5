import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, secondsMs } from '#kernel/time'
import type { Routes } from '#platform/http'
import { closeAtEnd } from '#testing/close-at-end'
import { anHttp, as, callers } from '../http/http.fixture.ts'
import { anEntry, noon } from './audit.fixture.ts'
import { auditRoutes, operatorAuditRoutes } from './index.ts'

let seenAt = new Date()
const database = await useDatabase()
const now = () => after(noon, secondsMs(100))
const routes: Routes = async (to) => {
  await auditRoutes({ database, now })(to)
  await operatorAuditRoutes({ database })(to)
}
const http = closeAtEnd(
  await anHttp(routes, {
    authenticate: async ({ 'x-api-key': name = '' }) => {
      const caller = callers[name]
      return caller && { ...caller, authenticatedAt: seenAt }
    },
  }),
)
const at = (seconds: number) => ({ now: after(noon, secondsMs(seconds)) })
for (const place of [1, 2, 3]) {
  const target = { type: 'api_key', id: `key_${place}` }
  await anEntry(database, { companyId: 'co_one', target, ...at(place) })
}
await anEntry(database, {
  companyId: 'co_one',
  action: 'payments.refund_requested',
  target: { type: 'payment', id: '=HYPERLINK("x")' },
  ...at(4),
})
await anEntry(database, { companyId: 'co_two', ...at(5) })

describe('the audit log of a company', () => {
  it('is read newest first, page by page, without other companies’ entries', async () => {
    const first = await http.inject({ url: '/api/v1/audit?limit=3', headers: as('admin') })
    const { data, meta } = first.json()
    expect(data).toHaveLength(3)
    expect(data[0]).not.toHaveProperty('companyId')
    const rest = `/api/v1/audit?limit=3&cursor=${meta.nextCursor}`

    expect(await targets(rest)).toEqual(['key_1'])
  })

  it.each([
    ['action=payments.refund_requested', ['=HYPERLINK("x")']],
    ['target=key_2', ['key_2']],
    ['actor=usr_nobody', []],
    ['outcome=refused', []],
    ['since=2026-01-02T12:00:03Z', ['=HYPERLINK("x")', 'key_3']],
    ['since=2026-01-02T12:00:02Z&until=2026-01-02T12:00:03Z', ['key_2']],
  ])('is filtered by %s', async (query, found) => {
    expect(await targets(`/api/v1/audit?${query}`)).toEqual(found)
  })

  it('is for its administrators, and across companies for operators', async () => {
    const status = async (url: string, caller: string) =>
      (await http.inject({ url, headers: as(caller) })).statusCode
    expect(await status('/api/v1/audit', 'buyer')).toBe(403)
    expect(await status('/api/v1/audit', 'writer')).toBe(403)
    expect(await status('/admin/audit', 'admin')).toBe(403)
    expect(await targets('/admin/audit?companyId=co_two', 'operator')).toEqual(['key_1'])
    expect((await targets('/admin/audit', 'operator')).length).toBeGreaterThan(4)
  })
})

describe('the export', () => {
  it('streams every entry as JSON lines, and is an entry itself', async () => {
    const answer = await http.inject({
      url: '/api/v1/audit/export?format=jsonl&action=identity.api_key_created',
      headers: as('admin'),
    })
    expect(answer.headers['content-type']).toContain('application/jsonl')
    const lines = answer.body.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).target.id)).toEqual(['key_3', 'key_2', 'key_1'])

    const [entry] = (
      await http.inject({ url: '/api/v1/audit?action=audit.log_exported', headers: as('admin') })
    ).json().data
    expect(entry).toMatchObject({
      actor: { kind: 'person', id: 'usr_company_admin_co_one', sessionId: 'ses_1' },
      details: { format: 'jsonl' },
      requestId: answer.headers['x-request-id'],
      address: '127.0.0.0/24',
    })
  })

  it('requires a step-up', async () => {
    const whole = { url: '/api/v1/audit/export', headers: as('admin') }
    seenAt = after(new Date(), -secondsMs(301))
    const refused = await http.inject(whole)
    seenAt = new Date()

    expect(refused.json()).toMatchObject({ meta: { code: 'identity.step_up_required' } })
    expect((await http.inject(whole)).statusCode).toBe(200)
  })

  it('neutralizes spreadsheet formulas in CSV', async () => {
    const answer = await http.inject({
      url: '/api/v1/audit/export?format=csv&action=payments.refund_requested',
      headers: as('admin'),
    })
    const [head, line] = answer.body.split('\r\n')
    expect(head).toContain('"id","occurredAt","actorKind"')
    expect(line).toContain(`"'=HYPERLINK(""x"")"`)
  })
})

async function targets(url: string, caller = 'admin'): Promise<string[]> {
  const answer = await http.inject({ url, headers: as(caller) })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data.map((entry: { target: { id: string } }) => entry.target.id)
}
