import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Principal } from '#kernel/actor'
import { keepRequestContext } from '#platform/request-context'
import { recordAudit } from './index.ts'

const now = new Date('2026-01-02T03:04:05.678Z')
const actor: Principal = {
  kind: 'person',
  id: 'usr_1',
  companyId: 'co_1',
  roles: new Set(['company_admin']),
  scopes: new Set(),
  sessionId: 'ses_1',
  email: 'ada@example.com',
}
const entry = {
  companyId: 'co_1',
  actor,
  action: 'identity.api_key_created',
  target: { type: 'api_key', id: 'key_1' },
  outcome: 'done',
  now,
} as const

const database = await useDatabase()

describe('an audit entry', () => {
  it('names who did what to what, in which request', async () => {
    const request = { requestId: 'req_1', address: '192.0.2.0/24', userAgent: 'curl/8' }
    await keepRequestContext(request, () =>
      database.transaction(async (tx) =>
        recordAudit(tx, { ...entry, details: { scopes: ['orders:read'], overlapSeconds: 0 } }),
      ),
    )

    expect(await entriesOf('co_1')).toMatchObject([
      {
        occurred_at: now,
        actor_kind: 'person',
        actor_id: 'usr_1',
        session_id: 'ses_1',
        action: 'identity.api_key_created',
        target_type: 'api_key',
        target_id: 'key_1',
        outcome: 'done',
        details: { scopes: ['orders:read'], overlapSeconds: 0 },
        request_id: 'req_1',
        address: '192.0.2.0/24',
        user_agent: 'curl/8',
      },
    ])
  })

  it('rolls back with its change', async () => {
    const undone = database.transaction(async (tx) => {
      recordAudit(tx, { ...entry, companyId: 'co_undone' })
      throw new Error('undone')
    })

    await expect(undone).rejects.toThrow('undone')
    expect(await entriesOf('co_undone')).toEqual([])
  })

  it('contains no e-mail addresses and no secrets, even when they are passed', async () => {
    const details = {
      note: 'invited ada@example.com with pvy_test_0123456789ab_secret',
      strange: 'a\u0000b\ud800',
      many: Array.from({ length: 300 }, () => 'x'),
    }
    await database.transaction(async (tx) =>
      recordAudit(tx, { ...entry, companyId: 'co_2', details }),
    )

    const [kept] = await entriesOf('co_2')
    expect(kept?.details).toMatchObject({
      note: 'invited [address] with pvy_[secret]',
      strange: 'ab\ufffd',
    })
    expect(kept).toMatchObject({ details: { many: { length: 100 } } })
    expect(JSON.stringify(kept)).not.toContain('ada@')
  })

  it.each([
    [
      'changed',
      sql`update platform.audit_entries set outcome = 'refused' where company_id = 'co_1'`,
    ],
    ['deleted', sql`delete from platform.audit_entries where company_id = 'co_1'`],
    ['emptied out', sql`/* across companies: a test */ truncate platform.audit_entries`],
  ])('cannot be %s, even by the owner of the table', async (_how, statement) => {
    await expect(statement.execute(database.pool)).rejects.toThrow(
      'The audit log is only ever added to.',
    )
  })
})

async function entriesOf(companyId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from platform.audit_entries where company_id = ${companyId} order by arrival
  `.execute(database.pool)
  return rows
}
