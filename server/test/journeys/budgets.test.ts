import { beforeEach, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aKey } from './client.ts'
import { shipTo } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
let ours: CompanyOfWorld
const operator = await world.operator()
const product = { unitPrice: '10.00', onHand: 100_000 }
const productId = (await aProduct(world.parts.platform.database, product)).id

beforeEach(async () => {
  ours = await world.company()
  const terms = { limit: { amount: '1000000.00', currency: 'EUR' }, netDays: 30 }
  await operator.put(`/admin/companies/${ours.companyId}/credit-accounts/EUR`, terms)
})

it('a budget is held, spent, released by parts, and refuses more than is left', async () => {
  const cost = await costOf(4)
  const id = await aBudget(cost * 1.5)
  const placed = await place(4)
  expect(placed.status).toBe(201)
  expect(await usageOf('/api/v1/budgets')).toMatchObject([
    { subject: '4711', held: eur('0.00'), committed: eur(cost.toFixed(2)) },
  ])

  const refused = await place(4)
  expect(refused.status).toBe(422)
  expect(refused.body.meta).toMatchObject({
    code: 'budgets.exceeded',
    details: { budget: 'Workshop', left: eur((cost / 2).toFixed(2)) },
  })
  expect((await place(4, '4712')).status).toBe(201)
  expect((await place(1)).status).toBe(201)
  expect(await entriesOf(id)).toEqual(['COMMIT', 'HOLD', 'COMMIT', 'HOLD'])

  const path = `/api/v1/orders/${placed.body.data.order.id}/cancel`
  await ours.buyer.post(path, { lines: [{ lineNumber: 1, quantity: 1 }] })
  expect(await usageOf('/api/v1/budgets')).toMatchObject([{ committed: eur(cost.toFixed(2)) }])
  await ours.buyer.post(path, {})
  expect(await usageOf('/api/v1/budgets')).toMatchObject([
    { committed: eur((cost / 4).toFixed(2)) },
  ])
  expect((await entriesOf(id)).filter((kind: string) => kind === 'RELEASE')).toHaveLength(2)
  expect((await place(4)).status).toBe(201)
})

it('a checkout holds its budget until it is cancelled', async () => {
  const cost = await costOf(2)
  const id = await aBudget(cost)
  const added = await ours.buyer.post('/api/v1/cart/items', { productId, quantity: 2 })
  const started = await ours.buyer.post(
    '/api/v1/checkout',
    { expectedSnapshotVersion: added.body.data.snapshotVersion, shipTo, costCenter: '4711' },
    { key: aKey() },
  )
  expect(started.status).toBe(201)
  expect(await usageOf('/api/v1/budgets')).toMatchObject([{ held: eur(cost.toFixed(2)) }])
  expect((await place(1)).body.meta.code).toBe('budgets.exceeded')
  const path = `/api/v1/checkout/${started.body.data.id}/cancel`
  expect((await ours.buyer.post(path)).body.data.state).toBe('CANCELLED')
  expect(await usageOf('/api/v1/budgets')).toMatchObject([
    { held: eur('0.00'), left: eur(cost.toFixed(2)) },
  ])
  expect(await entriesOf(id)).toEqual(['RELEASE', 'HOLD'])
  expect((await place(1)).status).toBe(201)
})

it('twenty simultaneous orders of one person spend no more than the limit', async () => {
  const cost = await costOf(1)
  const limit = { name: 'Buyers', period: 'MONTH', limit: eur((cost * 7.5).toFixed(2)) }
  expect((await ours.admin.post('/api/v1/spending-limits', limit)).status).toBe(201)
  const answers = await Promise.all(Array.from({ length: 20 }, () => place(1)))
  const placed = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ body }) => body.meta?.code === 'budgets.exceeded')
  expect([placed.length, refused.length]).toEqual([7, 13])
  const me = (await ours.buyer.get('/auth/me')).body.data.id
  expect(await usageOf('/api/v1/spending-limits')).toMatchObject([
    { subject: me, held: eur('0.00'), committed: eur((cost * 7).toFixed(2)) },
  ])
  // The limit is each person's own; a key counts for who made it.
  expect((await place(7, '4711', ours.integration)).status).toBe(201)
  expect((await place(1, '4711', ours.admin)).body.meta.code).toBe('budgets.exceeded')
})

