import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { mailedInvitation } from '#testing/invitations'
import { type Approval, approve, codeOf } from './approvals-client.ts'
import { aKey, type Client, createClient } from './client.ts'
import { fillCart, giveCredit, shipTo } from './purchase.ts'
import { aLetter, aSubmitted } from './requisitions-client.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const operator = await world.operator()
let ours: CompanyOfWorld
let productId: string
/** The store is below the works. */
let works: string
let store: string
let office: string

beforeAll(async () => {
  const supplier = await world.company()
  const product = { supplierCompanyId: supplier.companyId, unitPrice: '10.00', onHand: 1000 }
  productId = (await aProduct(database, product)).id
})

beforeEach(async () => {
  ours = await world.company()
  await giveCredit(world, ours.companyId, 1_000_000n)
  works = await aUnit('Works')
  store = await aUnit('Store', works)
  office = await aUnit('Office')
})

describe('an order', () => {
  it('belongs to the unit of the buyer, and lists find it for the units above', async () => {
    await move(ours.buyer, store)
    const orderId = await order(ours.buyer)
    await move(ours.buyer, office)
    expect((await ours.buyer.get(`/api/v1/orders/${orderId}`)).body.data.unitId).toBe(store)
    const later = await order(ours.buyer)
    expect(await ordersIn(works)).toEqual([orderId])
    expect(await ordersIn(store)).toEqual([orderId])
    expect(await ordersIn(office)).toEqual([later])
    expect(await ordersIn('unt_none')).toEqual([])

    const { data: lines } = (await ours.buyer.get(`/api/v1/order-lines?unitId=${works}`)).body
    expect(lines).toMatchObject([{ orderId, unitId: store }])
    const file = await fileOf(`/api/v1/orders.csv?unitId=${works}`)
    expect(file.trim().split('\r\n')).toHaveLength(2)
    expect(file).toContain(orderId)
    const changed = `/api/v1/orders?updatedAfter=2020-01-01T00:00:00Z&unitId=${works}`
    expect(await listed(ours.buyer, changed)).toEqual([])
  })

  it('of a requisition belongs to the unit of the requester', async () => {
    const requester = await aMember([])
    await move(requester, store)
    const id = await requisition(requester)
    const { orderId } = (await ours.buyer.post(`/api/v1/requisitions/${id}/convert`, {})).body.data
    expect(await ordersIn(store)).toContain(orderId)
  })
})

