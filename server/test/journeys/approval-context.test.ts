import { beforeEach, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { type Approval, approve, codeOf } from './approvals-client.ts'
import { aKey, type Client } from './client.ts'
import { giveCredit, shipTo } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const supplier = await world.company()
let ours: CompanyOfWorld
let productId: string

beforeEach(async () => {
  ours = await world.company()
  await giveCredit(world, ours.companyId, 1_000_000n)
  const product = { supplierCompanyId: supplier.companyId, unitPrice: '100.00', onHand: 100 }
  productId = (await aProduct(world.parts.platform.database, product)).id
  const rule = { name: 'All', steps: [{ mode: 'ANY', role: 'approver' }] }
  expect((await ours.admin.post('/api/v1/approval-rules', rule)).status).toBe(201)
})

it('a request shows what its approver needs', async () => {
  const unit = { name: 'Workshop', kind: 'SITE' }
  const { id: unitId } = (await ours.admin.post('/api/v1/company/units', unit)).body.data
  const buyerId = await idOf(ours.buyer)
  const moved = await ours.admin.patch(`/api/v1/members/${buyerId}`, { unitId })
  expect(moved.status, JSON.stringify(moved.body)).toBe(200)
  const budget = {
    name: 'Workshop 2026',
    costCenter: '4711',
    period: 'YEAR',
    limit: { amount: '900.00', currency: 'EUR' },
    soft: true,
  }
  expect((await ours.admin.post('/api/v1/budgets', budget)).status).toBe(201)

  const other = await aRequest(2, { costCenter: '4711' })
  const request = await aRequest(8, { costCenter: '4711', poNumber: 'PO-1', note: 'Soon.' })
  const seen = await contextOf(ours.approver, request)
  expect(seen).toMatchObject({
    requester: { id: buyerId, unit: { id: unitId, name: 'Workshop' } },
    order: { poNumber: 'PO-1', costCenter: '4711', note: 'Soon.', suppliers: [{}] },
    alsoWaiting: [{ id: other.id, orderNumber: other.orderNumber, total: other.total }],
  })
  expect(seen.order.suppliers[0].id).toBe(supplier.companyId)
  expect(seen.order.shipTo.city).toBe(shipTo.city)
  expect(seen.order.totals.total).toEqual(seen.total)
  expect(seen.order.totals.taxBreakdown.length).toBeGreaterThan(0)
  expect(seen.differences).toBeUndefined()
  const [impact] = seen.budgets
  expect(impact).toMatchObject({ name: 'Workshop 2026', subject: '4711', exceeded: true })
  expect([impact.before.amount, impact.after.amount]).toEqual(['200.00', '1000.00'])

  // A decided request shows no budgets, because other orders have used them since.
  await approve(ours.approver, request)
  expect((await contextOf(ours.buyer, request)).budgets).toBeUndefined()
  expect((await contextOf(ours.approver, other)).alsoWaiting).toBeUndefined()
})

it('a changed order shows its differences from the returned one', async () => {
  const first = await aRequest(12, { poNumber: 'A' })
  const { id, contentHash } = first
  await ours.approver.post(`/api/v1/approvals/${id}/return`, { contentHash, comment: 'Ten.' })
  const second = await aRequest(10, { poNumber: 'A', revises: id })
  expect((await contextOf(ours.approver, second)).differences).toMatchObject([
    { field: 'QUANTITY', productId, before: { quantity: 12 }, after: { quantity: 10 } },
    { field: 'TOTAL', before: { amount: first.total }, after: { amount: second.total } },
  ])
})

it('a changed order shows what its lines are booked on, and when they should arrive', async () => {
  const first = await aRequest(12, { glAccount: '4400' })
  const { id, contentHash } = first
  await ours.approver.post(`/api/v1/approvals/${id}/return`, { contentHash, comment: 'Divide it.' })
  const allocations = [
    { costCenter: 'A-100', percent: '60' },
    { costCenter: 'A-200', project: 'Roof', percent: '40' },
  ]
  const lines = [{ productId, quantity: 12, allocations, requestedDate: '2099-03-01' }]
  const second = await aRequest(12, { lines, revises: id })
  expect((await contextOf(ours.approver, second)).differences).toMatchObject([
    { field: 'GL_ACCOUNT', productId, before: { text: '4400' } },
    {
      field: 'ALLOCATIONS',
      productId,
      after: { text: 'A-100 / – / –: 60 %; A-200 / – / Roof: 40 %' },
    },
    { field: 'REQUESTED_DATE', productId, after: { text: '2099-03-01' } },
  ])
})

it('nobody else sees a request, and an operator sees it in its company', async () => {
  const request = await aRequest(1)
  const path = `/api/v1/approvals/${request.id}`
  expect(codeOf(await supplier.admin.get(path))).toBe('approvals.request_not_found')
  expect((await ours.integration.get(path)).status).toBe(403)
  const operator = await world.operator()
  expect((await operator.get(path)).status).toBe(404)
  const own = await operator.get(`/admin/companies/${ours.companyId}/approvals/${request.id}`)
  expect(own.body.data).toMatchObject({ id: request.id, mayDecide: false })
  const elsewhere = await operator.get(
    `/admin/companies/${supplier.companyId}/approvals/${request.id}`,
  )
  expect(elsewhere.status).toBe(404)
})

type Seen = Approval & { orderNumber: string; total: { amount: string; currency: string } }

const contextOf = async ({ get }: Client, { id }: Approval) =>
  (await get(`/api/v1/approvals/${id}`)).body.data

const idOf = async (client: Client) => (await client.get('/auth/me')).body.data.id as string

async function aRequest(quantity: number, terms: object = {}): Promise<Seen> {
  const lines = [{ productId, quantity }]
  const order = { lines, shipTo, payment: { method: 'invoice' }, ...terms }
  const { status, body } = await ours.buyer.post('/api/v1/orders', order, { key: aKey() })
  expect(status, JSON.stringify(body)).toBe(201)
  const found = await ours.buyer.get(`/api/v1/approvals?orderId=${body.data.order.id}`)
  return found.body.data[0]
}
