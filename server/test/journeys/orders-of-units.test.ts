import { beforeAll, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { aKey, type Client, createClient } from './client.ts'
import { giveCredit, shipTo } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
let ours: CompanyOfWorld
let productId: string
let works: string
let store: string
let office: string

beforeAll(async () => {
  const supplier = await world.company()
  const product = { supplierCompanyId: supplier.companyId, unitPrice: '10.00', onHand: 100 }
  productId = (await aProduct(database, product)).id
  ours = await world.company()
  await giveCredit(world, ours.companyId, 1_000_000n)
  works = await aUnit('Works')
  store = await aUnit('Store', works)
  office = await aUnit('Office')
})

it('an order belongs to the unit of the buyer, and lists find it for the units above', async () => {
  await move(ours.buyer, store)
  const orderId = await order(ours.buyer)
  await move(ours.buyer, office)
  expect((await ours.buyer.get(`/api/v1/orders/${orderId}`)).body.data.unitId).toBe(store)
  const later = await order(ours.buyer)
  expect(await ordersOf(works)).toEqual([orderId])
  expect(await ordersOf(store)).toEqual([orderId])
  expect(await ordersOf(office)).toEqual([later])
  expect(await ordersOf('unt_none')).toEqual([])

  const { data: lines } = (await ours.buyer.get(`/api/v1/order-lines?unitId=${works}`)).body
  expect(lines).toMatchObject([{ orderId, unitId: store }])
  const file = await fileOf(`/api/v1/orders.csv?unitId=${works}`)
  expect(file.trim().split('\r\n')).toHaveLength(2)
  expect(file).toContain(orderId)
  const changed = `/api/v1/orders?updatedAfter=2020-01-01T00:00:00Z&unitId=${works}`
  expect(idsOf(await ours.buyer.get(changed))).toEqual([])
})

it('an order of a requisition belongs to the unit of the requester', async () => {
  const person = await aPerson(database, { companyId: ours.companyId, role: 'requester' })
  const { email, password } = person
  const { body } = await world.anybody.post('/auth/login', { email, password })
  const requester = createClient(world.baseUrl, { bearer: body.data.accessToken })
  await move(requester, store)
  const input = { title: 'Bolts', lines: [{ productId, quantity: 1 }], shipTo }
  const { id } = (await requester.post('/api/v1/requisitions', input)).body.data
  await requester.post(`/api/v1/requisitions/${id}/submit`, {})
  const { orderId } = (await ours.buyer.post(`/api/v1/requisitions/${id}/convert`, {})).body.data
  expect(await ordersOf(store)).toContain(orderId)
})

async function aUnit(name: string, parentId?: string): Promise<string> {
  const input = { name, kind: 'DEPARTMENT', ...(parentId !== undefined && { parentId }) }
  return (await ours.admin.post('/api/v1/company/units', input)).body.data.id
}

async function move(member: Client, unitId: string): Promise<void> {
  const { id } = (await member.get('/auth/me')).body.data
  expect((await ours.admin.patch(`/api/v1/members/${id}`, { unitId })).status).toBe(200)
}

async function order(buyer: Client): Promise<string> {
  const input = { lines: [{ productId, quantity: 1 }], shipTo, payment: { method: 'invoice' } }
  const { body, status } = await buyer.post('/api/v1/orders', input, { key: aKey() })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.order.id
}

const ordersOf = async (unitId: string) =>
  idsOf(await ours.buyer.get(`/api/v1/orders?unitId=${unitId}`))

function idsOf({ body }: Awaited<ReturnType<Client['get']>>): string[] {
  return body.data.map(({ id }: { id: string }) => id)
}

async function fileOf(path: string): Promise<string> {
  const response = await fetch(`${world.baseUrl}${path}`, { headers: ours.buyer.headers })
  expect(response.status).toBe(200)
  return response.text()
}
