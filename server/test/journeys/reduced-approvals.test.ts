import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aProduct, stockOf } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { type Approval, approve, codeOf, eventsTo, reject } from './approvals-client.ts'
import { aKey, type Client, createClient, type Reply } from './client.ts'
import { atThePage, giveCredit, shipTo, untilEnded } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const [supplier, other] = [await world.company(), await world.company()]
let ours: CompanyOfWorld
let bolt: string
let nut: string

beforeEach(async () => {
  ours = await world.company()
  await giveCredit(world, ours.companyId, 1_000_000n)
  const product = { unitPrice: '100.00', onHand: 100 }
  bolt = (await aProduct(database, { ...product, supplierCompanyId: supplier.companyId })).id
  nut = (await aProduct(database, { ...product, supplierCompanyId: other.companyId })).id
})

type Request = Approval & {
  total: { amount: string }
  version: number
  step: number
  mayReduce: boolean
  steps: { rule: string; votes: object[] }[]
  differences?: object[]
  budgets: { before: { amount: string }; after: { amount: string } }[]
  order: { suppliers: { id: string }[]; totals: { total: { amount: string } } }
}

describe('an approver who may lower quantities', () => {
  it('lowers one line and removes another, and approves what is left', async () => {
    await aRule('All')
    await aBudget('4711', '2000.00')
    const lines = [
      { productId: bolt, quantity: 10 },
      { productId: nut, quantity: 3 },
    ]
    const { orderId, request } = await anOrder(lines, { costCenter: '4711' })
    expect(await seen(ours.buyer, request)).toMatchObject({ mayReduce: false, version: 1 })
    expect((await seen(ours.approver, request)).mayReduce).toBe(true)

    const answer = await reduce(ours.approver, request, [
      { lineNumber: 1, quantity: 4 },
      { lineNumber: 2, quantity: 0 },
    ])
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body.data).toMatchObject({ state: 'PENDING', version: 2, step: 1 })
    expect(answer.body.data.contentHash).not.toBe(request.contentHash)

    const after = await seen(ours.approver, request)
    expect(after.order.totals.total).toEqual(after.total)
    expect(after.order.suppliers.map(({ id }) => id)).toEqual([supplier.companyId])
    expect(after.differences).toMatchObject([
      { field: 'QUANTITY', productId: bolt, before: { quantity: 10 }, after: { quantity: 4 } },
      { field: 'QUANTITY', productId: nut, before: { quantity: 3 } },
      { field: 'TOTAL', before: { amount: request.total }, after: { amount: after.total } },
    ])
    expect(after.budgets[0]?.after.amount).toBe(after.total.amount)
    expect([await stockOf(database, bolt), await stockOf(database, nut)]).toMatchObject([
      { on_hand: 96, committed: 4 },
      { on_hand: 100, committed: 0 },
    ])
    expect(await creditUsed()).toBe(minor(after.total.amount))
    const versions = await ours.buyer.get(`/api/v1/orders/${orderId}/versions`)
    expect(versions.body.data).toMatchObject([
      { version: 2, kind: 'QUANTITY_REDUCED', revisions: [], changes: [{}, {}] },
    ])

    expect(codeOf(await approve(ours.approver, request))).toBe('approvals.content_changed')
    expect((await approve(ours.approver, after)).body.data.state).toBe('APPROVED')
    expect(await eventsTo(world, ours.companyId, orderId)).toEqual([
      'order.created',
      'approval.reduced',
      'order.approved',
    ])
    expect(await receivedBy(supplier, orderId)).toMatchObject([
      {
        totals: { total: { amount: after.total.amount } },
        lines: [{ lineNumber: 1, quantity: 4 }],
      },
    ])
    expect(await receivedBy(other, orderId)).toEqual([])
    const ubl = await documentOf(orderId, supplier)
    expect(ubl).toContain('>4</cbc:Quantity>')
    expect(ubl).toContain(`>${after.total.amount}</cbc:PayableAmount>`)
    expect(await documentOf(orderId, other)).toContain('invoices.purchase_order_empty')
  })

  it('never gets more, never nothing, and only where the rule and the turn allow it', async () => {
    const { id: adminId } = (await ours.admin.get('/auth/me')).body.data
    await aRule('First', { mayReduce: false })
    await aRule('Second', { people: [adminId] })
    const { request } = await anOrder([{ productId: bolt, quantity: 5 }])
    const four = [{ lineNumber: 1, quantity: 4 }]
    expect(codeOf(await reduce(ours.buyer, request, four))).toBe('approvals.own_order')
    expect(codeOf(await reduce(ours.admin, request, four))).toBe('approvals.not_your_turn')
    expect(codeOf(await reduce(ours.approver, request, four))).toBe(
      'approvals.reduction_not_allowed',
    )
    expect(codeOf(await reduce(supplier.admin, request, four))).toBe('approvals.request_not_found')
    await approve(ours.approver, request)
    const wrong = [
      [[{ lineNumber: 1, quantity: 6 }], 'orders.quantity_exceeds_open'],
      [[{ lineNumber: 1, quantity: 5 }], 'orders.nothing_reduced'],
      [[{ lineNumber: 1, quantity: 0 }], 'orders.reduced_to_nothing'],
      [[{ lineNumber: 2, quantity: 1 }], 'orders.line_not_found'],
      [[...four, ...four], 'orders.line_repeated'],
    ] as const
    for (const [lines, code] of wrong) {
      expect(codeOf(await reduce(ours.admin, request, lines))).toBe(code)
    }
    const old = { ...request, contentHash: '0'.repeat(64) }
    expect(codeOf(await reduce(ours.admin, old, four))).toBe('approvals.content_changed')
    expect(codeOf(await reduce(ours.admin, request, four, { step: 1 }))).toBe('approvals.step_over')
    expect((await reduce(ours.admin, request, four, { reason: ' ' })).status).toBe(400)
    expect((await reduce(ours.admin, request, four, { step: 2 })).status).toBe(200)
  })

  it('has only the steps decided again that depend on what has changed', async () => {
    const { id: adminId } = (await ours.admin.get('/auth/me')).body.data
    await aRule('Centre', { conditions: { costCenters: ['4711'] } })
    const { id: secondId, client: second } = await anApprover()
    const above = { amountFrom: { amount: '200.00', currency: 'EUR' } }
    await aRule('Amount', { conditions: above, people: [secondId] })
    await aRule('Last', { conditions: { costCenters: ['4711'] }, people: [adminId] })
    const lines = [{ productId: bolt, quantity: 5 }]
    const { request } = await anOrder(lines, { costCenter: '4711' })
    await approve(ours.approver, request)
    await approve(second, request)
    const reduced = await reduce(ours.admin, request, [{ lineNumber: 1, quantity: 3 }])
    expect(reduced.body.data).toMatchObject({
      step: 2,
      steps: [{ votes: [{}] }, { votes: [] }, { votes: [] }],
    })
    const present = await seen(second, request)
    expect((await approve(second, present)).body.data.step).toBe(3)
    expect((await approve(ours.admin, present)).body.data.state).toBe('APPROVED')
  })
})

