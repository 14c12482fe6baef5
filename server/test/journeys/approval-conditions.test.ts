import { beforeEach, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { type Approval, approve } from './approvals-client.ts'
import { aKey, type Client } from './client.ts'
import { giveCredit, shipTo } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const supplier = await world.company()
let ours: CompanyOfWorld
let productId: string

beforeEach(async () => {
  ours = await world.company()
  await giveCredit(world, ours.companyId, 1_000_000n)
  productId = await aProductOf(supplier)
})

it('a rule asks for a supplier', async () => {
  const other = await aProductOf(await world.company())
  await aRule({ supplierIds: [supplier.companyId] })
  expect(await stateOf(await place(other))).toBe('PLACED')
  expect(await stateOf(await place(other, productId))).toBe('PENDING_APPROVAL')
})

it('a rule asks for a unit, and for all below it', async () => {
  const top = await aUnit('Plant')
  const below = await aUnit('Workshop', top)
  const beside = await aUnit('Office')
  await aRule({ unitIds: [top] })
  expect(await stateOf(await place(productId))).toBe('PLACED')
  for (const [unitId, state] of [
    [beside, 'PLACED'],
    [below, 'PENDING_APPROVAL'],
    [top, 'PENDING_APPROVAL'],
  ] as const) {
    const path = `/api/v1/members/${await idOf(ours.buyer)}`
    expect((await ours.admin.patch(path, { unitId })).status).toBe(200)
    expect(await stateOf(await place(productId)), unitId).toBe(state)
  }
})

it('a rule asks for the first order from a supplier, until one is placed', async () => {
  const rule = await aRule({ firstOrderFromSupplier: true })
  expect(rule.conditions).toEqual({ firstOrderFromSupplier: true })
  const [first, second] = await Promise.all([place(productId), place(productId)])
  // Neither is placed yet, so both are the first one.
  expect(await stateOf(first)).toBe('PENDING_APPROVAL')
  expect(await stateOf(second)).toBe('PENDING_APPROVAL')
  await ours.buyer.post(`/api/v1/orders/${second}/cancel`, {}, { key: aKey() })
  expect(await stateOf(await place(productId))).toBe('PENDING_APPROVAL')
  await approve(ours.approver, await requestOf(first))
  expect(await stateOf(first)).toBe('PLACED')
  expect(await stateOf(await place(productId))).toBe('PLACED')
  // The same supplier is new to another company.
  ours = await world.company()
  await giveCredit(world, ours.companyId, 1_000_000n)
  await aRule({ firstOrderFromSupplier: true })
  expect(await stateOf(await place(productId))).toBe('PENDING_APPROVAL')
})

it('a rule asks for a price above the last one paid', async () => {
  await aRule({ aboveLastPrice: true })
  expect(await stateOf(await place(productId))).toBe('PLACED')
  expect(await stateOf(await place(productId))).toBe('PLACED')
  await setPrice('99.00')
  expect(await stateOf(await place(productId))).toBe('PLACED')
  await setPrice('99.01')
  const raised = await place(productId)
  expect(await stateOf(raised)).toBe('PENDING_APPROVAL')
  // An order that waits has paid nothing, so the next one is compared with the same price.
  expect(await stateOf(await place(productId))).toBe('PENDING_APPROVAL')
  await approve(ours.approver, await requestOf(raised))
  expect(await stateOf(await place(productId))).toBe('PLACED')
})

async function aProductOf({ companyId: supplierCompanyId }: CompanyOfWorld) {
  return (await aProduct(database, { supplierCompanyId, unitPrice: '100.00', onHand: 100 })).id
}

async function setPrice(price: string) {
  await sql`
    update products.products set list_price = ${price}::numeric
    where supplier_company_id = ${supplier.companyId} and id = ${productId}
  `.execute(database.pool)
}

async function aUnit(name: string, parentId?: string) {
  const unit = { name, kind: 'SITE', ...(parentId && { parentId }) }
  return (await ours.admin.post('/api/v1/company/units', unit)).body.data.id as string
}

async function aRule(conditions: object) {
  const rule = { name: 'Rule', conditions, steps: [{ mode: 'ANY', role: 'approver' }] }
  const { status, body } = await ours.admin.post('/api/v1/approval-rules', rule)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}

async function place(...productIds: string[]): Promise<string> {
  const lines = productIds.map((id) => ({ productId: id, quantity: 1 }))
  const order = { lines, shipTo, payment: { method: 'invoice' } }
  const { status, body } = await ours.buyer.post('/api/v1/orders', order, { key: aKey() })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.order.id
}

const stateOf = async (orderId: string) =>
  (await ours.buyer.get(`/api/v1/orders/${orderId}`)).body.data.state

const requestOf = async (orderId: string): Promise<Approval> =>
  (await ours.buyer.get(`/api/v1/approvals?orderId=${orderId}`)).body.data[0]

const idOf = async (client: Client) => (await client.get('/auth/me')).body.data.id as string
