import { beforeEach, describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { type Approval, approve, codeOf, eventsTo, reject } from './approvals-client.ts'
import { aKey, type Client } from './client.ts'
import { checkOut, fillCart, giveCredit, handOver, shipTo, untilEnded } from './purchase.ts'
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
})

type Terms = { costCenter?: string; poNumber?: string; revises?: string }
const comment = 'Order ten.'

describe('an order that is returned for change', () => {
  it('ends as a rejected one, says why, and is submitted again', async () => {
    await aRule('All')
    const { orderId, approval } = await anOrder(12, { costCenter: '4711' })
    expect((await back(ours.approver, approval, { comment: ' ' })).status).toBe(400)
    expect(codeOf(await back(ours.buyer, approval))).toBe('approvals.own_order')
    const old = { contentHash: '0'.repeat(64) }
    expect(codeOf(await back(ours.approver, approval, old))).toBe('approvals.content_changed')
    expect(codeOf(await back(ours.approver, approval, { step: 2 }))).toBe('approvals.step_over')

    const returned = await back(ours.approver, approval)
    expect(returned.body.data).toMatchObject({ state: 'RETURNED', reason: comment })
    expect(await orderOf(orderId)).toMatchObject({ state: 'REJECTED' })
    expect(await onHand()).toBe(100)
    const events = await eventsTo(world, ours.companyId, orderId)
    expect(events.slice(-2)).toEqual(['order.rejected', 'approval.returned'])
    expect(codeOf(await approve(ours.approver, approval))).toBe('approvals.already_decided')

    const again = await anOrder(10, { costCenter: '4711', revises: approval.id })
    expect(again.approval).toMatchObject({ state: 'PENDING', revises: approval.id, step: 1 })
    expect(again.approval.contentHash).not.toBe(approval.contentHash)
    const before = await ours.buyer.get(`/api/v1/approvals/${approval.id}`)
    expect(before.body.data.revisedBy).toBe(again.approval.id)
    expect((await approve(ours.approver, again.approval)).body.data.state).toBe('APPROVED')
    expect(await orderOf(again.orderId)).toMatchObject({ state: 'PLACED' })
  })

  it('repeats only the steps whose conditions read a changed field', async () => {
    const adminId = await idOf(ours.admin)
    await aRule('Amount', { amountFrom: { amount: '500', currency: 'EUR' } })
    await aRule('Centre', { costCenters: ['4711'] }, [adminId])
    await aRule('Everything', {}, [adminId], 'ALL')

    const first = await anOrder(12, { costCenter: '4711', poNumber: 'A' })
    await approve(ours.approver, first.approval)
    expect((await back(ours.admin, { ...first.approval, step: 2 })).status).toBe(200)
    // Another purchase order number is read by no condition.
    const second = await anOrder(12, {
      costCenter: '4711',
      poNumber: 'B',
      revises: first.approval.id,
    })
    expect(second.approval).toMatchObject({ state: 'PENDING', step: 2 })
    expect(second.approval.steps?.[0]?.votes).toMatchObject([{ keptFrom: first.approval.id }])
    await back(ours.admin, { ...second.approval, step: 2 })
    // A lower total repeats the step of the amount.
    const third = await anOrder(11, { costCenter: '4711', revises: second.approval.id })
    expect(third.approval).toMatchObject({ state: 'PENDING', step: 1 })
    await approve(ours.approver, third.approval)
    await back(ours.admin, { ...third.approval, step: 2 })
    // Nothing but the cost centre asked the administrator twice: the rule without conditions is still to decide.
    const fourth = await anOrder(11, { costCenter: '4712', revises: third.approval.id })
    expect(fourth.approval.steps?.map(({ rule }) => rule)).toEqual(['Amount', 'Everything'])
    expect(fourth.approval).toMatchObject({ state: 'PENDING', step: 2 })
    expect((await approve(ours.admin, fourth.approval)).body.data.state).toBe('APPROVED')
  })

  it('keeps no approval for a higher total', async () => {
    await aRule('Centre', { costCenters: ['4711'] })
    await aRule('Everything', {}, [await idOf(ours.admin)])
    const first = await anOrder(5, { costCenter: '4711' })
    await approve(ours.approver, first.approval)
    await back(ours.admin, { ...first.approval, step: 2 })
    const second = await anOrder(50, { costCenter: '4711', revises: first.approval.id })
    expect(second.approval).toMatchObject({ step: 1 })
    expect(second.approval.steps?.flatMap(({ votes }) => votes)).toEqual([])
  })

  it('is placed at once if all that still ask have approved it', async () => {
    await aRule('Centre', { costCenters: ['4711'] })
    await aRule('Amount', { amountFrom: { amount: '1000', currency: 'EUR' } }, [
      await idOf(ours.admin),
    ])
    const first = await anOrder(12, { costCenter: '4711' })
    await approve(ours.approver, first.approval)
    await back(ours.admin, { ...first.approval, step: 2 })
    const second = await anOrder(5, { costCenter: '4711', revises: first.approval.id })
    await expect
      .poll(async () => (await orderOf(second.orderId)).state, { timeout: 30_000 })
      .toBe('PLACED')
  })

  it('is replaced once, by the person who ordered it', async () => {
    await aRule('All')
    const { approval } = await anOrder(2)
    const revises = approval.id
    expect(codeOf(await place(ours.buyer, 2, { revises }))).toBe('approvals.not_returned')
    await back(ours.approver, approval)
    expect(codeOf(await place(ours.admin, 2, { revises }))).toBe('approvals.not_your_request')
    expect(codeOf(await place(supplier.buyer, 2, { revises }))).toBe('approvals.request_not_found')
    const placed = await Promise.all(
      Array.from({ length: 4 }, () => place(ours.buyer, 2, { revises })),
    )
    const made = placed.filter(({ status }) => status === 201)
    expect(made.length).toBeGreaterThan(0)
    const ids = made.map(({ body }) => body.data.order.id)
    const { body } = await ours.buyer.get('/api/v1/approvals?mine=requested')
    const requests = body.data.filter((one: Approval) => ids.includes(one.orderId))
    expect(requests.filter((one: { revises?: string }) => one.revises === revises)).toHaveLength(1)
    expect(codeOf(await place(ours.buyer, 2, { revises }))).toBe('approvals.already_revised')
  })

  it('has one history, however many decide at the same time', async () => {
    await aRule('Either', {}, [await idOf(ours.admin)], 'ANY', 'approver')
    const { orderId, approval } = await anOrder(3)
    const ways = [approve, reject, back]
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, at) =>
        ways[at % 3]?.(at % 2 === 0 ? ours.approver : ours.admin, approval),
      ),
    )
    expect(answers.filter((one) => one?.status === 200)).toHaveLength(1)
    expect(answers.filter((one) => one?.status === 409)).toHaveLength(63)
    const at = answers.findIndex((one) => one?.status === 200)
    expect((await orderOf(orderId)).state).toBe(at % 3 === 0 ? 'PLACED' : 'REJECTED')
    const events = await eventsTo(world, ours.companyId, orderId)
    const last = ['order.approved', 'order.rejected', 'approval.returned'][at % 3]
    expect(events.filter((type) => type === last)).toHaveLength(1)
    expect(events.includes('approval.returned')).toBe(at % 3 === 2)
  })
})

