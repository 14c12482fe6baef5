import { beforeEach, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { codeOf } from './approvals-client.ts'
import { aKey } from './client.ts'
import { giveCredit, shipTo } from './purchase.ts'
import { aSupplier } from './suppliers.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const supplier = await aSupplier(world)
const { database } = world.parts.platform
const bolt = { supplierCompanyId: supplier.id, unitPrice: '10.00', onHand: 1_000 }
const productId = (await aProduct(database, bolt)).id
let ours: CompanyOfWorld

beforeEach(async () => {
  ours = await world.company()
  await giveCredit(world, ours.companyId, 1_000_000n)
})

const hold = { type: 'hold_order', reason: 'Ask the site.' }
const notify = { type: 'notify', subject: 'Look', message: 'Look at it.', by: ['in_app'] }

it('a promised date after the requested one holds the order, and an earlier one does not', async () => {
  const tooLate =
    'data.lines.exists(line, has(line.requestedDate) && line.promisedDate > line.requestedDate)'
  const id = await anAutomation('order.promised_date_changed', [hold], tooLate)
  const requestedDate = '2999-01-15'
  const [late, early] = [await anOrder({ requestedDate }), await anOrder({ requestedDate })]
  await answer(early, { status: 'ACCEPTED', promisedDate: '2999-01-10' })
  await answer(late, { status: 'ACCEPTED', promisedDate: '2999-01-17' })
  await expect.poll(() => statesOf(id)).toEqual(['SKIPPED', 'SUCCEEDED'])
  expect(await isHeld(late)).toBe(true)
  expect(await isHeld(early)).toBe(false)
})

it('a proposal of fewer pieces holds the order until somebody has looked', async () => {
  const fewer = 'data.lines.exists(line, line.after.quantity < line.before.quantity)'
  const id = await anAutomation('order.change_proposed', [hold], fewer)
  const orderId = await anOrder()
  await answer(orderId, { status: 'CHANGED', quantity: 1 })
  await expect.poll(() => statesOf(id)).toEqual(['SUCCEEDED'])
  expect(await isHeld(orderId)).toBe(true)
})

it('a proposal within the limits of a rule is accepted, and one beyond them waits for people', async () => {
  const id = await anAutomation('order.change_proposed', [
    { type: 'accept_proposal', daysLater: 7 },
  ])
  const requestedDate = '2999-01-15'
  const [near, far, fewer] = [
    await anOrder({ requestedDate }),
    await anOrder({ requestedDate }),
    await anOrder({ requestedDate }),
  ]
  await answer(near, { status: 'CHANGED', promisedDate: '2999-01-22' })
  await answer(far, { status: 'CHANGED', promisedDate: '2999-01-23' })
  await answer(fewer, { status: 'CHANGED', quantity: 1 })
  await expect.poll(() => statesOf(id)).toEqual(['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED'])
  expect(await proposalOf(near)).toMatchObject({
    state: 'ACCEPTED',
    lines: [{ decisionNote: 'By the automation "A rule".' }],
  })
  const order = (await ours.buyer.get(`/api/v1/orders/${near}`)).body.data
  expect(order).toMatchObject({ state: 'CONFIRMED', lines: [{ promisedDate: '2999-01-22' }] })
  expect(await proposalOf(far)).toMatchObject({ state: 'PROPOSED' })
  expect(await proposalOf(fewer)).toMatchObject({ state: 'PROPOSED' })
  const audit = (await ours.admin.get('/api/v1/audit?action=automations.action_done')).body.data
  expect(audit).toMatchObject([{ details: { action: 'accept_proposal', outcome: 'accepted' } }])
})

it('a rule may accept fewer pieces, only within its days, and never what somebody has refused', async () => {
  const accept = { type: 'accept_proposal', daysLater: 0, mayBeFewer: true }
  const requestedDate = '2999-01-15'
  const refused = await anOrder({ requestedDate })
  await answer(refused, { status: 'CHANGED', quantity: 1 })
  const { id: proposalId } = await proposalOf(refused)
  const id = await anAutomation('order.change_proposed', [accept])
  await ours.buyer.post(`/api/v1/orders/${refused}/proposals/${proposalId}/refuse`, {})
  const [fewer, later] = [await anOrder({ requestedDate }), await anOrder({ requestedDate })]
  await answer(fewer, { status: 'CHANGED', quantity: 1 })
  await answer(later, { status: 'BACKORDERED', promisedDate: '2999-01-29' })
  await expect.poll(() => statesOf(id)).toEqual(['SUCCEEDED', 'SUCCEEDED'])
  const order = (await ours.buyer.get(`/api/v1/orders/${fewer}`)).body.data
  expect(order.lines).toMatchObject([{ quantity: 2, cancelledQuantity: 1 }])
  expect(await proposalOf(later)).toMatchObject({ state: 'PROPOSED' })
  expect(await proposalOf(refused)).toMatchObject({ state: 'REFUSED' })
})

it('a rule accepts a higher price only within its limits', async () => {
  const accept = { type: 'accept_proposal', daysLater: 0, higherPricePercent: '5' }
  const unknown = { ...accept, higherPriceAmount: { amount: '1', currency: 'XQQ' } }
  const trigger = { event: 'order.change_proposed' }
  const refused = { name: 'A rule', trigger, actions: [unknown] }
  expect(codeOf(await ours.admin.post('/api/v1/automations', refused))).toBe(
    'orders.currency_unknown',
  )
  const id = await anAutomation('order.change_proposed', [accept])
  const [little, much] = [await anOrder(), await anOrder()]
  const at = (amount: string) => ({ status: 'CHANGED', unitPrice: { amount, currency: 'EUR' } })
  await answer(little, at('10.50'))
  await answer(much, at('10.51'))
  await expect.poll(() => statesOf(id)).toEqual(['SUCCEEDED', 'SUCCEEDED'])
  const order = (await ours.buyer.get(`/api/v1/orders/${little}`)).body.data
  expect(order.lines).toMatchObject([{ cancelledQuantity: 2 }, { followsLine: 1, quantity: 2 }])
  expect(await proposalOf(much)).toMatchObject({ state: 'PROPOSED' })
})

it('a submitted requisition notifies the administrators, once', async () => {
  const id = await anAutomation('requisition.submitted', [notify])
  const lines = [{ what: 'A desk', quantity: 1 }]
  const { body } = await ours.buyer.post('/api/v1/requisitions', { title: 'Desk', lines })
  const submitted = await ours.buyer.post(`/api/v1/requisitions/${body.data.id}/submit`, {})
  expect(submitted.status, JSON.stringify(submitted.body)).toBe(200)
  await expect.poll(() => statesOf(id)).toEqual(['SUCCEEDED'])
  const notices = (await ours.admin.get('/api/v1/notifications')).body.data
  expect(notices).toMatchObject([{ entity: { type: 'requisition', id: body.data.id } }])
})

it('a used-up quota notifies the administrators of the buyer, and 80 percent do not', async () => {
  const contract = { buyerCompanyId: ours.companyId, reference: `FW-${ours.companyId}` }
  const created = await supplier.admin.post('/api/v1/contracts', {
    ...contract,
    state: 'ACTIVE',
    orderDiscounts: { currency: 'EUR', tiers: [{ from: '1000000.00', percent: '1' }] },
  })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  const quotas = [{ productId, measure: 'QUANTITY', maximum: '10' }]
  await supplier.admin.put(`/api/v1/contracts/${created.body.data.id}/quotas`, { quotas })
  const usedUp = 'data.percent == 100'
  const id = await anAutomation('contract.quota_reached', [notify], usedUp)
  await anOrder({}, 8)
  await anOrder({}, 2)
  await expect.poll(() => statesOf(id)).toEqual(['SKIPPED', 'SUCCEEDED'])
})

it('an action that the record of the event does not have is refused when it is saved', async () => {
  const { status, body } = await ours.admin.post('/api/v1/automations', {
    name: 'Hold a requisition',
    trigger: { event: 'requisition.submitted' },
    actions: [hold],
  })
  expect([status, body.meta.code]).toEqual([422, 'automations.action_unfit'])
  expect(body.meta.details?.events).toContain('order.change_proposed')
})

async function anAutomation(event: string, actions: object[], condition?: string): Promise<string> {
  const { status, body } = await ours.admin.post('/api/v1/automations', {
    name: 'A rule',
    trigger: { event },
    actions,
    state: 'ACTIVE',
    ...(condition !== undefined && { condition }),
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.id
}

async function anOrder(more: object = {}, quantity = 2): Promise<string> {
  const order = { lines: [{ productId, quantity }], shipTo, payment: { method: 'invoice' } }
  const { status, body } = await ours.buyer.post(
    '/api/v1/orders',
    { ...order, ...more },
    { key: aKey() },
  )
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.order.id
}

async function proposalOf(orderId: string) {
  return (await ours.buyer.get(`/api/v1/orders/${orderId}/proposals`)).body.data[0]
}

async function answer(orderId: string, line: object): Promise<void> {
  const { status, body } = await supplier.admin.post(
    `/api/v1/supplier/orders/${orderId}/response`,
    { lines: [{ lineNumber: 1, ...line }] },
  )
  expect(status, JSON.stringify(body)).toBe(200)
}

/** The states of the runs that have ended. */
async function statesOf(automationId: string): Promise<string[]> {
  const { body } = await ours.admin.get(`/api/v1/automations/${automationId}/runs`)
  const states: string[] = body.data.map(({ state }: { state: string }) => state)
  return states.filter((state) => state !== 'PENDING' && state !== 'LEASED').toSorted()
}

const isHeld = async (orderId: string) =>
  (await ours.admin.get(`/api/v1/orders/${orderId}`)).body.data.heldSince !== undefined