it('an order beyond a soft budget needs approval, and a rejected one releases the budget', async () => {
  const cost = await costOf(2)
  await aBudget(cost, { soft: true })
  expect((await place(2)).body.data.order.state).toBe('PLACED')
  const over = await place(1)
  expect(over.body.data.order.state).toBe('PENDING_APPROVAL')
  const [request] = (await ours.approver.get('/api/v1/approvals')).body.data
  expect(request.steps).toMatchObject([{ rule: 'Workshop', mode: 'ANY', role: 'approver' }])
  await ours.approver.post(`/api/v1/approvals/${request.id}/reject`, { reason: 'No.' })
  expect(await usageOf('/api/v1/budgets')).toMatchObject([{ committed: eur(cost.toFixed(2)) }])
})

it('an order says before it is placed who must approve it and which budgets it uses', async () => {
  const cost = await costOf(2)
  const id = await aBudget(cost, { soft: true })
  const within = await validate(1)
  expect(within.approvalSteps).toBeUndefined()
  expect(within.budgets).toMatchObject([
    { id, before: eur('0.00'), after: within.totals.total, exceeded: false },
  ])
  expect((await place(2)).status).toBe(201)
  const over = await validate(1)
  expect(over.approvalSteps).toMatchObject([{ rule: 'Workshop', mode: 'ANY', role: 'approver' }])
  expect(over.budgets).toMatchObject([
    { name: 'Workshop', before: eur(cost.toFixed(2)), left: eur('0.00'), exceeded: true },
  ])
  const placed = await place(1)
  const [request] = (await ours.approver.get('/api/v1/approvals')).body.data
  const { body } = await ours.approver.get(`/api/v1/approvals/${request.id}`)
  expect(body.data.budgets).toEqual(over.budgets)
  expect(placed.body.data.order.totals.total).toEqual(over.totals.total)
})

it('budgets are changed and disabled by administrators of the company alone', async () => {
  const cost = await costOf(1)
  const id = await aBudget(0)
  const path = `/api/v1/budgets/${id}`
  expect((await place(1)).body.meta.code).toBe('budgets.exceeded')
  expect((await ours.admin.patch(path, { limit: cost.toFixed(2) })).status).toBe(200)
  expect((await place(1)).status).toBe(201)
  expect((await place(1)).body.meta.code).toBe('budgets.exceeded')
  expect((await ours.admin.patch(path, { active: false })).body.data.active).toBe(false)
  expect((await place(1)).status).toBe(201)

  const stranger = await world.company()
  expect((await stranger.admin.patch(path, { active: true })).status).toBe(404)
  expect((await ours.admin.patch(`/api/v1/spending-limits/${id}`, { soft: true })).status).toBe(404)
  expect((await ours.buyer.get('/api/v1/budgets')).status).toBe(403)
  const personId = (await stranger.buyer.get('/auth/me')).body.data.id
  const limit = { name: 'Theirs', personId, period: 'DAY', limit: eur('1.00') }
  const refused = await ours.admin.post('/api/v1/spending-limits', limit)
  expect(refused.body.meta.code).toBe('budgets.person_unknown')
  const inNone = {
    name: 'None',
    costCenter: '1',
    period: 'YEAR',
    limit: { amount: '1', currency: 'ZZZ' },
  }
  const unknown = await ours.admin.post('/api/v1/budgets', inNone)
  expect([unknown.status, unknown.body.meta.code]).toEqual([400, 'budgets.currency_unknown'])
})

function place(quantity: number, costCenter = '4711', buyer = ours.buyer) {
  const lines = [{ productId, quantity }]
  const order = { lines, shipTo, costCenter, payment: { method: 'invoice' } }
  return buyer.post('/api/v1/orders', order, { key: aKey() })
}

async function validate(quantity: number) {
  const lines = [{ productId, quantity }]
  const order = { lines, shipTo, costCenter: '4711', payment: { method: 'invoice' } }
  const { body } = await ours.buyer.post('/api/v1/orders/validate', order)
  return body.data
}

/** What so many pieces cost, with their tax. */
async function costOf(quantity: number): Promise<number> {
  return Number((await validate(quantity)).totals.total.amount)
}

async function aBudget(limit: number, more: object = {}): Promise<string> {
  const budget = { name: 'Workshop', costCenter: '4711', period: 'YEAR', ...more }
  const body = { ...budget, limit: eur(limit.toFixed(2)) }
  const answer = await ours.admin.post('/api/v1/budgets', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data.id
}

const eur = (amount: string) => ({ amount, currency: 'EUR' })

const usageOf = async (path: string) => {
  const { body } = await ours.admin.get(path)
  return body.data.budgets[0].usages
}

const entriesOf = async (id: string) => {
  const { body } = await ours.admin.get(`/api/v1/budgets/${id}/entries`)
  return body.data.map((entry: { kind: string }) => entry.kind)
}