describe('who buys for one unit', () => {
  it('orders for the unit, and reaches its orders and those of the units below', async () => {
    const ofStore = await orderOf(ours.buyer, store)
    const ofOffice = await orderOf(ours.buyer, office)
    const buyer = await aMember([{ unitId: works, role: 'buyer' }])
    const own = await order(buyer)
    expect((await buyer.get(`/api/v1/orders/${own}`)).body.data.unitId).toBe(works)
    expect(await listed(buyer, '/api/v1/orders')).toEqual([own, ofStore])
    expect(await listed(buyer, `/api/v1/orders?unitId=${office}`)).toEqual([])
    expect(await listed(buyer, '/api/v1/order-lines', 'orderId')).toEqual([own, ofStore])
    for (const path of ['', '/versions', '/proposals', '/changes']) {
      const [reached, hidden] = await Promise.all(
        [ofStore, ofOffice].map((id) => buyer.get(`/api/v1/orders/${id}${path}`)),
      )
      expect([path, reached?.status, hidden?.status]).toEqual([path, 200, 404])
    }
    const change = { lines: [{ lineNumber: 1, quantity: 1 }], reason: 'Too many' }
    const hidden = await buyer.post(`/api/v1/orders/${ofOffice}/changes`, change, { key: aKey() })
    expect([hidden.status, codeOf(hidden)]).toEqual([404, 'orders.order_not_found'])
    const cancelled = await buyer.post(`/api/v1/orders/${ofOffice}/cancel`, {}, { key: aKey() })
    expect(codeOf(cancelled)).toBe('orders.order_not_found')
    const done = await buyer.post(`/api/v1/orders/${ofStore}/cancel`, {}, { key: aKey() })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
  })

  it('orders for the own unit, where the role holds for it', async () => {
    const buyer = await aMember([{ unitId: works, role: 'buyer' }])
    await move(buyer, store)
    const own = await order(buyer)
    expect((await buyer.get(`/api/v1/orders/${own}`)).body.data.unitId).toBe(store)
    await move(buyer, office)
    const other = await order(buyer)
    expect((await buyer.get(`/api/v1/orders/${other}`)).body.data.unitId).toBe(works)
  })

  it('checks out the own cart, and sees no checkout of others', async () => {
    const buyer = await aMember([{ unitId: works, role: 'buyer' }])
    const mine = await checkout(buyer)
    const theirs = await checkout(ours.buyer)
    expect(await listed(buyer, '/api/v1/checkout')).toEqual([mine])
    expect((await buyer.get(`/api/v1/checkout/${theirs}`)).status).toBe(404)
    const path = (id: string) => `/api/v1/checkout/${id}/payment`
    const invoice = { method: 'invoice' }
    const refused = await buyer.post(path(theirs), invoice, { key: aKey() })
    expect(codeOf(refused)).toBe('checkout.attempt_not_found')
    expect(codeOf(await buyer.post(`/api/v1/checkout/${theirs}/cancel`, {}))).toBe(
      'checkout.attempt_not_found',
    )
    expect((await buyer.post(path(mine), invoice, { key: aKey() })).status).toBe(200)
    expect(await listed(buyer, '/api/v1/payments', 'checkoutId')).toEqual([mine])
  })

  it('reads and converts the requisitions of the unit', async () => {
    const requester = await aMember([])
    await move(requester, store)
    const ofStore = await requisition(requester)
    await move(requester, office)
    const ofOffice = await requisition(requester)
    const buyer = await aMember([{ unitId: works, role: 'buyer' }])
    expect(await listed(buyer, '/api/v1/requisitions')).toEqual([ofStore])
    const inWorks = `/api/v1/requisitions?unitId=${works}`
    expect(await listed(ours.buyer, inWorks)).toEqual([ofStore])
    expect(await listed(buyer, `/api/v1/requisitions?unitId=${office}`)).toEqual([])
    const path = (id: string) => `/api/v1/requisitions/${id}/convert`
    expect(codeOf(await buyer.post(path(ofOffice), {}))).toBe('requisitions.requisition_not_found')
    const { orderId } = (await buyer.post(path(ofStore), {})).body.data
    expect((await buyer.get(`/api/v1/orders/${orderId}`)).body.data.unitId).toBe(store)
  })

  it('is no buyer of an own requisition for another unit', async () => {
    const member = await aMember([{ unitId: works, role: 'buyer' }])
    await move(member, office)
    const lines = [{ what: 'A desk', quantity: 1 }]
    const id = await aSubmitted(member, lines)
    const path = `/api/v1/requisitions/${id}`
    const { data: read } = (await member.get(path)).body
    const price = { amount: '0.01', currency: 'EUR' }
    const sourcing = { productId, price, note: 'By letter.' }
    const refusals = [
      await member.put(`${path}/lines/${read.lines[0].id}/sourcing`, {
        ...sourcing,
        attachmentIds: [await aLetter(member)],
      }),
      await member.post(`${path}/return`, { comment: 'Later.' }),
      await member.post(`${path}/reject`, { comment: 'No.' }),
    ]
    for (const refused of refusals) {
      expect([refused.status, codeOf(refused)]).toEqual([
        403,
        'requisitions.buyer_of_unit_required',
      ])
    }
    expect((await member.get(path)).body.data).toEqual(read)

    // For a unit below the works the person is a buyer, also of an own requisition.
    const own = await aSubmitted(member, lines, { shipTo, unitId: store })
    const [line] = (await member.get(`/api/v1/requisitions/${own}`)).body.data.lines
    const sourced = await member.put(`/api/v1/requisitions/${own}/lines/${line.id}/sourcing`, {
      ...sourcing,
      attachmentIds: [await aLetter(member)],
    })
    expect(sourced.status, JSON.stringify(sourced.body)).toBe(200)
  })
})

