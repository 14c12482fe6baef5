import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { codeOf } from './approvals-client.ts'
import { aKey, type Client, createClient } from './client.ts'
import { giveCredit, shipTo } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const operator = await world.operator()
let ours: CompanyOfWorld
let supplierCompanyId: string
let productId: string
/** The store is below the works. */
let works: string
let store: string
let office: string

beforeAll(async () => {
  supplierCompanyId = (await world.company()).companyId
  const product = { supplierCompanyId, unitPrice: '10.00', onHand: 1000 }
  productId = (await aProduct(database, product)).id
})

beforeEach(async () => {
  ours = await world.company()
  await giveCredit(world, ours.companyId, 1_000_000n)
  works = await aUnit('Works')
  store = await aUnit('Store', works)
  office = await aUnit('Office')
})

describe('who has a role for one unit', () => {
  it('lists the returns of its orders, and no others', async () => {
    const ofStore = await deliveredIn(store)
    const ofOffice = await deliveredIn(office)
    for (const id of [ofStore, ofOffice]) {
      const lines = [{ lineNumber: 1, quantity: 1, reason: 'OTHER' }]
      const made = await ours.buyer.post(`/api/v1/orders/${id}/returns`, { lines })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
    }
    const buyer = await aMember([{ unitId: works, role: 'buyer' }])
    expect(await listed(buyer, '/api/v1/returns', 'orderId')).toEqual([ofStore])
    expect(await listed(ours.buyer, '/api/v1/returns', 'orderId')).toEqual([ofOffice, ofStore])
    const file = await fileOf('/api/v1/returns.csv', buyer)
    expect(file).toContain(await numberOf(ofStore))
    expect(file).not.toContain(await numberOf(ofOffice))
    expect((await (await aMember([])).get('/api/v1/returns')).status).toBe(403)
  })

  it('makes standing orders for the unit, and reads those of the unit alone', async () => {
    const ofStore = await standingOrder(ours.buyer, store)
    const ofOffice = await standingOrder(ours.buyer, office)
    const buyer = await aMember([{ unitId: works, role: 'buyer' }])
    const own = await standingOrder(buyer)
    const path = '/api/v1/standing-orders'
    expect((await buyer.get(`${path}/${own}`)).body.data).toMatchObject({ unitId: works })
    expect(await listed(buyer, path)).toEqual([own, ofStore])
    expect(await listed(ours.buyer, `${path}?unitId=${works}`)).toEqual([own, ofStore])
    for (const part of ['', '/runs']) {
      const read = [ofStore, ofOffice].map((id) => buyer.get(`${path}/${id}${part}`))
      expect((await Promise.all(read)).map(({ status }) => status)).toEqual([200, 404])
    }
    const pause = async (id: string) => codeOf(await buyer.post(`${path}/${id}/pause`, {}))
    expect(await pause(ofStore)).toBe('standing.order_of_another')
    expect(await pause(ofOffice)).toBe('standing.order_not_found')
    expect((await buyer.post(`${path}/${own}/pause`, {})).status).toBe(200)
    const moved = await buyer.patch(`${path}/${own}`, { unitId: office })
    expect(codeOf(moved)).toBe('structure.unit_not_allowed')
    expect((await buyer.patch(`${path}/${own}`, { unitId: store })).body.data.unitId).toBe(store)
    const accountant = await aMember([{ unitId: store, role: 'accountant' }])
    expect(await listed(accountant, path)).toEqual([own, ofStore])
    expect((await accountant.post(path, {})).status).toBe(403)
  })

  it('makes no standing order for a unit for which it may not pay, also of what is short today', async () => {
    const short = { supplierCompanyId, unitPrice: '10.00', onHand: 0 }
    const { id: shortId } = await aProduct(database, short)
    const member = await aMember([
      { unitId: works, role: 'approver' },
      { unitId: office, role: 'buyer' },
    ])
    const made = (unitId: string) => member.post('/api/v1/standing-orders', bolts(unitId, shortId))
    const refused = await made(works)
    expect([refused.status, codeOf(refused)]).toEqual([403, 'checkout.handoff_not_allowed'])
    const allowed = await made(office)
    expect(allowed.status, JSON.stringify(allowed.body)).toBe(201)
  })

  it('reads its payments, and none of others', async () => {
    const ofStore = await orderOf(ours.buyer, store)
    const ofOffice = await orderOf(ours.buyer, office)
    const paymentOf = async (orderId: string): Promise<string> =>
      (await ours.buyer.get(`/api/v1/payments?orderId=${orderId}`)).body.data[0].id
    const [paid, hidden] = [await paymentOf(ofStore), await paymentOf(ofOffice)]
    const accountant = await aMember([{ unitId: works, role: 'accountant' }])
    expect(await listed(accountant, '/api/v1/payments')).toEqual([paid])
    const file = await fileOf('/api/v1/payments.csv', accountant)
    expect([file.includes(paid), file.includes(hidden)]).toEqual([true, false])
    expect((await accountant.get(`/api/v1/payments/${paid}`)).body.data.orderId).toBe(ofStore)
    const refused = await accountant.get(`/api/v1/payments/${hidden}`)
    expect([refused.status, codeOf(refused)]).toEqual([404, 'payments.payment_not_found'])
    const capture = await accountant.post(`/api/v1/payments/${paid}/capture`, {})
    expect(capture.status).toBe(403)
    expect((await (await aMember([])).get('/api/v1/payments')).status).toBe(403)
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

async function orderOf(buyer: Client, unitId: string): Promise<string> {
  const lines = [{ productId, quantity: 2 }]
  const input = { lines, unitId, shipTo, payment: { method: 'invoice' } }
  const { body, status } = await buyer.post('/api/v1/orders', input, { key: aKey() })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.order.id
}

async function deliveredIn(unitId: string): Promise<string> {
  const id = await orderOf(ours.buyer, unitId)
  const { body } = await operator.post(`/api/v1/orders/${id}/shipments`, {})
  const [shipment] = body.data.shipments
  const arrived = { shipmentId: shipment.id }
  const delivered = await ours.buyer.post(`/api/v1/orders/${id}/deliveries`, arrived)
  expect(delivered.body.data?.state, JSON.stringify(delivered.body)).toBe('DELIVERED')
  return id
}

const numberOf = async (orderId: string): Promise<string> =>
  (await ours.buyer.get(`/api/v1/orders/${orderId}`)).body.data.number

async function standingOrder(buyer: Client, unitId?: string): Promise<string> {
  const { body, status } = await buyer.post('/api/v1/standing-orders', bolts(unitId))
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.id
}

function bolts(unitId?: string, ordered = productId) {
  return {
    name: 'Bolts',
    lines: [{ productId: ordered, quantity: 1 }],
    schedule: { every: 1, unit: 'WEEK', on: 1, from: '2031-01-13' },
    shipTo,
    maxTotal: { amount: '100.00', currency: 'EUR' },
    payment: { method: 'invoice' },
    ...(unitId !== undefined && { unitId }),
  }
}

async function listed(client: Client, path: string, key = 'id'): Promise<string[]> {
  const { body, status } = await client.get(path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.map((row: Record<string, string>) => row[key])
}

async function fileOf(path: string, client: Client): Promise<string> {
  const response = await fetch(`${world.baseUrl}${path}`, { headers: client.headers })
  expect(response.status).toBe(200)
  return response.text()
}
