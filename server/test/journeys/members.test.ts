import { describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { createClient } from './client.ts'
import { useWorld } from './world.ts'

const password = 'a long password that nobody has'
const world = await useWorld({ settings: { TRUST_PROXY: '127.0.0.1/32' } })
let addresses = 0
const ours = await world.company()
const operator = await world.operator()

describe('an invited person', () => {
  it('joins by mail with the invited roles, and can be removed', async () => {
    const email = anAddress()
    const sent = await ours.admin.post('/api/v1/invitations', { email, roles: ['buyer'] })
    expect(sent.status).toBe(201)
    expect(JSON.stringify(sent.body)).not.toContain('pvi_')

    const accepted = await accept(await mailedToken(email))
    expect(accepted.status, JSON.stringify(accepted.body)).toBe(201)
    const person = createClient(world.baseUrl, { bearer: accepted.body.data.accessToken })
    expect((await person.get('/api/v1/cart')).status).toBe(200)
    expect((await person.get('/api/v1/api-keys')).status).toBe(403)

    const { body } = await ours.admin.get('/api/v1/members?limit=100')
    const member = body.data.find((each: { email: string }) => each.email === email)
    const changed = await ours.admin.patch(`/api/v1/members/${member.userId}`, {
      roles: ['buyer', 'company_admin'],
    })
    expect(changed.status).toBe(200)
    expect((await person.get('/api/v1/api-keys')).status).toBe(200)

    expect((await ours.admin.delete(`/api/v1/members/${member.userId}`)).status).toBe(200)
    expect((await person.get('/api/v1/cart')).status).toBe(401)
  })

  it('who is an accountant reads the accounts of the company and changes nothing', async () => {
    const email = anAddress()
    await ours.admin.post('/api/v1/invitations', { email, roles: ['accountant'] })
    const { body } = await accept(await mailedToken(email))
    const accountant = createClient(world.baseUrl, { bearer: body.data.accessToken })
    const limit = { name: 'Workshop', costCenter: 'A-1', period: 'MONTH' }
    const amount = { amount: '100.00', currency: 'EUR' }
    const budget = await ours.admin.post('/api/v1/budgets', { ...limit, limit: amount })
    expect(budget.status, JSON.stringify(budget.body)).toBe(201)
    const one = `/api/v1/budgets/${budget.body.data.id}`
    for (const path of [one, `${one}/entries`, '/api/v1/orders', '/api/v1/credit-accounts']) {
      expect([path, (await accountant.get(path)).status]).toEqual([path, 200])
    }
    expect((await ours.buyer.get(one)).status).toBe(403)
    expect((await accountant.patch(one, { active: false })).status).toBe(403)
    expect((await accountant.post('/api/v1/orders', {})).body.meta.code).toBe(
      'identity.access_denied',
    )
    const accountants = (await ours.admin.get('/api/v1/members?role=accountant')).body.data
    expect(accountants.map((member: { email: string }) => member.email)).toEqual([email])
  })

  it('can be removed only when another member takes over the keys that the company needs', async () => {
    const { platform, modules } = world.parts
    const { companyId } = ours
    const leaver = await aPerson(platform.database, { companyId, role: 'company_admin' })
    const wanted = { name: 'ERP', scopes: ['orders:read' as const] }
    const { apiKey } = await modules.identity.createApiKey(leaver.actor, wanted)
    const path = `/api/v1/members/${leaver.actor.id}`
    const scopesNow = async () =>
      (await ours.admin.get(`/api/v1/api-keys/${apiKey.id}`)).body.data.effectiveScopes
    expect(await scopesNow()).toEqual(['orders:read'])

    const refused = await ours.admin.delete(path)
    expect(refused.status).toBe(409)
    expect(refused.body.meta).toMatchObject({
      code: 'identity.keys_depend',
      details: { keys: [{ id: apiKey.id, name: 'ERP' }] },
    })

    const heir = (await ours.admin.get('/api/v1/me')).body.data.person.id
    expect((await ours.admin.delete(`${path}?handOverKeysTo=${heir}`)).status).toBe(200)
    expect(await scopesNow()).toEqual(['orders:read'])
  })

  it('learns nothing from an invalid code', async () => {
    const { status, body } = await accept('pvi_guessed')
    expect(status).toBe(404)
    expect(body.meta.code).toBe('identity.invitation_not_found')
  })

  it('gets no role that is for operators', async () => {
    const { status } = await ours.admin.post('/api/v1/invitations', {
      email: anAddress(),
      roles: ['operator'],
    })
    expect(status).toBe(400)
  })
})

describe('a rotated key', () => {
  it('keeps its cart and is one client of the contract', async () => {
    const product = await aProduct(world.parts.platform.database, { onHand: 10 })
    const old = await aKey()
    const before = createClient(world.baseUrl, { apiKey: old.key })
    await before.post('/api/v1/cart/items', { productId: product.id, quantity: 2 })

    const rotated = await ours.admin.post(`/api/v1/api-keys/${old.id}/rotate`, {
      overlapSeconds: 3_600,
    })
    expect(rotated.status).toBe(201)
    expect(rotated.body.data).toMatchObject({ clientId: old.id, state: 'ACTIVE' })

    const after = createClient(world.baseUrl, { apiKey: rotated.body.data.key })
    const carts = await Promise.all([before, after].map((client) => client.get('/api/v1/cart')))
    expect(carts.map(({ body }) => body.data.items.length)).toEqual([1, 1])
    expect(carts[1]?.body.data.id).toBe(carts[0]?.body.data.id)
    const listed = await ours.admin.get('/api/v1/api-keys?state=ACTIVE&limit=100')
    const chain = listed.body.data.filter((key: { clientId: string }) => key.clientId === old.id)
    expect(chain).toHaveLength(2)
  })
})

describe('a restricted key', () => {
  it('works from its networks, as the trusted proxy names them', async () => {
    const { id, key } = await aKey({ allowedCidrs: ['198.51.100.0/24'] })
    const client = createClient(world.baseUrl, { apiKey: key })
    const from = (address: string) =>
      client.get('/api/v1/cart', { headers: { 'x-forwarded-for': address } })
    expect((await from('198.51.100.7')).status).toBe(200)
    const refused = await from('198.51.101.7')
    expect(refused.status).toBe(403)
    expect(refused.body.meta.code).toBe('identity.address_not_allowed')
    const { body } = await ours.admin.get(`/api/v1/api-keys/${id}`)
    expect(body.data.lastUsedFrom).toBe('198.51.100.0/24')
    expect(JSON.stringify(body)).not.toContain(key)
  })

  it('has a rate limit of its own, shared by both keys of a rotation', async () => {
    const { id, key } = await aKey({ requestsPerMinute: 2 })
    const client = createClient(world.baseUrl, { apiKey: key })
    expect((await client.get('/api/v1/cart')).headers.get('ratelimit-policy')).toContain('q=2')
    const rotated = await ours.admin.post(`/api/v1/api-keys/${id}/rotate`, {
      overlapSeconds: 3_600,
    })
    const fresh = createClient(world.baseUrl, { apiKey: rotated.body.data.key })
    expect((await fresh.get('/api/v1/cart')).status).toBe(200)
    expect((await fresh.get('/api/v1/cart')).status).toBe(429)
    const freed = await ours.admin.patch(`/api/v1/api-keys/${rotated.body.data.id}`, {
      requestsPerMinute: null,
    })
    expect(freed.status).toBe(200)
    expect((await fresh.get('/api/v1/cart')).status).toBe(200)
  })
})

describe('an operator', () => {
  it('creates a supplier with its administrator, and closes it', async () => {
    const email = anAddress()
    const created = await operator.post('/admin/companies', {
      name: 'Kabelwerk Direkt',
      currency: 'EUR',
      country: 'DE',
      supplier: true,
      adminEmail: email,
    })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    const { accessToken } = (await accept(await mailedToken(email))).body.data
    const admin = createClient(world.baseUrl, { bearer: accessToken })
    const named = await admin.patch('/api/v1/company', { vatId: 'DE123456789' })
    expect(named.body.data).toMatchObject({ supplier: true, vatId: 'DE123456789' })

    const path = `/admin/companies/${created.body.data.id}`
    expect((await operator.patch(path, { state: 'DISABLED' })).body.data.state).toBe('DISABLED')
    expect((await admin.get('/api/v1/company')).status).toBe(401)
    const suppliers = (await operator.get('/admin/companies?supplier=true')).body.data
    expect(suppliers[0]).toMatchObject({ id: created.body.data.id, state: 'DISABLED' })
  })

  it('cannot be made by a company, and buys nothing', async () => {
    expect((await ours.admin.get('/admin/companies')).status).toBe(403)
    expect((await operator.post('/admin/operators', { email: anAddress() })).status).toBe(201)
  })
})

/** What arrives in the mailbox of the sandbox, once the worker has sent it. */
async function mailedToken(email: string): Promise<string> {
  return expect
    .poll(() => tokenIn(email))
    .toMatch(/^pvi_/)
    .then(() => tokenIn(email))
}

async function tokenIn(email: string): Promise<string> {
  const url = `${world.sandboxUrl}/mailbox/messages?to=${encodeURIComponent(email)}`
  const text = await (await fetch(url)).text()
  return /pvi_[A-Za-z0-9_-]+/.exec(text)?.[0] ?? ''
}

async function aKey(more: Record<string, unknown> = {}) {
  const { body, status } = await ours.admin.post('/api/v1/api-keys', {
    name: 'ERP',
    scopes: ['orders:read', 'orders:write'],
    ...more,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data as { id: string; key: string }
}

const anAddress = () => {
  addresses += 1
  return `invited-${addresses}@example.com`
}

const accept = (token: string) =>
  world.anybody.post('/auth/invitations/accept', { token, name: 'Ida Invited', password })
