import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { anAccountBrowser } from './account-browser.ts'
import { codeOf } from './approvals-client.ts'
import { aKey, type Client, createClient } from './client.ts'
import { fillCart, giveCredit, shipTo } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const supplier = await world.company()
const requisitions = '/api/v1/requisitions'
let ours: CompanyOfWorld
let requester: Client
let productId: string

beforeAll(async () => {
  const product = { supplierCompanyId: supplier.companyId, unitPrice: '10.00', onHand: 1000 }
  productId = (await aProduct(database, product)).id
})

beforeEach(async () => {
  ours = await world.company()
  await giveCredit(world, ours.companyId, 1_000_000n)
  requester = await aMember(['requester'])
})

describe('a requester', () => {
  it('submits a cart as a requisition, and reads the order that a buyer makes of it', async () => {
    await fillCart(requester, [{ productId, quantity: 4 }])
    const created = await requester.post(requisitions, { title: 'Bolts', fromCart: true, shipTo })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    const { id } = created.body.data
    expect((await requester.post(`${requisitions}/${id}/submit`, {})).status).toBe(200)
    const { orderId } = (await ours.buyer.post(`${requisitions}/${id}/convert`, {})).body.data
    expect((await requester.get(`/api/v1/orders/${orderId}`)).body.data).toMatchObject({
      id: orderId,
      requestedBy: await idOf(requester),
      lines: [{ productId, quantity: 4 }],
    })
    expect(await ordersOf(requester)).toEqual([orderId])
    const part = `/api/v1/orders/${orderId}/documents/${supplier.companyId}.xml`
    expect(await textAt(part)).toContain('<cbc:ID>')
    const again = await requester.post(`/api/v1/orders/${orderId}/reorder`, {})
    expect(again.body.data.cart.items).toMatchObject([{ product: { id: productId } }])
  })

  it('does not order: each way says how to submit a requisition', async () => {
    await fillCart(requester, [{ productId, quantity: 1 }])
    const { snapshotVersion } = (await requester.get('/api/v1/cart')).body.data
    const order = { lines: [{ productId, quantity: 1 }], shipTo, payment: { method: 'invoice' } }
    const { id } = (
      await requester.post(requisitions, { title: 'x', lines: [{ what: 'x', quantity: 1 }] })
    ).body.data
    const ways = [
      ['/api/v1/checkout', { expectedSnapshotVersion: snapshotVersion, shipTo }],
      ['/api/v1/checkout/chk_none/payment', { method: 'invoice' }],
      ['/api/v1/orders', order],
      ['/api/v1/orders/validate', order],
      [`${requisitions}/${id}/convert`, {}],
    ] as const
    for (const [path, body] of ways) {
      const refused = await requester.post(path, body, { key: aKey() })
      expect([path, refused.status, codeOf(refused)]).toEqual([
        path,
        403,
        'checkout.requisition_required',
      ])
      expect(refused.body.error).toContain('POST /api/v1/requisitions')
    }
  })

  it('reads no order of others, by no address', async () => {
    const orderId = await anOrderOf(ours.buyer)
    const { number } = (await ours.buyer.get(`/api/v1/orders/${orderId}`)).body.data
    for (const query of ['', `?q=${orderId}`, `?q=${number}`, '?state=PLACED', '?poNumber=P-1']) {
      expect([query, await ordersOf(requester, query)]).toEqual([query, []])
      expect([query, await ordersOf(ours.buyer, query)]).toEqual([query, [orderId]])
    }
    expect((await textAt('/api/v1/orders.csv')).trim().split('\n')).toHaveLength(1)
    const past = new Date(0).toISOString()
    expect(await ordersOf(requester, `?sort=updatedAt&updatedAfter=${past}`)).toEqual([])
    const one = `/api/v1/orders/${orderId}`
    const hidden = [one, `${one}/documents/${supplier.companyId}.xml`, `${one}/documents/x.pdf`]
    for (const path of hidden) {
      expect([path, codeOf(await requester.get(path))]).toEqual([path, 'orders.order_not_found'])
    }
    expect(codeOf(await requester.post(`${one}/reorder`, {}))).toBe('orders.order_not_found')
    const list = { name: 'Mine', visibility: 'PRIVATE', orderId }
    const copied = await requester.post('/api/v1/lists', list)
    expect(codeOf(copied)).toBe('orders.order_not_found')
    const closed = [
      '/api/v1/order-lines',
      '/api/v1/order-lines.csv',
      '/api/v1/invoices',
      '/api/v1/invoices.csv',
      '/api/v1/payments',
      '/api/v1/budgets',
      '/api/v1/spending-limits',
      '/api/v1/checkout',
      '/api/v1/credit-accounts',
      '/api/v1/supplier/orders',
      `${one}/proposals`,
    ]
    for (const path of closed) {
      expect([path, codeOf(await requester.get(path))]).toEqual([path, 'identity.access_denied'])
    }
    for (const step of ['cancel', 'returns', 'confirm', 'shipments', 'deliveries']) {
      expect((await requester.post(`${one}/${step}`, {})).status).toBe(403)
    }
  })

  it('reads no requisition and no ticket of others, and links no order of others', async () => {
    const orderId = await anOrderOf(ours.buyer)
    const theirs = (
      await ours.buyer.post(requisitions, { title: 'x', lines: [{ what: 'x', quantity: 1 }] })
    ).body.data
    await ours.buyer.post(`${requisitions}/${theirs.id}/submit`, {})
    expect((await requester.get(`${requisitions}/${theirs.id}`)).status).toBe(404)
    const ticket = {
      subject: 'Late',
      message: 'Where is it?',
      links: [{ type: 'order', id: orderId }],
    }
    const opened = await ours.buyer.post('/api/v1/support/tickets', ticket)
    expect(opened.status, JSON.stringify(opened.body)).toBe(201)
    const one = `/api/v1/support/tickets/${opened.body.data.id}`
    expect((await requester.get(one)).status).toBe(404)
    expect((await requester.post(`${one}/messages`, { text: 'x' })).status).toBe(404)
    expect((await requester.get('/api/v1/support/tickets')).body.data).toEqual([])
    expect((await requester.post('/api/v1/support/tickets', ticket)).status).toBe(422)
    const own = await requester.post('/api/v1/support/tickets', { subject: 'x', message: 'x' })
    expect((await requester.get(`/api/v1/support/tickets/${own.body.data.id}`)).status).toBe(200)
  })

  it('keeps the orders that the person placed as a buyer before', async () => {
    const person = await aMember(['buyer'])
    const own = await anOrderOf(person)
    await anOrderOf(ours.buyer)
    const changed = await ours.admin.patch(`/api/v1/members/${await idOf(person)}`, {
      roles: ['requester'],
    })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    await expect.poll(() => ordersOf(person)).toEqual([own])
    expect((await person.get(`/api/v1/orders/${own}`)).status).toBe(200)
  })

  it('who has another role, too, reads as widely as that one', async () => {
    const orderId = await anOrderOf(ours.buyer)
    const accountant = await aMember(['requester', 'accountant'])
    expect(await ordersOf(accountant)).toEqual([orderId])
    expect((await accountant.get('/api/v1/invoices')).status).toBe(200)
    await fillCart(accountant, [{ productId, quantity: 1 }])
    expect(codeOf(await accountant.post('/api/v1/orders', {}, { key: aKey() }))).toBe(
      'checkout.requisition_required',
    )
  })

  it('sees the request that waits for approval of the own requisition, without the budgets', async () => {
    const { id: adminId } = (await ours.admin.get('/auth/me')).body.data
    const steps = [{ mode: 'ANY', people: [adminId] }]
    const rule = {
      name: 'Of requesters',
      conditions: { requesterRoles: ['requester'] },
      steps,
      position: 1,
    }
    expect((await ours.admin.post('/api/v1/approval-rules', rule)).status).toBe(201)
    const limit = { amount: '500.00', currency: 'EUR' }
    const budget = { name: 'All', costCenter: 'K-1', period: 'MONTH', limit }
    expect((await ours.admin.post('/api/v1/budgets', budget)).status).toBe(201)
    const lines = [{ productId, quantity: 1, costCenter: 'K-1' }]
    const { id } = (await requester.post(requisitions, { title: 'x', lines, shipTo })).body.data
    await requester.post(`${requisitions}/${id}/submit`, {})
    const converted = (await ours.buyer.post(`${requisitions}/${id}/convert`, {})).body.data
    expect(converted.state).toBe('IN_APPROVAL')
    const [waiting] = (await requester.get('/api/v1/approvals?mine=requested')).body.data
    expect(waiting.orderId).toBe(converted.orderId)
    const one = `/api/v1/approvals/${waiting.id}`
    const seen = (await requester.get(one)).body.data
    expect(seen).toMatchObject({ mayDecide: false, requester: { id: await idOf(requester) } })
    expect(seen.budgets).toBeUndefined()
    expect((await ours.admin.get(one)).body.data.budgets).toHaveLength(1)
  })
})

