import { describe, expect, it } from 'vitest'
import type { Role } from '#kernel/actor'
import { sql } from '#platform/db'
import { type APerson, aPerson } from '#testing/identity'
import { type Client, createClient } from '../journeys/client.ts'
import { forge } from '../journeys/forged-tokens.ts'
import { accessSecret, useWorld } from '../journeys/world.ts'

const world = await useWorld()
const ours = await world.company()

describe('scope minting and privilege self-edit: LiteLLM CVE-2026-47101, CVE-2026-47102', () => {
  it.each([
    [['*']],
    [['admin']],
    [['orders:*']],
    [['orders:read orders:write']],
    [['operator']],
    [['api-keys:manage']],
    [['ORDERS:READ']],
    [[]],
    ['orders:read'],
    [['orders:read', 'orders:read']],
    [[null]],
    [[{ scope: 'orders:read' }]],
  ])('no key is created with the scopes %j', async (scopes) => {
    const { status, body } = await ours.admin.post('/api/v1/api-keys', { name: 'x', scopes })
    expect(status, JSON.stringify(body)).toBe(400)
  })

  it('routes and permissions in a request are not stored', async () => {
    for (const extra of [
      { routes: ['/admin/*'] },
      { allowedRoutes: ['*'] },
      { permissions: { '*': true } },
      { metadata: { role: 'operator' } },
      { companyId: 'co_other' },
    ]) {
      const body = { name: 'x', scopes: ['orders:read'], ...extra }
      expect((await ours.admin.post('/api/v1/api-keys', body)).status).toBe(400)
    }
  })

  it('a key neither creates, lists, extends nor rotates keys', async () => {
    const { body } = await ours.admin.get('/api/v1/api-keys')
    const { id } = body.data[0]
    const key = ours.integration
    for (const { status } of [
      await key.post('/api/v1/api-keys', { name: 'x', scopes: ['orders:read'] }),
      await key.get('/api/v1/api-keys'),
      await key.post(`/api/v1/api-keys/${id}/rotate`, {}),
      await key.delete(`/api/v1/api-keys/${id}`),
      await key.patch(`/api/v1/api-keys/${id}`, { scopes: ['webhooks:manage'] }),
    ]) {
      expect([403, 405]).toContain(status)
    }
  })

  it('a key loses rights with its creator, and a rotated one does not regain them', async () => {
    const maker = await somebody('company_admin')
    const created = await maker.client.post('/api/v1/api-keys', {
      name: 'Wide',
      scopes: ['webhooks:manage', 'payments:write', 'orders:read'],
    })
    const key = createClient(world.baseUrl, { apiKey: created.body.data.key })
    expect((await key.get('/api/v1/webhooks')).status).toBe(200)

    await nowIs(maker, ['approver'])

    expect((await key.get('/api/v1/webhooks')).status).toBe(403)
    expect((await key.get('/api/v1/orders')).status).toBe(200)
    expect((await maker.client.get('/api/v1/api-keys')).status).toBe(403)
  })

  it('role claims in a token are ignored', async () => {
    const buyer = await somebody('buyer')
    const boasting = forge(buyer.token, accessSecret, {
      claims: {
        roles: ['operator', 'company_admin'],
        role: 'operator',
        scope: 'webhooks:manage',
        scopes: ['webhooks:manage'],
        kind: 'system',
        ver: 99,
      },
    })
    const client = createClient(world.baseUrl, { bearer: boasting })
    const me = await client.get('/auth/me')
    // A version of their own may as well be refused as ignored; it may not be obeyed.
    if (me.status === 200) expect(me.body.data.roles).toEqual(['buyer'])
    for (const path of ['/health/ops', '/api/v1/webhooks', '/api/v1/api-keys']) {
      expect([401, 403], path).toContain((await client.get(path)).status)
    }
  })

  it('a person cannot give themselves a role', async () => {
    const buyer = await somebody('buyer')
    for (const path of ['/api/v1/me', '/auth/me', `/api/v1/members/${buyer.actor.id}`]) {
      for (const body of [{ roles: ['company_admin'] }, { role: 'operator' }]) {
        const { status } = await buyer.client.patch(path, body)
        expect([400, 403, 404, 405], path).toContain(status)
      }
    }
    const { body } = await buyer.client.get('/auth/me')
    expect(body.data.roles).toEqual(['buyer'])
  })
})

async function somebody(role: Role): Promise<APerson & { client: Client; token: string }> {
  const person = await aPerson(world.parts.platform.database, { companyId: ours.companyId, role })
  const { email, password } = person
  const { body } = await world.anybody.post('/auth/login', { email, password })
  const token = body.data.accessToken as string
  return { ...person, token, client: createClient(world.baseUrl, { bearer: token }) }
}

/** As the company would do it; what is cached of credentials is forgotten as it would be then. */
async function nowIs(person: APerson, roles: readonly Role[]): Promise<void> {
  await sql`update identity.memberships set roles = ${roles}::text[]
    where company_id = ${ours.companyId} and user_id = ${person.actor.id}`.execute(
    world.parts.platform.database.pool,
  )
  const other = await ours.admin.post('/api/v1/api-keys', { name: 'Stir', scopes: ['orders:read'] })
  await ours.admin.delete(`/api/v1/api-keys/${other.body.data.id}`)
}