describe('the accountant of one unit', () => {
  it('reads its orders and invoices, and changes nothing', async () => {
    const ofStore = await orderOf(ours.buyer, store)
    const ofOffice = await orderOf(ours.buyer, office)
    for (const id of [ofStore, ofOffice]) await operator.post(`/api/v1/orders/${id}/shipments`, {})
    const accountant = await aMember([{ unitId: works, role: 'accountant' }])
    await expect
      .poll(() => listed(ours.buyer, '/api/v1/invoices'), { timeout: 60_000 })
      .toHaveLength(2)
    const [found, ...others] = await listed(accountant, '/api/v1/invoices')
    expect(others).toEqual([])
    const [hidden] = (await listed(ours.buyer, '/api/v1/invoices')).filter((id) => id !== found)
    expect((await accountant.get(`/api/v1/invoices/${found}`)).body.data.orderId).toBe(ofStore)
    for (const part of ['', '/ubl', '/pdf']) {
      const path = `${world.baseUrl}/api/v1/invoices/${hidden}${part}`
      expect((await fetch(path, { headers: accountant.headers })).status).toBe(404)
      // Also where the PDF has been rendered for others.
      expect((await fetch(path, { headers: ours.buyer.headers })).ok).toBe(part === '')
    }
    const cancelled = await accountant.post(`/api/v1/orders/${ofStore}/cancel`, {}, { key: aKey() })
    expect([cancelled.status, codeOf(cancelled)]).toEqual([403, 'identity.access_denied'])
    const input = { lines: [{ productId, quantity: 1 }], shipTo, payment: { method: 'invoice' } }
    const ordered = await accountant.post('/api/v1/orders', input, { key: aKey() })
    expect(codeOf(ordered)).toBe('checkout.requisition_required')
  })

  it('who also buys for another unit changes the orders of that one alone', async () => {
    const ofStore = await orderOf(ours.buyer, store)
    const ofOffice = await orderOf(ours.buyer, office)
    const member = await aMember([
      { unitId: works, role: 'accountant' },
      { unitId: office, role: 'buyer' },
    ])
    expect(await listed(member, '/api/v1/orders')).toEqual([ofOffice, ofStore])
    const cancel = async (id: string) =>
      (await member.post(`/api/v1/orders/${id}/cancel`, {}, { key: aKey() })).status
    expect([await cancel(ofStore), await cancel(ofOffice)]).toEqual([404, 200])
  })
})

describe('the approver of one unit', () => {
  it('decides the orders of the unit that rules give to the role, and no others', async () => {
    const rule = { name: 'All', conditions: {}, steps: [{ mode: 'ANY', role: 'approver' }] }
    expect((await ours.admin.post('/api/v1/approval-rules', rule)).status).toBe(201)
    const ofStore = await orderOf(ours.buyer, store)
    const ofOffice = await orderOf(ours.buyer, office)
    const approver = await aMember([{ unitId: works, role: 'approver' }])
    expect(await listed(approver, '/api/v1/approvals', 'orderId')).toEqual([ofStore])
    const all = (await ours.approver.get('/api/v1/approvals')).body.data as Approval[]
    const requestOf = (orderId: string) => all.find((one) => one.orderId === orderId) as Approval
    const hidden = await approve(approver, requestOf(ofOffice))
    expect([hidden.status, codeOf(hidden)]).toEqual([404, 'approvals.request_not_found'])
    // Who buys for the unit is no approver, and who lost the role is none any more.
    const buyer = await aMember([{ unitId: works, role: 'buyer' }])
    expect(await listed(buyer, '/api/v1/approvals', 'orderId')).toEqual([])
    const late = await aMember([{ unitId: works, role: 'approver' }])
    const { id } = (await late.get('/auth/me')).body.data
    await ours.admin.patch(`/api/v1/members/${id}`, { unitRoles: [] })
    expect((await approve(late, requestOf(ofStore))).status).toBe(404)
    const approved = await approve(approver, requestOf(ofStore))
    expect(approved.status, JSON.stringify(approved.body)).toBe(200)
    expect((await approver.get(`/api/v1/orders/${ofStore}`)).body.data.state).toBe('PLACED')
  })

  it('makes an order possible that nobody else could approve', async () => {
    const member = (await ours.approver.get('/auth/me')).body.data.id
    await ours.admin.patch(`/api/v1/members/${member}`, { roles: ['requester'] })
    const rule = { name: 'All', conditions: {}, steps: [{ mode: 'ANY', role: 'approver' }] }
    await ours.admin.post('/api/v1/approval-rules', rule)
    await aMember([{ unitId: works, role: 'approver' }])
    const input = { lines: [{ productId, quantity: 1 }], shipTo, payment: { method: 'invoice' } }
    await move(ours.buyer, office)
    const refused = await ours.buyer.post('/api/v1/orders', input, { key: aKey() })
    expect(codeOf(refused)).toBe('approvals.no_approver')
    await orderOf(ours.buyer, store)
  })
})

