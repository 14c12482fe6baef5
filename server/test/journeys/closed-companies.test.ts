import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { aReceiver } from '#testing/webhooks'
import { buyByCard, checkOut, fillCart } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld({})
const operator = await world.operator()
const ours = await world.company()
let supplier = await world.company()

describe('a closed supplier', () => {
  it('sells nothing: its offers are hidden and cannot be checked out until it is opened again', async () => {
    const { id: productId, sku } = await offer()
    const version = await fillCart(ours.buyer, [{ productId, quantity: 1 }])
    expect(await findProductIds(sku)).toEqual([productId])
    expect((await cart()).problems).toEqual([])

    await turn(supplier.companyId, 'DISABLED')
    expect(await findProductIds(sku)).toEqual([])
    expect((await ours.buyer.get(`/api/v1/products/${productId}`)).status).toBe(404)
    expect((await cart()).problems).toMatchObject([{ code: 'cart.product_discontinued' }])
    const refused = await checkOut(ours.buyer, version)
    expect([refused.status, codeOf(refused)]).toEqual([422, 'checkout.cart_has_problems'])

    await turn(supplier.companyId, 'ACTIVE')
    expect(await findProductIds(sku)).toEqual([productId])
    expect((await cart()).problems).toEqual([])
    expect((await buyByCard(ours.buyer, version)).orderId).toMatch(/^ord_/)
  })
})

describe('an order that waits for approval', () => {
  it('is not approved while its supplier is closed, and can be approved later or rejected', async () => {
    const rule = { name: 'All', steps: [{ mode: 'ANY', role: 'approver' }] }
    const { id: ruleId } = (await ours.admin.post('/api/v1/approval-rules', rule)).body.data
    const { id: productId } = await offer()
    const version = await fillCart(ours.buyer, [{ productId, quantity: 1 }])
    const { orderId } = await buyByCard(ours.buyer, version)
    const [waiting] = (await ours.approver.get('/api/v1/approvals')).body.data
    const { contentHash } = waiting
    const approve = () =>
      ours.approver.post(`/api/v1/approvals/${waiting.id}/approve`, { contentHash })

    await turn(supplier.companyId, 'DISABLED')
    const refused = await approve()
    expect([refused.status, codeOf(refused)]).toEqual([409, 'orders.supplier_closed'])
    expect(refused.body.meta.details).toEqual({ supplierId: supplier.companyId })
    await turn(supplier.companyId, 'ACTIVE')
    expect((await approve()).body.data).toMatchObject({ orderId, state: 'APPROVED' })
    await ours.admin.delete(`/api/v1/approval-rules/${ruleId}`)
  })
})

describe('a closed company', () => {
  beforeAll(async () => {
    // Deliveries of the orders above may still be on their way to the other company.
    supplier = await world.company()
  })

  it('gets no webhooks while it is closed, and the held ones afterwards', async () => {
    const receiver = await aReceiver()
    const wanted = { name: 'ERP', url: receiver.url, events: ['supplier_order.*'] }
    expect((await supplier.integration.post('/api/v1/webhooks', wanted)).status).toBe(200)
    const { id: productId } = await offer()
    const version = await fillCart(ours.buyer, [{ productId, quantity: 2 }])
    const { orderId } = await buyByCard(ours.buyer, version)
    await until(() => receiver.received.length === 1)

    await turn(supplier.companyId, 'DISABLED')
    expect((await ours.buyer.post(`/api/v1/orders/${orderId}/cancel`, {})).status).toBe(200)
    await until(async () => (await countHeldDeliveries()) === 1)
    expect(receiver.received).toHaveLength(1)

    await turn(supplier.companyId, 'ACTIVE')
    await until(() => receiver.received.length === 2)
    expect(await countHeldDeliveries()).toBe(0)
    await receiver.close()
  })

  it('has its automations disabled until it opens, apart from an operator’s kill switch', async () => {
    const scopes = async () => {
      const { body } = await operator.get('/admin/automations/switches')
      return (body.data as { scope: string }[]).map(({ scope }) => scope)
    }
    const { companyId } = supplier
    await turn(companyId, 'DISABLED')
    expect(await scopes()).toEqual([companyId])
    await turn(companyId, 'ACTIVE')
    expect(await scopes()).toEqual([])

    await operator.post('/admin/automations/switches', { scope: companyId, note: 'Looked at.' })
    await turn(companyId, 'DISABLED')
    await turn(companyId, 'ACTIVE')
    expect(await scopes()).toEqual([companyId])
  })
})

async function findProductIds(sku: string): Promise<string[]> {
  const { body } = await ours.buyer.get(`/api/v1/products?q=${sku}`)
  return (body.data as { id: string }[]).map(({ id }) => id)
}

async function cart() {
  return (await ours.buyer.get('/api/v1/cart')).body.data
}

async function countHeldDeliveries(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from webhooks.deliveries
    where company_id = ${supplier.companyId} and state = 'HELD'
  `.execute(world.parts.platform.database.pool)
  return rows[0]?.count ?? 0
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('it did not come to be')
    await wait(25)
  }
}

const turn = async (companyId: string, state: 'ACTIVE' | 'DISABLED') => {
  const { status, body } = await operator.patch(`/admin/companies/${companyId}`, { state })
  expect(status, JSON.stringify(body)).toBe(200)
}

const codeOf = ({ body }: { body: { meta?: { code?: string } } }) => body.meta?.code

const offer = () =>
  aProduct(world.parts.platform.database, { supplierCompanyId: supplier.companyId })
