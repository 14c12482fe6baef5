import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { causedBy } from '#platform/outbox'
import { aProduct } from '#testing/catalog'
import { type Approval, actorOf, approve, codeOf, eventsTo, reject } from './approvals-client.ts'
import { aKey, type Client } from './client.ts'
import { atThePage, checkOut, fillCart, handOver, shipTo, untilEnded } from './purchase.ts'
import { ownMethods, parcel } from './suppliers.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
let ours: CompanyOfWorld
const operator = await world.operator()
const supplier = await world.company()
// What goes a way of its own is approved as what does not: its shipping cost is part of what is agreed to.
const free = { ...parcel, tiers: [{ from: '0', price: '0' }] }
expect((await supplier.admin.post(ownMethods, free)).status).toBe(201)

beforeEach(async () => {
  ours = await world.company()
  const terms = { limit: { amount: '100000.00', currency: 'EUR' }, netDays: 30 }
  await operator.put(`/admin/companies/${ours.companyId}/credit-accounts/EUR`, terms)
})
const byApprover = { name: 'All', steps: [{ mode: 'ANY', role: 'approver' }] }

describe('an order that needs approval', () => {
  it('holds the card, hides from its supplier, and is charged and placed once approved', async () => {
    await aRule({ ...byApprover, conditions: { amountFrom: { amount: '1000', currency: 'EUR' } } })
    const { orderId, approval } = await anOrder(ours.buyer, 'card')
    expect(await orderOf(orderId)).toMatchObject({
      state: 'PENDING_APPROVAL',
      paymentState: 'AUTHORIZED',
    })
    expect(await supplied(orderId)).toBe(404)
    expect(await eventsToSupplier(orderId)).toEqual([])
    expect((await supplier.admin.post(`/api/v1/orders/${orderId}/confirm`)).status).toBe(404)
    const waiting = await ours.approver.get('/api/v1/approvals')
    expect(waiting.body.data).toMatchObject([{ id: approval.id, state: 'PENDING' }])

    expect(codeOf(await approve(ours.buyer, approval))).toBe('approvals.own_order')
    expect((await approve(supplier.approver, approval)).status).toBe(404)
    const changed = { ...approval, contentHash: '0'.repeat(64) }
    expect(codeOf(await approve(ours.approver, changed))).toBe('approvals.content_changed')

    const approved = await approve(ours.approver, approval)
    expect(approved.body.data).toMatchObject({ state: 'APPROVED' })
    const placed = await until(orderId, ({ paymentState }) => paymentState === 'PAID')
    expect(placed.state).toBe('PLACED')
    expect(await supplied(orderId)).toBe(200)
    expect(await eventsToSupplier(orderId)).toEqual(['supplier_order.received'])
    expect(codeOf(await approve(ours.approver, approval))).toBe('approvals.already_decided')
    expect((await ours.approver.get('/api/v1/approvals')).body.data).toEqual([])
  })

  it('releases stock and credit when it is rejected, and its supplier never sees it', async () => {
    await aRule()
    const { orderId, approval, productId } = await anOrder()
    expect(await onHand(productId)).toBe(8)
    expect((await reject(ours.approver, approval)).body.data.state).toBe('REJECTED')
    expect((await orderOf(orderId)).state).toBe('REJECTED')
    expect(await usedCredit()).toBe('0.00')
    expect(await onHand(productId)).toBe(20)
    expect(await supplied(orderId)).toBe(404)
    expect(await eventsToSupplier(orderId)).toEqual([])
    expect(await eventsToBuyer(orderId)).toContain('order.rejected')
  })

  it('by card is not charged when it is rejected', async () => {
    await aRule()
    const { orderId, approval } = await anOrder(ours.buyer, 'card')
    await reject(ours.approver, approval)
    const order = await until(orderId, ({ paymentState }) => paymentState === 'VOIDED')
    const { body } = await ours.buyer.get(`/api/v1/payments/${order.paymentId}`)
    expect(body.data).toMatchObject({ state: 'VOIDED', captured: { amount: '0.00' } })
  })

  it('by card is refunded when it is rejected and charged all the same', async () => {
    await aRule()
    const { orderId, approval } = await anOrder(ours.buyer, 'card')
    await reject(ours.approver, approval)
    const { paymentId } = await until(orderId, ({ paymentState }) => paymentState === 'VOIDED')

    const answer = await fetch(`${world.sandboxUrl}/payments/test/late-captures`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ merchantReference: paymentId }),
    })
    expect(answer.status).toBe(204)
    await until(orderId, ({ paymentState }) => paymentState === 'REFUNDED')
    const { body } = await ours.buyer.get(`/api/v1/payments/${paymentId}`)
    expect(body.data).toMatchObject({ state: 'REFUNDED', refunded: { amount: '1200.00' } })
    const kinds = body.data.ledger.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(['AUTHORIZED', 'VOIDED', 'REINSTATED', 'CAPTURED', 'REFUNDED'])
  })

  it('is cancelled by its buyer as a whole only', async () => {
    await aRule()
    const { orderId, approval } = await anOrder()
    const path = `/api/v1/orders/${orderId}/cancel`
    const part = await ours.buyer.post(path, { lines: [{ lineNumber: 1, quantity: 1 }] })
    expect(codeOf(part)).toBe('orders.awaiting_approval')
    expect((await ours.buyer.post(path, {})).body.data.state).toBe('CANCELLED')
    expect(codeOf(await approve(ours.approver, approval))).toBe('approvals.already_decided')
    expect(await supplied(orderId)).toBe(404)
    expect(await usedCredit()).toBe('0.00')
  })

  it('is approved in the version that the approver saw, and no other', async () => {
    await aRule()
    const { orderId, approval } = await anOrder()
    await sql`
      update orders.orders set cost_center = '4712'
      where company_id = ${ours.companyId} and id = ${orderId}
    `.execute(world.parts.platform.database.pool)
    expect(codeOf(await approve(ours.approver, approval))).toBe('approvals.content_changed')
  })

  it('expires when nobody decides in time', async () => {
    await aRule()
    const { orderId, approval } = await anOrder()
    await sql`
      update approvals.requests set expires_at = ${new Date()}, available_at = ${new Date()}
      where company_id = ${ours.companyId} and id = ${approval.id}
    `.execute(world.parts.platform.database.pool)
    await until(orderId, ({ state }) => state === 'REJECTED')
    const { body } = await ours.buyer.get(`/api/v1/approvals/${approval.id}`)
    expect(body.data.state).toBe('EXPIRED')
  })

  it('is placed by a worker when the request that approved it died', async () => {
    await aRule()
    const { orderId, approval } = await anOrder()
    const { modules, platform } = world.parts
    const actor = await actorOf(ours.approver, ours.companyId)
    const { id: requestId, contentHash } = approval
    const cause = { depth: 1, path: ['aut_1'] }
    const agreed = { requestId, contentHash, currentHash: contentHash }
    await causedBy(cause, () =>
      platform.database.transaction((tx) =>
        modules.approvals.approve(tx, actor, agreed, new Date(Date.now() - 60_000)),
      ),
    )
    await until(orderId, ({ state }) => state === 'PLACED')
    // The worker tells of it as the work of the automation that had the last word.
    const { rows } = await sql`
      select cause from platform.events
      where company_id = ${ours.companyId} and type = 'order.approved' and entity_id = ${orderId}
    `.execute(platform.database.pool)
    expect(rows).toEqual([{ cause }])
  })
})