describe('a role for a unit', () => {
  it('is given and taken by administrators, ends at once, and keeps the unit open', async () => {
    const buyer = await aMember([{ unitId: works, role: 'buyer' }])
    const { id } = (await buyer.get('/auth/me')).body.data
    const [member] = (await ours.admin.get(`/api/v1/members?role=requester`)).body.data
    expect(member).toMatchObject({ userId: id, unitRoles: [{ unitId: works, role: 'buyer' }] })
    const refused = await ours.admin.post(`/api/v1/company/units/${store}/end`)
    expect(refused.status).toBe(200)
    const used = await ours.admin.post(`/api/v1/company/units/${works}/end`)
    expect(used.body.meta.details).toMatchObject({ members: 1 })
    const own = await order(buyer)
    const taken = await ours.admin.patch(`/api/v1/members/${id}`, { unitRoles: [] })
    expect(taken.body.data.unitRoles).toBeUndefined()
    expect(await listed(buyer, '/api/v1/orders')).toEqual([own])
    const { body } = await ours.admin.get('/api/v1/audit?limit=1')
    expect(body.data).toMatchObject([
      {
        action: 'identity.unit_roles_changed',
        details: { former: [`buyer ${works}`], roles: [] },
      },
    ])
  })

  it('comes with an invitation, which keeps the unit open', async () => {
    const email = `ida-${ours.companyId}@example.com`
    const given = { unitId: store, unitRoles: [{ unitId: works, role: 'buyer' }] }
    const invitation = { email, roles: ['requester'], ...given }
    const invited = await ours.admin.post('/api/v1/invitations', invitation)
    expect(invited.status, JSON.stringify(invited.body)).toBe(201)
    const token = await mailedInvitation(database, email)
    expect(invited.body.data).toMatchObject(given)
    for (const unitId of [works, store]) {
      const used = await ours.admin.post(`/api/v1/company/units/${unitId}/end`)
      expect(used.body.meta.details).toMatchObject({ members: 1 })
    }
    const account = { token, name: 'Ida Invited', password: 'a long password that nobody has' }
    const accepted = await world.anybody.post('/auth/invitations/accept', account)
    const buyer = createClient(world.baseUrl, { bearer: accepted.body.data.accessToken })
    const { id } = (await buyer.get('/auth/me')).body.data
    const members = (await ours.admin.get('/api/v1/members?role=requester')).body.data
    expect(members).toMatchObject([{ userId: id, roles: ['requester'], ...given }])
    const own = await order(buyer)
    expect((await buyer.get(`/api/v1/orders/${own}`)).body.data.unitId).toBe(store)
    const { body } = await ours.admin.get('/api/v1/audit?limit=50')
    const sent = body.data.find((one: { action: string }) => one.action.endsWith('invitation_sent'))
    expect(sent.details).toEqual({ roles: ['requester', `buyer ${works}`], unitId: store })
  })

  it('is refused in an invitation for a unit that has ended or belongs to others', async () => {
    await ours.admin.post(`/api/v1/company/units/${office}/end`)
    const others = await world.company()
    const unit = { name: 'Theirs', kind: 'SITE' }
    const theirs = (await others.admin.post('/api/v1/company/units', unit)).body.data.id
    for (const unitId of [office, theirs]) {
      for (const given of [{ unitId }, { unitRoles: [{ unitId, role: 'buyer' }] }]) {
        const invitation = { email: 'ole@example.com', roles: ['requester'], ...given }
        const refused = await ours.admin.post('/api/v1/invitations', invitation)
        expect(codeOf(refused)).toBe('structure.unit_unknown')
      }
    }
    expect((await ours.admin.get('/api/v1/invitations')).body.data).toEqual([])
  })

  it('is refused for a unit of others, a unit that has ended, and for oneself', async () => {
    const { id } = (await ours.admin.get('/auth/me')).body.data
    const give = async (userId: string, unitId: string) =>
      codeOf(
        await ours.admin.patch(`/api/v1/members/${userId}`, {
          unitRoles: [{ unitId, role: 'buyer' }],
        }),
      )
    expect(await give(id, works)).toBe('identity.own_roles')
    const buyerId = (await ours.buyer.get('/auth/me')).body.data.id
    expect(await give(buyerId, 'unt_none')).toBe('structure.unit_unknown')
    await ours.admin.post(`/api/v1/company/units/${office}/end`)
    expect(await give(buyerId, office)).toBe('structure.unit_unknown')
  })
})

