import { expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { anAccountBrowser } from './account-browser.ts'
import { approve, codeOf, eventsTo, reject, textsTo } from './approvals-client.ts'
import { aKey } from './client.ts'
import { giveCredit, shipTo } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const supplier = await world.company()
const euros = (amount: string) => ({ amount, currency: 'EUR' })

it('a dearer line waits for the approver, who sees what it adds, and everybody learns what came of it', async () => {
  const ours = await aCompany()
  const orderId = await anOrder(ours)
  await proposePrice(orderId, 1, '10.50')
  const [proposal] = await proposalsOf(ours, orderId)
  const path = `/api/v1/orders/${orderId}/proposals/${proposal.id}/accept`
  const key = aKey()
  const accepted = await ours.buyer.post(path, {}, { key })
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200)
  expect(accepted.body.data.lines).toHaveLength(1)
  expect((await ours.buyer.post(path, {}, { key })).body.data).toEqual(accepted.body.data)
  expect(codeOf(await ours.buyer.post(path, {}))).toBe('orders.raise_awaits_approval')
  expect((await proposalsOf(ours, orderId))[0]).toMatchObject({
    state: 'PROPOSED',
    awaitsApproval: true,
  })

  const [request] = (await ours.approver.get('/api/v1/approvals')).body.data
  const seen = (await ours.approver.get(`/api/v1/approvals/${request.id}`)).body.data
  expect(seen).toMatchObject({ orderId, mayDecide: true, mayReduce: false })
  expect(Number(seen.added.amount)).toBeGreaterThanOrEqual(1.5)
  expect(seen.differences[0]).toMatchObject({
    field: 'UNIT_PRICE',
    before: { text: '10 EUR' },
    after: { text: '10.5 EUR' },
  })
  expect(await pageOf(ours, 'approver', `approvals/${request.id}`)).toContain(
    'both sides agree would add',
  )
  const page = await pageOf(ours, 'buyer', `orders/${orderId}`)
  expect(page).toContain('Others in your company have to approve what it adds.')
  expect(page).not.toContain('value="accept"')

  expect((await approve(ours.approver, request)).status).toBe(200)
  const { lines } = (await ours.buyer.get(`/api/v1/orders/${orderId}`)).body.data
  expect(lines[1]).toMatchObject({ followsLine: 1, unitPrice: euros('10.50') })
  expect(await eventsTo(world, ours.companyId, orderId)).toEqual(
    expect.arrayContaining(['order.raise_awaits_approval', 'order.change_accepted']),
  )
  await expect
    .poll(() => textsTo(world, ours.approver), patience)
    .toContainEqual(expect.stringContaining(' more: '))
  await expect
    .poll(() => textsTo(world, ours.buyer), patience)
    .toContainEqual(expect.stringContaining('is approved, and holds now'))
})

it('more of a line that an approver rejects is withdrawn, and the budget has back what it held', async () => {
  const ours = await aCompany()
  const budget = {
    name: 'Workshop',
    costCenter: '4711',
    period: 'YEAR',
    limit: euros('100.00'),
  }
  const { id: budgetId } = (await ours.admin.post('/api/v1/budgets', budget)).body.data
  const heldOf = async () =>
    (await ours.admin.get(`/api/v1/budgets/${budgetId}`)).body.data.usages[0].held.amount
  const orderId = await anOrder(ours, { costCenter: '4711' })
  const changes = `/api/v1/orders/${orderId}/changes`
  const body = { lines: [{ lineNumber: 1, quantity: 5 }], reason: 'More.' }
  expect((await ours.buyer.post(changes, body)).status).toBe(201)
  const [asked] = (await ours.buyer.get(changes)).body.data
  const accept = `/api/v1/supplier/orders/${orderId}/changes/${asked.id}/accept`
  expect((await supplier.integration.post(accept, {})).status).toBe(200)
  expect((await ours.buyer.get(changes)).body.data[0].awaitsApproval).toBe(true)
  expect(Number(await heldOf())).toBeGreaterThanOrEqual(20)

  const [request] = (await ours.approver.get('/api/v1/approvals')).body.data
  const { budgets } = (await ours.approver.get(`/api/v1/approvals/${request.id}`)).body.data
  expect(budgets).toMatchObject([{ id: budgetId, exceeded: false }])
  expect((await reject(ours.approver, request)).status).toBe(200)
  expect(Number(await heldOf())).toBe(0)
  expect((await ours.buyer.get(changes)).body.data[0]).toMatchObject({ state: 'WITHDRAWN' })
  expect(await eventsTo(world, ours.companyId, orderId)).toContain('order.raise_ended')
  await expect
    .poll(() => textsTo(world, ours.buyer), patience)
    .toContainEqual(expect.stringContaining('The order stays as it was'))
  const again = { ...order(), revises: request.id }
  expect(codeOf(await ours.buyer.post('/api/v1/orders', again, { key: aKey() }))).toBe(
    'approvals.request_of_change',
  )
})

const patience = { timeout: 60_000 }

let productId: string

const order = () => ({
  lines: [{ productId, quantity: 3 }],
  shipTo,
  payment: { method: 'invoice' },
})

async function aCompany(): Promise<CompanyOfWorld> {
  const company = await world.company()
  await giveCredit(world, company.companyId, 1_000_000n)
  const goods = { supplierCompanyId: supplier.companyId, unitPrice: '10.00', onHand: 1_000 }
  productId = (await aProduct(database, goods)).id
  return company
}

/** Placed before the company asks for approvals. */
async function anOrder(ours: CompanyOfWorld, references: object = {}): Promise<string> {
  const placed = await ours.buyer.post(
    '/api/v1/orders',
    { ...order(), ...references },
    { key: aKey() },
  )
  expect(placed.status, JSON.stringify(placed.body)).toBe(201)
  const rule = { name: 'All', steps: [{ mode: 'ANY', role: 'approver' }] }
  expect((await ours.admin.post('/api/v1/approval-rules', rule)).status).toBe(201)
  return placed.body.data.order.id
}

async function proposePrice(orderId: string, lineNumber: number, amount: string) {
  const lines = [{ lineNumber, status: 'CHANGED', unitPrice: euros(amount) }]
  const response = `/api/v1/supplier/orders/${orderId}/response`
  const { status, body } = await supplier.integration.post(response, { lines })
  expect(status, JSON.stringify(body)).toBe(200)
}

async function proposalsOf({ buyer }: CompanyOfWorld, orderId: string) {
  return (await buyer.get(`/api/v1/orders/${orderId}/proposals`)).body.data
}

async function pageOf(
  { companyId }: CompanyOfWorld,
  role: 'approver' | 'buyer',
  path: string,
): Promise<string> {
  const browser = anAccountBrowser(world.baseUrl)
  await browser.signIn(await aPerson(database, { companyId, role }))
  return (await browser.get(`/account/${path}`)).html
}