describe('a card order whose quantities an approver lowers', () => {
  it('is charged for what is left', async () => {
    await aRule('All')
    const { orderId, request } = await aCardOrder(5)
    await reduce(ours.approver, request, [{ lineNumber: 1, quantity: 2 }])
    const left = await seen(ours.approver, request)
    expect((await approve(ours.approver, left)).body.data.state).toBe('APPROVED')
    await expect.poll(async () => (await orderOf(orderId)).paymentState).toBe('PAID')
    const { paymentId, credits } = await orderOf(orderId)
    expect(credits).toMatchObject([{ state: 'SETTLED' }])
    const payment = await paymentOf(paymentId)
    expect(payment.captured).toEqual(left.total)
    expect(payment).toMatchObject({ state: 'SUCCEEDED', refunded: { amount: '0.00' } })
  })

  it('is released as a whole if it is rejected', async () => {
    await aRule('All')
    const { orderId, request } = await aCardOrder(5)
    await reduce(ours.approver, request, [{ lineNumber: 1, quantity: 2 }])
    await reject(ours.approver, request)
    const { paymentId, state } = await orderOf(orderId)
    expect(state).toBe('REJECTED')
    await expect.poll(async () => (await paymentOf(paymentId)).state).toBe('VOIDED')
    expect(await paymentOf(paymentId)).toMatchObject({ captured: { amount: '0.00' } })
    expect(await stockOf(database, bolt)).toMatchObject({ on_hand: 100, committed: 0 })
  })
})

it('64 reductions, decisions and cancellations at the same time have one history', async () => {
  await aRule('All', { conditions: {} })
  await aBudget('4711', '2000.00')
  const { orderId, request } = await anOrder([{ productId: bolt, quantity: 10 }], {
    costCenter: '4711',
  })
  const ways = [
    () => reduce(ours.approver, request, [{ lineNumber: 1, quantity: 7 }]),
    () => approve(ours.approver, request),
    () => reject(ours.approver, request),
    () => ours.buyer.post(`/api/v1/orders/${orderId}/cancel`, {}, { key: aKey() }),
    () => reduce(ours.approver, request, [{ lineNumber: 1, quantity: 3 }]),
  ]
  const answers: Reply[] = await Promise.all(
    Array.from(
      { length: 64 },
      (_, at) => (ways[at % ways.length] ?? ways[0])?.() as Promise<Reply>,
    ),
  )
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  const done = answers.flatMap(({ status }, at) => (status < 300 ? [at % ways.length] : []))
  const reductions = done.filter((way) => way === 0 || way === 4)
  // Each decision is of the version that it names: only a rejection and a cancellation still hold after a reduction.
  expect(reductions.length).toBeLessThanOrEqual(1)
  const order = await orderOf(orderId)
  const current = await seen(ours.approver, request)
  expect(current.version).toBe(1 + reductions.length)
  const events = await eventsTo(world, ours.companyId, orderId)
  expect(events.filter((type) => type === 'approval.reduced')).toHaveLength(reductions.length)
  const isOver = ['REJECTED', 'CANCELLED'].includes(order.state)
  const kept = isOver ? 0 : order.lines[0].quantity - order.lines[0].cancelledQuantity
  expect(await stockOf(database, bolt)).toMatchObject({ on_hand: 100 - kept, committed: kept })
  const owed = isOver ? 0 : minor(current.total.amount)
  await expect.poll(creditUsed).toBe(owed)
  expect(await budgetUsed()).toBe(owed)
})