function back(
  client: Client,
  { id, contentHash }: Approval & { step?: number },
  more: object = {},
) {
  return client.post(`/api/v1/approvals/${id}/return`, { contentHash, comment, ...more })
}

async function aRule(
  name: string,
  conditions: object = {},
  people?: string[],
  mode = 'ANY',
  role?: string,
) {
  const step = people ? { mode, people, ...(role && { role }) } : { mode, role: 'approver' }
  const rule = { name, conditions, steps: [step], position: position++ }
  const { status, body } = await ours.admin.post('/api/v1/approval-rules', rule)
  expect(status, JSON.stringify(body)).toBe(201)
}
let position = 1

/** An order on account that was checked out from a cart. */
async function anOrder(quantity: number, terms: Terms = {}) {
  const version = await fillCart(ours.buyer, [{ productId, quantity }])
  const { status, body } = await checkOut(ours.buyer, version, terms)
  expect(status, JSON.stringify(body)).toBe(201)
  await handOver(ours.buyer, body.data.id, { method: 'invoice' })
  const { orderId } = await untilEnded(ours.buyer, body.data.id)
  const found = await ours.buyer.get(`/api/v1/approvals?orderId=${orderId}`)
  return { orderId: orderId as string, approval: found.body.data[0] as SeenApproval }
}

type SeenApproval = Approval & {
  step: number
  steps?: { rule: string; votes: { keptFrom?: string }[] }[]
}

function place(client: Client, quantity: number, terms: Terms) {
  const order = { lines: [{ productId, quantity }], shipTo, payment: { method: 'invoice' } }
  return client.post('/api/v1/orders', { ...order, ...terms }, { key: aKey() })
}

const orderOf = async (orderId: string) =>
  (await ours.buyer.get(`/api/v1/orders/${orderId}`)).body.data

const onHand = async () =>
  (await ours.buyer.get(`/api/v1/products/${productId}`)).body.data.availability.available

const idOf = async (client: Client) => (await client.get('/auth/me')).body.data.id as string