it('the account pages show a requester the own orders, and nothing of the orders of others', async () => {
  const other = await anOrderOf(ours.buyer)
  const person = await aPerson(database, { companyId: ours.companyId, role: 'requester' })
  const { email, password } = person
  const { body } = await world.anybody.post('/auth/login', { email, password })
  const client = createClient(world.baseUrl, { bearer: body.data.accessToken })
  const lines = [{ productId, quantity: 1 }]
  const { id } = (await client.post(requisitions, { title: 'x', lines, shipTo })).body.data
  await client.post(`${requisitions}/${id}/submit`, {})
  const { orderId, orderNumber } = (await ours.buyer.post(`${requisitions}/${id}/convert`, {})).body
    .data
  const pages = anAccountBrowser(world.baseUrl)
  await pages.signIn(person)
  const home = await pages.get('/account')
  expect(home.html).toContain(`/account/orders/${orderId}`)
  expect(home.html).not.toContain(other)
  const page = await pages.get(`/account/orders/${orderId}`)
  expect([page.status, page.html.includes(orderNumber)]).toEqual([200, true])
  expect((await pages.get(`/account/orders/${other}`)).status).toBe(404)
})

async function aMember(roles: readonly ('requester' | 'buyer' | 'accountant')[]): Promise<Client> {
  const [role = 'requester'] = roles
  const person = await aPerson(database, { companyId: ours.companyId, role })
  const { email, password, actor } = person
  if (roles.length > 1) await ours.admin.patch(`/api/v1/members/${actor.id}`, { roles })
  const { body } = await world.anybody.post('/auth/login', { email, password })
  return createClient(world.baseUrl, { bearer: body.data.accessToken })
}

/** As the requester reads it. */
async function textAt(path: string): Promise<string> {
  const response = await fetch(`${world.baseUrl}${path}`, { headers: requester.headers })
  expect(response.status).toBe(200)
  return response.text()
}

async function idOf(client: Client): Promise<string> {
  return (await client.get('/auth/me')).body.data.id
}

async function ordersOf(client: Client, query = ''): Promise<string[]> {
  const { body } = await client.get(`/api/v1/orders${query}`)
  return body.data.map(({ id }: { id: string }) => id)
}

async function anOrderOf(buyer: Client): Promise<string> {
  const lines = [{ productId, quantity: 1 }]
  const order = { lines, shipTo, poNumber: 'P-1', payment: { method: 'invoice' } }
  const { body, status } = await buyer.post('/api/v1/orders', order, { key: aKey() })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.order.id
}