async function aUnit(name: string, parentId?: string): Promise<string> {
  const input = { name, kind: 'DEPARTMENT', ...(parentId !== undefined && { parentId }) }
  return (await ours.admin.post('/api/v1/company/units', input)).body.data.id
}

/** A requester with roles for units. */
async function aMember(unitRoles: readonly { unitId: string; role: string }[]): Promise<Client> {
  const person = await aPerson(database, { companyId: ours.companyId, role: 'requester' })
  const { email, password, actor } = person
  const given = await ours.admin.patch(`/api/v1/members/${actor.id}`, { unitRoles })
  expect(given.status, JSON.stringify(given.body)).toBe(200)
  const { body } = await world.anybody.post('/auth/login', { email, password })
  return createClient(world.baseUrl, { bearer: body.data.accessToken })
}

async function move(member: Client, unitId: string): Promise<void> {
  const { id } = (await member.get('/auth/me')).body.data
  await ours.admin.patch(`/api/v1/members/${id}`, { unitId })
}

async function orderOf(buyer: Client, unitId: string): Promise<string> {
  await move(buyer, unitId)
  return order(buyer)
}

async function order(buyer: Client): Promise<string> {
  const input = { lines: [{ productId, quantity: 2 }], shipTo, payment: { method: 'invoice' } }
  const { body, status } = await buyer.post('/api/v1/orders', input, { key: aKey() })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.order.id
}

async function checkout(buyer: Client): Promise<string> {
  await fillCart(buyer, [{ productId, quantity: 1 }])
  const { snapshotVersion } = (await buyer.get('/api/v1/cart')).body.data
  const input = { expectedSnapshotVersion: snapshotVersion, shipTo }
  const { body, status } = await buyer.post('/api/v1/checkout', input, { key: aKey() })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.id
}

async function requisition(requester: Client): Promise<string> {
  const input = { title: 'Bolts', lines: [{ productId, quantity: 1 }], shipTo }
  const { id } = (await requester.post('/api/v1/requisitions', input)).body.data
  await requester.post(`/api/v1/requisitions/${id}/submit`, {})
  return id
}

async function listed(client: Client, path: string, key = 'id'): Promise<string[]> {
  const { body, status } = await client.get(path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.map((row: Record<string, string>) => row[key])
}

const ordersIn = (unitId: string) => listed(ours.buyer, `/api/v1/orders?unitId=${unitId}`)

async function fileOf(path: string): Promise<string> {
  const response = await fetch(`${world.baseUrl}${path}`, { headers: ours.buyer.headers })
  expect(response.status).toBe(200)
  return response.text()
}
