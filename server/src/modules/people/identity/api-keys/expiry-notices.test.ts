import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { sql } from '#platform/db'
import { aCompany, aPerson } from '#testing/identity'
import { anIdentity } from '#testing/identity-service'
import { warnOfExpiringKeys } from './expiry-notices.ts'

const start = new Date('2026-01-02T03:04:05Z')
const day = 86_400_000
let now = start
const database = await useDatabase()
const identity = anIdentity({ database, now: () => now })
const admin = await aPerson(database, {
  companyId: await aCompany(database),
  role: 'company_admin',
})

describe('a key that will expire', () => {
  it('is announced thirty days, a week and a day before, once each', async () => {
    const make = (name: string, days: number) =>
      identity.createApiKey(admin.actor, {
        name,
        scopes: ['orders:read'],
        expiresAt: new Date(start.getTime() + days * day),
      })
    await make('ERP', 100)
    const revoked = await make('Revoked', 100)
    await identity.revokeApiKey(admin.actor, revoked.apiKey.id)
    const rotated = await make('Rotated', 90)
    await identity.rotateApiKey(admin.actor, rotated.apiKey.id, 2_592_000)

    for (const at of [0, 60, 71, 80, 94, 99.5, 101]) await run(at)

    const sent = await subjects()
    expect(sent.toSorted()).toEqual([
      'The API key "ERP" expires in 30 days',
      'The API key "ERP" expires in 7 days',
      'The API key "ERP" expires in a day',
    ])
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from platform.audit_entries
      where company_id = ${admin.actor.companyId} and action = 'identity.api_key_expiry_announced'
    `.execute(database.pool)
    expect(rows[0]?.count).toBe(3)
  })
})

const run = async (days: number) => {
  now = new Date(start.getTime() + days * day)
  const { signal } = new AbortController()
  const warn = () => warnOfExpiringKeys({ database, now: () => now }, signal)
  await Promise.all([warn(), warn()])
  await warn()
  now = start
}

const subjects = async (): Promise<string[]> => {
  const { rows } = await sql<{ subject: string }>`
    select payload->>'subject' as subject from platform.jobs
    where name = 'platform.send_mail' and payload->>'to' = ${admin.email}
    order by id
  `.execute(database.pool)
  return rows.map(({ subject }) => subject)
}
