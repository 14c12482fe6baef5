import { describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { useWorld } from '../journeys/world.ts'
import { aPurchase, sendRaw } from './attack.ts'

const world = await useWorld()
const ours = await world.company()
const purchase = await aPurchase(world, ours)

/** What a caller may send who has nothing, and hopes that nothing equals nothing. */
const nothings = ['', ' ', 'null', 'undefined', 'nil', '0', 'false', '%00', '[]', '{}', '*', '%25']

describe('an empty, null or guest owner: Spree CVE-2026-22589, CVE-2020-26223; Saleor CVE-2026-48744, CVE-2026-44472', () => {
  it.each(nothings)('no credential is "%s"', async (nothing) => {
    for (const headers of [
      { 'x-api-key': nothing },
      { authorization: nothing },
      { authorization: `Bearer ${nothing}` },
      { cookie: `purveyor_admin=${nothing}; __Host-purveyor_admin=${nothing}; sid=${nothing}` },
    ]) {
      const { status } = await sendRaw(world.baseUrl, '/api/v1/orders', { headers })
      expect(status, JSON.stringify(headers)).toBe(401)
    }
  })

  it.each(nothings)('no id is "%s"', async (nothing) => {
    const { headers } = ours.admin
    for (const path of ['orders', 'payments', 'checkout', 'webhooks']) {
      const answer = await sendRaw(
        world.baseUrl,
        `/api/v1/${path}/${encodeURIComponent(nothing).replaceAll('%25', '%')}`,
        { headers },
      )
      expect([400, 404], `${path}/${nothing}: ${answer.text}`).toContain(answer.status)
      expect(answer.text).not.toContain(purchase.orderId)
    }
  })

  it('an unset token differs from an empty one', async () => {
    for (const path of ['/health/detailed', '/health/ops', '/metrics']) {
      for (const authorization of ['Bearer ', 'Bearer', 'Bearer undefined', 'Bearer null']) {
        const { status } = await sendRaw(world.baseUrl, path, { headers: { authorization } })
        expect(status, `${path} with ${authorization}`).toBe(401)
      }
    }
  })

  it('an empty filter does not match everything', async () => {
    for (const query of ['orderId=', 'checkoutId=']) {
      const { body, status } = await ours.buyer.get(`/api/v1/payments?${query}`)
      expect(status === 400 || body.data.length === 0, `${query}: ${status}`).toBe(true)
    }
  })

  it('a caller without roles and scopes may do nothing', async () => {
    const { database } = world.parts.platform
    const other = await world.company()
    await sql`delete from identity.memberships where company_id = ${other.companyId}`.execute(
      database.pool,
    )
    // A key is not more than who made it, also when that is nobody any more.
    for (const client of [other.buyer, other.admin, other.integration]) {
      for (const path of ['orders', 'payments', 'webhooks', 'cart', 'products', 'api-keys']) {
        const { status } = await client.get(`/api/v1/${path}`)
        expect([401, 403], path).toContain(status)
      }
    }
  })

  it('no row of a company lacks its company', async () => {
    const { rows } = await sql<{ place: string }>`
      select c.table_schema || '.' || c.table_name as place
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.column_name = 'company_id' and c.is_nullable = 'YES' and t.table_type = 'BASE TABLE'
        and c.table_schema not in ('information_schema', 'pg_catalog')
      order by 1
    `.execute(world.parts.platform.database.pool)
    // What concerns the platform as a whole is nobody's: it is never looked up by company.
    const platformWide = new Set(['incidents.incidents', 'platform.jobs', 'platform.audit_log'])
    expect(rows.map(({ place }) => place).filter((place) => !platformWide.has(place))).toEqual([])
  })

  it('a new person gets no orders of a stranger with the same address', async () => {
    const other = await world.company()
    await sql`update identity.users u set email = 'bea@example.com'
      from identity.memberships m
      where m.company_id = ${ours.companyId} and m.user_id = u.id and 'buyer' = any(m.roles)`.execute(
      world.parts.platform.database.pool,
    )
    expect((await ours.buyer.get('/api/v1/orders')).body.data).toHaveLength(1)
    expect((await other.buyer.get('/api/v1/orders')).body.data).toEqual([])
  })
})
