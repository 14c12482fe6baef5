import { describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { type Client, createClient } from './client.ts'
import { buyByCard, fillCart } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld({})
const ours = await world.company()
const operator = await world.operator()

describe('an operator finds', () => {
  it('a company by a part of its name, its VAT id or its id', async () => {
    const named = { name: '100% Kabelwerk Nord', vatId: 'DE123456788' }
    const changed = await operator.patch(`/admin/companies/${ours.companyId}`, named)
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    for (const q of ['kabelwerk', '100%', 'DE 123 456 788', ours.companyId]) {
      const { body } = await operator.get(`/admin/companies?q=${encodeURIComponent(q)}`)
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual([ours.companyId])
    }
    expect((await operator.get('/admin/companies?q=10_%25')).body.data).toEqual([])
  })

  it('a client without the cart contract, by name', async () => {
    await ours.integration.get('/api/v1/cart')
    const { body } = await operator.get('/admin/contracts/cart-concurrency?limit=100')
    const { name: companyName } = (await ours.admin.get('/api/v1/company')).body.data
    const client = body.data.find((one: { companyId: string }) => one.companyId === ours.companyId)
    expect(client).toMatchObject({ companyName, clientName: expect.any(String) })
  })

  it('an order by its number or a line’s, and its payment by the provider’s id', async () => {
    const { id: productId } = await aProduct(world.parts.platform.database, { onHand: 50 })
    const version = await fillCart(ours.buyer, [{ productId, quantity: 1 }])
    const bought = await buyByCard(ours.buyer, version)
    const { pool } = world.parts.platform.database
    await sql`
      update orders.orders set po_number = 'PO 4711'
      where company_id = ${ours.companyId} and id = ${bought.orderId}
    `.execute(pool)
    await sql`
      update orders.lines set po_number = 'LINE 4712'
      where company_id = ${ours.companyId} and order_id = ${bought.orderId}
    `.execute(pool)
    const { companyId } = ours
    for (const query of [
      'q=PO+4711',
      'q=PO+47',
      'q=LINE+4712',
      `q=LINE+4712&companyId=${companyId}&paymentState=PAID`,
      `q=${bought.orderId}`,
      `companyId=${companyId}`,
      `companyId=${companyId}&state=PLACED&paymentState=PAID`,
    ]) {
      const { body } = await operator.get(`/admin/orders/search?${query}`)
      expect(body.data, query).toMatchObject([
        { orderId: bought.orderId, companyId, paymentId: bought.payment.id, poNumber: 'PO 4711' },
      ])
    }
    const placedBy = (await ours.buyer.get('/auth/me')).body.data.id
    const ofProduct = await operator.get(`/admin/orders/search?productId=${productId}`)
    expect(ofProduct.body.data).toMatchObject([{ orderId: bought.orderId, placedBy }])
    const ofOurs = `companyId=${companyId}&placedBy=${placedBy}`
    const placedByBuyer = await operator.get(`/admin/orders/search?${ofOurs}`)
    expect(placedByBuyer.body.data).toMatchObject([{ orderId: bought.orderId }])
    for (const query of [
      'q=PO+48',
      'q=LINE+4712&state=CLOSED',
      'companyId=co_other',
      `productId=${productId}&costCenter=none`,
      `productId=${productId}&unitId=unit_none`,
      `${ofOurs}&requestedBy=${placedBy}`,
    ]) {
      expect((await operator.get(`/admin/orders/search?${query}`)).body.data, query).toEqual([])
    }

    const byId = await operator.get(`/admin/payments?q=${bought.payment.id}`)
    const [payment] = byId.body.data
    expect(payment).toMatchObject({ id: bought.payment.id, companyId, orderId: bought.orderId })
    const reference = encodeURIComponent(payment.providerReference)
    for (const query of [`q=${reference}`, `companyId=${companyId}`, 'state=SUCCEEDED']) {
      const { body } = await operator.get(`/admin/payments?${query}`)
      expect(body.data.map(({ id }: { id: string }) => id)).toContain(bought.payment.id)
    }
    expect((await operator.get('/admin/payments?state=REFUNDED')).body.data).toEqual([])
  })

  it('a person by the beginning of their address or a part of their name, with an audit entry', async () => {
    const person = await aPerson(world.parts.platform.database, { companyId: ours.companyId })
    const beginning = person.email.slice(0, -4).toUpperCase()
    const { body } = await operator.get(`/admin/people?q=${encodeURIComponent(beginning)}`)
    expect(body.data).toMatchObject([
      { id: person.actor.id, state: 'ACTIVE', companies: [{ id: ours.companyId }] },
    ])
    const { name } = (await operator.get(`/admin/people?q=${person.actor.id}`)).body.data[0]
    const part = encodeURIComponent(name.slice(1).toUpperCase())
    const byName = await operator.get(`/admin/people?q=${part}&limit=100`)
    expect(byName.body.data.map(({ id }: { id: string }) => id)).toContain(person.actor.id)
    expect((await operator.get('/admin/people?q=%25%25%25')).body.data).toEqual([])
    const { rows } = await sql<{ details: { people: string[] } }>`
      /* across companies: a test looks for it */
      select details from platform.audit_entries where action = 'identity.people_looked_up'
    `.execute(world.parts.platform.database.pool)
    expect(rows.flatMap(({ details }) => details.people)).toContain(person.actor.id)
  })
})

describe('an account that may have been taken over', () => {
  it('is locked in every company, with its sessions and keys, until an operator unlocks it', async () => {
    const { database } = world.parts.platform
    const person = await aPerson(database, { companyId: ours.companyId, role: 'company_admin' })
    const { email, password } = person
    const client = await signedIn(email, password)
    const made = await client.post('/api/v1/api-keys', { name: 'ERP', scopes: ['orders:read'] })
    const key = createClient(world.baseUrl, { apiKey: made.body.data.key })
    expect((await key.get('/api/v1/orders')).status).toBe(200)

    const lock = `/admin/people/${person.actor.id}/lock`
    const locked = await operator.post(lock, { note: 'Called back.' })
    expect(locked.body.data).toMatchObject({ state: 'LOCKED', lockNote: 'Called back.' })
    expect((await client.get('/api/v1/me')).status).toBe(401)
    expect((await key.get('/api/v1/orders')).status).toBe(403)
    const refused = await world.anybody.post('/auth/login', { email, password })
    expect(refused.body.meta.code).toBe('identity.sign_in_refused')
    expect((await operator.post(lock, {})).body.meta.code).toBe('identity.account_not_open')

    const unlock = `/admin/people/${person.actor.id}/unlock`
    expect((await operator.post(unlock)).body.data.state).toBe('ACTIVE')
    expect((await operator.post(unlock)).body.meta.code).toBe('identity.account_not_locked')
    const again = await signedIn(email, password)
    expect((await again.get('/api/v1/me')).status).toBe(200)
    expect((await client.get('/api/v1/me')).status).toBe(401)
    expect((await key.get('/api/v1/orders')).status).toBe(200)
  })

  it('cannot be locked by its own person, or unlocked after its erasure', async () => {
    const me = (await operator.get('/auth/me')).body.data.id
    const own = await operator.post(`/admin/people/${me}/lock`, {})
    expect(own.body.meta.code).toBe('identity.own_lock')
    const person = await aPerson(world.parts.platform.database, { companyId: ours.companyId })
    const path = `/admin/people/${person.actor.id}`
    await operator.post(`${path}/lock`, { note: 'About somebody.' })
    expect((await operator.post(`${path}/erase`)).status).toBe(200)
    expect((await operator.post(`${path}/unlock`)).body.meta.code).toBe(
      'identity.account_not_locked',
    )
    const { body } = await operator.get(`/admin/people?q=${person.actor.id}`)
    expect(body.data).toMatchObject([{ state: 'DISABLED' }])
    expect(body.data[0]).not.toHaveProperty('lockNote')
  })

  it('is signed out by an administrator of its company, and of no other', async () => {
    const person = await aPerson(world.parts.platform.database, { companyId: ours.companyId })
    const client = await signedIn(person.email, person.password)
    const path = `/api/v1/members/${person.actor.id}/end-sessions`
    const theirs = await world.company()
    expect((await theirs.admin.post(path)).body.meta.code).toBe('identity.member_not_found')
    expect((await client.get('/api/v1/me')).status).toBe(200)
    expect((await ours.admin.post(path)).body.data).toEqual({ sessions: 1 })
    expect((await client.get('/api/v1/me')).status).toBe(401)
  })
})

async function signedIn(email: string, password: string): Promise<Client> {
  const { body } = await world.anybody.post('/auth/login', { email, password })
  return createClient(world.baseUrl, { bearer: body.data.accessToken })
}