describe('approvers', () => {
  it('are asked step by step: any one, then all, with deputies', async () => {
    const adminId = await idOf(ours.admin)
    const approverId = await idOf(ours.approver)
    const buyerId = await idOf(ours.buyer)
    await aRule({
      name: 'Two steps',
      conditions: { costCenters: ['4711'] },
      steps: [
        { mode: 'ANY', role: 'approver' },
        { mode: 'ALL', people: [adminId, approverId, buyerId] },
      ],
    })
    const { orderId, approval } = await anOrder()
    expect(codeOf(await approve(ours.admin, approval))).toBe('approvals.not_your_turn')
    expect((await approve(ours.approver, approval)).body.data).toMatchObject({ step: 2 })
    const ofOrder = `/api/v1/approvals?orderId=${orderId}`
    expect((await ours.admin.get(ofOrder)).body.data).toMatchObject([{ id: approval.id, step: 2 }])
    expect((await supplier.admin.get(ofOrder)).body.data).toEqual([])

    const endsAt = new Date(Date.now() + 60_000).toISOString()
    const forBuyer = { deputyId: buyerId, endsAt }
    expect((await ours.admin.post('/api/v1/approval-deputies', forBuyer)).status).toBe(201)
    expect(codeOf(await approve(ours.buyer, approval))).toBe('approvals.own_order')

    const forApprover = { deputyId: approverId, endsAt }
    const named = await ours.admin.post('/api/v1/approval-deputies', forApprover)
    const done = await approve(ours.approver, approval)
    expect(done.body.data).toMatchObject({ state: 'APPROVED' })
    expect(done.body.data.steps[1].votes).toHaveLength(2)
    expect((await orderOf(orderId)).state).toBe('PLACED')
    const back = await ours.admin.delete(`/api/v1/approval-deputies/${named.body.data.id}`)
    expect(back.status).toBe(200)
  })

  it('decide once for every rule that names them', async () => {
    const adminId = await idOf(ours.admin)
    const approverId = await idOf(ours.approver)
    const all = { mode: 'ALL', people: [approverId, adminId] }
    const any = { mode: 'ANY', people: [approverId] }
    const first = { ...byApprover, name: 'First', steps: [any] }
    const second = { ...byApprover, name: 'Second', steps: [all, any] }
    const third = {
      ...byApprover,
      name: 'Third',
      steps: [{ ...any, people: [approverId, adminId] }],
    }
    for (const rule of [first, second, third]) await aRule(rule)

    const { orderId, approval } = await anOrder()
    const said = await approve(ours.approver, approval)
    expect(said.body.data).toMatchObject({ state: 'PENDING', step: 2 })
    expect(codeOf(await approve(ours.approver, approval))).toBe('approvals.already_voted')
    expect((await approve(ours.admin, approval)).body.data).toMatchObject({ state: 'APPROVED' })
    expect((await orderOf(orderId)).state).toBe('PLACED')
  })

  it('decide the step that they saw, once', async () => {
    const step = { mode: 'ANY', role: 'approver' }
    await aRule({ ...byApprover, steps: [step, { ...step, mode: 'ALL' }] })
    const { approval } = await anOrder()
    const say = (step: number) =>
      ours.approver.post(`/api/v1/approvals/${approval.id}/approve`, {
        contentHash: approval.contentHash,
        step,
      })
    expect((await say(1)).body.data).toMatchObject({ state: 'PENDING', step: 2 })
    const again = await say(1)
    expect([again.status, codeOf(again)]).toEqual([409, 'approvals.step_over'])
    expect(again.body.meta.details).toMatchObject({ step: 2 })
  })

  it('who left the company are no longer awaited', async () => {
    const people = [await idOf(ours.admin), await idOf(ours.approver)]
    await aRule({ name: 'Both', steps: [{ mode: 'ALL', people }] })
    const { orderId, approval } = await anOrder()
    expect((await approve(ours.admin, approval)).body.data).toMatchObject({ state: 'PENDING' })
    expect((await ours.admin.delete(`/api/v1/members/${people[1]}`)).status).toBe(200)
    await until(orderId, ({ state }) => state === 'PLACED')
  })

  it('never include the person who ordered, also through their API key', async () => {
    const adminId = await idOf(ours.admin)
    await aRule({ name: 'Admin', steps: [{ mode: 'ANY', people: [adminId] }] })
    const { handed } = await handOverAnOrder(ours.admin)
    expect(codeOf(handed)).toBe('approvals.no_approver')

    const { id: productId } = await aProduct(world.parts.platform.database, { unitPrice: '1.00' })
    const order = { lines: [{ productId, quantity: 1 }], shipTo, payment: { method: 'invoice' } }
    const placed = await ours.integration.post('/api/v1/orders', order, { key: aKey() })
    expect(codeOf(placed)).toBe('approvals.no_approver')

    const ruled = (await ours.admin.get('/api/v1/approval-rules')).body.data.rules[0]
    const conditions = { requesterRoles: ['company_admin'] }
    await ours.admin.put(`/api/v1/approval-rules/${ruled.id}`, { ...byApprover, conditions })
    const asked = await ours.integration.post('/api/v1/orders', order, { key: aKey() })
    expect(asked.body.data.order.state).toBe('PENDING_APPROVAL')
  })

  it('include neither the person who ordered nor the colleague who paid, and rules check the former', async () => {
    const [approverId, adminId] = [await idOf(ours.approver), await idOf(ours.admin)]
    const ruleId = await aRule({ ...byApprover, conditions: { requesterIds: [approverId] } })
    const { handed, checkoutId } = await handOverAnOrder(ours.approver, 'invoice', ours.buyer)
    expect(codeOf(handed)).toBe('approvals.no_approver')

    const people = [approverId, adminId]
    await ours.admin.put(`/api/v1/approval-rules/${ruleId}`, {
      name: 'Both',
      steps: [{ mode: 'ANY', people }],
    })
    await ours.approver.post(`/api/v1/checkout/${checkoutId}/cancel`)
    const reserved = await handOver(ours.buyer, checkoutId, { method: 'invoice' })
    expect(codeOf(reserved)).toBe('checkout.attempt_over')
    const { orderId, approval } = await anOrder(ours.buyer, 'invoice', ours.admin)
    expect(codeOf(await approve(ours.admin, approval))).toBe('approvals.own_order')
    expect((await ours.admin.get('/api/v1/approvals')).body.data).toEqual([])
    expect((await approve(ours.approver, approval)).body.data.state).toBe('APPROVED')
    expect((await orderOf(orderId)).state).toBe('PLACED')
  })

  it('decide once: simultaneous approvals and rejections have one outcome', async () => {
    await aRule({
      name: 'Either',
      steps: [{ mode: 'ANY', role: 'approver', people: [await idOf(ours.admin)] }],
    })
    for (let round = 0; round < 3; round += 1) {
      const { orderId, approval } = await anOrder()
      const answers = await Promise.all([
        approve(ours.approver, approval),
        approve(ours.admin, approval),
        reject(ours.admin, approval),
        reject(ours.approver, approval),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter((one) => codeOf(one) === 'approvals.already_decided')).toHaveLength(3)
      const { state } = await orderOf(orderId)
      const isApproved = answers[0]?.status === 200 || answers[1]?.status === 200
      expect(state).toBe(isApproved ? 'PLACED' : 'REJECTED')
    }
  })

  it('are not asked when no rule matches', async () => {
    const ruleId = await aRule({
      ...byApprover,
      conditions: { amountFrom: { amount: '5000', currency: 'EUR' } },
    })
    const { orderId, approval } = await anOrder()
    expect(approval).toBeUndefined()
    expect((await orderOf(orderId)).state).toBe('PLACED')
    const path = `/api/v1/approval-rules/${ruleId}`
    expect((await ours.admin.put(path, { ...byApprover, position: 1 })).status).toBe(200)
    expect((await supplier.admin.put(path, byApprover)).status).toBe(404)
    expect((await anOrder()).approval).toBeDefined()
    await ours.admin.delete(path)
    expect((await anOrder()).approval).toBeUndefined()
  })
})

it('contradictory approval rules are refused', async () => {
  const bad = async (rule: object) =>
    codeOf(await ours.admin.post('/api/v1/approval-rules', { ...byApprover, ...rule }))
  expect(await bad({ steps: [{ mode: 'ANY' }] })).toBe('approvals.step_empty')
  const strangerId = await idOf(supplier.approver)
  expect(await bad({ steps: [{ mode: 'ALL', people: [strangerId] }] })).toBe(
    'approvals.people_unknown',
  )
  const amountFrom = { amount: '1.001', currency: 'EUR' }
  expect(await bad({ conditions: { amountFrom } })).toBe('approvals.amount_invalid')
  const inNone = { amount: '1', currency: 'ZZZ' }
  expect(await bad({ conditions: { amountFrom: inNone } })).toBe('approvals.currency_unknown')
  expect((await ours.buyer.get('/api/v1/approval-rules')).status).toBe(403)
})

async function aRule(rule: object = byApprover): Promise<string> {
  const { status, body } = await ours.admin.post('/api/v1/approval-rules', rule)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.id
}

/** An order that waits, with the product it is of. */
async function anOrder(buyer = ours.buyer, method: 'card' | 'invoice' = 'invoice', payer = buyer) {
  const { productId, checkoutId, handed } = await handOverAnOrder(buyer, method, payer)
  if (method === 'card') await atThePage(handed.body.data.payment.redirectUrl, 'pay')
  const { orderId } = await untilEnded(buyer, checkoutId)
  const found = await buyer.get('/api/v1/approvals?mine=requested')
  const approval = found.body.data.find((one: Approval) => one.orderId === orderId)
  return { productId, orderId: orderId as string, approval: approval as Approval }
}

async function handOverAnOrder(
  buyer: Client,
  method: 'card' | 'invoice' = 'invoice',
  payer = buyer,
) {
  const { id: productId } = await aProduct(world.parts.platform.database, {
    supplierCompanyId: supplier.companyId,
    unitPrice: '100.00',
    onHand: 20,
  })
  const version = await fillCart(buyer, [{ productId, quantity: 12 }])
  const { body } = await checkOut(buyer, version, { costCenter: '4711' })
  const checkoutId = body.data.id as string
  return { productId, checkoutId, handed: await handOver(payer, checkoutId, { method }) }
}

async function orderOf(orderId: string) {
  return (await ours.buyer.get(`/api/v1/orders/${orderId}`)).body.data
}

async function until(orderId: string, isSo: (order: Record<string, string>) => boolean) {
  const patience = performance.now() + 60_000
  for (;;) {
    const order = await orderOf(orderId)
    if (isSo(order)) return order
    if (performance.now() > patience) throw new Error(`${orderId} is ${order.state}`)
    await wait(25)
  }
}

async function usedCredit(): Promise<string> {
  const { body } = await ours.admin.get('/api/v1/credit-accounts')
  return body.data.accounts[0].used.amount
}

async function onHand(productId: string): Promise<number> {
  const { body } = await ours.buyer.get(`/api/v1/products/${productId}`)
  return body.data.availability.available
}

const idOf = async (client: Client) => (await client.get('/auth/me')).body.data.id as string

/** What the supplier's own log tells of the order. */
const eventsToSupplier = (orderId: string) => eventsTo(world, supplier.companyId, orderId)

const eventsToBuyer = (orderId: string) => eventsTo(world, ours.companyId, orderId)

const supplied = async (orderId: string) =>
  (await supplier.admin.get(`/api/v1/supplier/orders/${orderId}`)).status
