import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { useDatabase } from '#harness'
import { sql } from '#platform/db'
import { noticeProfileGaps } from './profile-gaps.ts'

const database = await useDatabase()
const now = new Date('2026-03-02T12:00:00Z')

it('orders of many buyers without a profile cost one statement', async () => {
  const unused = () => Promise.reject(new Error('nobody needs this'))
  const deps = { findOrder: unused, companyOf: unused, adminsOf: unused }
  const orders = Array.from({ length: 40 }, (_, at) => {
    return { companyId: `co_${at}`, orderId: `ord_${at}`, now }
  })
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    database.pool,
  )
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const sent = () =>
      // Other tests of this process may have left work under way on databases of their own.
      query.mock.contexts.filter((client) => (client as pg.Client).database === rows[0]?.name)
    await database.transaction(async (tx) => {
      query.mockClear()
      await noticeProfileGaps(deps, tx, orders)
      expect(sent()).toHaveLength(1)
    })
  } finally {
    query.mockRestore()
  }
})