function reduce(
  client: Client,
  { id, contentHash }: Approval,
  lines: readonly object[],
  more: object = {},
): Promise<Reply> {
  const body = { contentHash, lines, reason: 'Fewer will do.', ...more }
  return client.post(`/api/v1/approvals/${id}/reduce`, body)
}

type Rule = { conditions?: object; people?: readonly string[]; mayReduce?: boolean }

async function aRule(name: string, { conditions = {}, people, mayReduce = true }: Rule = {}) {
  const who = people ? { people } : { role: 'approver' }
  const steps = [{ mode: 'ANY', ...who, mayReduce }]
  const rule = { name, conditions, steps, position: position++ }
  const { status, body } = await ours.admin.post('/api/v1/approval-rules', rule)
  expect(status, JSON.stringify(body)).toBe(201)
}
let position = 1

async function anApprover() {
  const person = await aPerson(database, { companyId: ours.companyId, role: 'approver' })
  const { accessToken } = await world.parts.modules.identity.signIn(person)
  const client = createClient(world.baseUrl, { bearer: accessToken })
  const { id } = (await client.get('/auth/me')).body.data
  return { id: id as string, client }
}

async function aBudget(costCenter: string, amount: string) {
  const limit = { amount, currency: 'EUR' }
  const budget = { name: 'Workshop', costCenter, period: 'YEAR', limit, soft: true }
  expect((await ours.admin.post('/api/v1/budgets', budget)).status).toBe(201)
}

async function anOrder(lines: readonly object[], terms: object = {}) {
  const order = { lines, shipTo, payment: { method: 'invoice' }, ...terms }
  const { status, body } = await ours.buyer.post('/api/v1/orders', order, { key: aKey() })
  expect(status, JSON.stringify(body)).toBe(201)
  const orderId: string = body.data.order.id
  return { orderId, request: await requestOf(orderId) }
}

async function aCardOrder(quantity: number) {
  const order = { lines: [{ productId: bolt, quantity }], shipTo, payment: { method: 'card' } }
  const { body } = await ours.buyer.post('/api/v1/orders', order, { key: aKey() })
  await atThePage(body.data.payment.redirectUrl, 'pay')
  const { orderId } = await untilEnded(ours.buyer, body.data.checkout.id)
  return { orderId: orderId as string, request: await requestOf(orderId) }
}

async function requestOf(orderId: string): Promise<Request> {
  return (await ours.buyer.get(`/api/v1/approvals?orderId=${orderId}`)).body.data[0]
}

const seen = async (client: Client, { id }: Approval): Promise<Request> =>
  (await client.get(`/api/v1/approvals/${id}`)).body.data

const orderOf = async (id: string) => (await ours.buyer.get(`/api/v1/orders/${id}`)).body.data

const paymentOf = async (id: string) => (await ours.buyer.get(`/api/v1/payments/${id}`)).body.data

async function documentOf(orderId: string, { companyId }: CompanyOfWorld): Promise<string> {
  const path = `/api/v1/orders/${orderId}/documents/${companyId}.xml`
  return (await fetch(`${world.baseUrl}${path}`, { headers: ours.buyer.headers })).text()
}

const minor = (amount: string) => Math.round(Number(amount) * 100)

async function creditUsed(): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select used_minor as used from payments.credit_accounts where company_id = ${ours.companyId}
  `.execute(database.pool)
  return rows[0]?.used ?? 0
}

async function budgetUsed(): Promise<number> {
  const { body } = await ours.admin.get('/api/v1/budgets')
  const { held, committed } = body.data.budgets[0].usages[0]
  return minor(held.amount) + minor(committed.amount)
}

async function receivedBy({ companyId }: CompanyOfWorld, orderId: string) {
  const { rows } = await sql<{ data: object }>`
    select data from platform.events
    where company_id = ${companyId} and entity_id = ${orderId} and type = 'supplier_order.received'
  `.execute(database.pool)
  return rows.map(({ data }) => data)
}
