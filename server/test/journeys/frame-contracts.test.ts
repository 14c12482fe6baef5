import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { beforeEach, expect, it, vi } from 'vitest'
import { money } from '#kernel/money'
import { tellEnded, tellEnding } from '#modules/quotas'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { aCompany, aPerson } from '#testing/identity'
import { aReceiver } from '#testing/webhooks'
import { readAround } from './changed-items.ts'
import { aKey, type Client, createClient } from './client.ts'
import { fillCart, shipTo } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { platform, modules } = world.parts
const { database } = platform

let ours: CompanyOfWorld
let supplier: Client
let bolt: Awaited<ReturnType<typeof aProduct>>
let contractId: string

beforeEach(async () => {
  ours = await world.company()
  const terms = { companyId: ours.companyId, limit: money(100_000_000n, 'EUR'), netDays: 30 }
  await database.transaction((tx) => modules.payments.putCreditAccount(tx, terms, new Date()))
  const companyId = await aCompany(database, { supplier: true })
  const { email, password } = await aPerson(database, { companyId, role: 'company_admin' })
  const { body } = await world.anybody.post('/auth/login', { email, password })
  supplier = createClient(world.baseUrl, { bearer: body.data.accessToken })
  const goods = { supplierCompanyId: companyId, taxClass: 'standard' as const, onHand: 100_000 }
  bolt = await aProduct(database, { ...goods, unitPrice: '3.33' })
  contractId = await aContract()
})

it('orders count against the maximum, and what is cancelled or returned comes back', async () => {
  await putQuotas([quantityOf(10, { committed: '5' })])
  const first = await place(4)
  expect(first.status, JSON.stringify(first.body)).toBe(201)
  const { order } = first.body.data
  expect(order.contracts).toEqual([{ id: contractId, reference: 'FW-1', isBeyondMaximum: false }])
  expect(await sums()).toMatchObject([{ held: '0', calledOff: '4', left: '6', committed: '5' }])

  const refused = await place(7)
  expect([refused.status, refused.body.meta.code]).toEqual([422, 'quotas.maximum_exceeded'])
  const beyond = { contractId, reference: 'FW-1', covers: 'PRODUCT', coveredId: bolt.id }
  expect(refused.body.meta.details?.quotas).toMatchObject([{ ...beyond, left: '6', wanted: '7' }])
  expect((await validate(7)).body.meta.code).toBe('quotas.maximum_exceeded')
  expect((await validate(6)).body.data.snapshot.contracts).toHaveLength(1)
  expect(await sums()).toMatchObject([{ held: '0', calledOff: '4' }])

  await cancel(order.id, 1)
  expect(await sums()).toMatchObject([{ calledOff: '3', left: '7' }])
  await cancel(order.id)
  expect(await sums()).toMatchObject([{ calledOff: '0', left: '10' }])
  expect((await place(10)).status).toBe(201)
})

it('a checkout holds its pieces until it is cancelled, and an order that is sent twice counts once', async () => {
  await putQuotas([quantityOf(5)])
  const version = await fillCart(ours.buyer, [{ productId: bolt.id, quantity: 3 }])
  const asked = { expectedSnapshotVersion: version, shipTo }
  const started = await ours.buyer.post('/api/v1/checkout', asked, { key: aKey() })
  expect(started.body.data.snapshot.contracts).toMatchObject([{ id: contractId }])
  expect(await sums()).toMatchObject([{ held: '3', calledOff: '0', left: '2' }])
  expect((await place(3)).body.meta.code).toBe('quotas.maximum_exceeded')
  await ours.buyer.post(`/api/v1/checkout/${started.body.data.id}/cancel`)
  expect(await sums()).toMatchObject([{ held: '0', left: '5' }])

  const key = aKey()
  const [one, other] = await Promise.all([place(3, key), place(3, key)])
  const again = await place(3, key)
  const ids = [one, other, again].flatMap(({ body }) => body.data?.order?.id ?? [])
  expect(new Set(ids).size).toBe(1)
  expect(await sums()).toMatchObject([{ held: '0', calledOff: '3', left: '2' }])
})

it('64 simultaneous orders for the last pieces never go beyond the maximum', async () => {
  await putQuotas([quantityOf(20), worth('1000.00')])
  const answers = await Promise.all(Array.from({ length: 64 }, () => place(1)))
  const refused = answers.filter(({ body }) => body.meta?.code === 'quotas.maximum_exceeded')
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(refused).toHaveLength(44)
  expect(await sums()).toMatchObject([
    { held: '0', calledOff: '20', left: '0' },
    { held: '0.00', calledOff: '66.60', left: '933.40' },
  ])
})

it('a maximum that warns lets the order through and says so', async () => {
  await putQuotas([worth('10.00', { policy: 'WARN' })])
  const inside = await place(3)
  expect(inside.body.data.order.contracts).toMatchObject([{ isBeyondMaximum: false }])
  expect((await validate(1)).body.data.snapshot.contracts).toMatchObject([
    { isBeyondMaximum: true },
  ])
  const beyond = await place(1)
  expect(beyond.body.data.order.contracts).toMatchObject([{ isBeyondMaximum: true }])
  expect(await sums()).toMatchObject([{ calledOff: '13.32', left: '0.00' }])
})

it('both companies are told once when 80 and 100 percent of a maximum are reached', async () => {
  await putQuotas([quantityOf(10)])
  const receivers = await Promise.all([ours.integration, supplier].map(subscribed))
  const { id } = (await place(8)).body.data.order
  await cancel(id, 3)
  expect((await place(3)).status).toBe(201)
  expect((await place(2)).status).toBe(201)
  for (const { received } of receivers) {
    await vi.waitFor(() => expect(received).toHaveLength(2), 10_000)
    const said = received.map(({ body }) => JSON.parse(body).data)
    expect(said).toMatchObject([
      { contractId, percent: 80 },
      { contractId, percent: 100 },
    ])
  }
})

it('both companies are told once that a contract ends soon, and what is short of its commitment', async () => {
  const receivers = await Promise.all([ours.integration, supplier].map(subscribed))
  await putQuotas([quantityOf(10, { committed: '4' }), worth('100.00', { committed: '3.00' })])
  expect((await place(3)).status).toBe(201)
  const now = () => new Date()
  await tellEnding({ database, now })
  const validUntil = new Date(Date.now() + 10 * 24 * 3_600_000).toISOString()
  await supplier.patch(`/api/v1/contracts/${contractId}`, { validUntil })
  await Promise.all([tellEnding({ database, now }), tellEnding({ database, now })])
  const [pieces] = await sums()
  for (const { received } of receivers) {
    await vi.waitFor(() => expect(received).toHaveLength(1), 10_000)
    const [said] = received.map(({ body }) => JSON.parse(body).data)
    expect(said).toMatchObject({ contractId, validUntil, shortQuotaIds: [pieces.id] })
  }
})

it('both companies are told once that a contract has ended, by its date or by hand', async () => {
  await putQuotas([
    quantityOf(10, { committed: '4' }),
    quantityOf(10_000, { measure: 'VALUE', currency: 'EUR' }),
  ])
  expect((await place(3)).status).toBe(201)
  const receivers = await Promise.all([ours.integration, supplier].map(subscribed))
  const [pieces] = await sums()
  const address = `/api/v1/contracts/${contractId}`
  const endsAt = (at: Date) => ({ validUntil: at.toISOString() })
  const soon = endsAt(new Date(Date.now() + 500))
  const later = endsAt(new Date(Date.now() + 90 * 24 * 3_600_000))
  const tell = () => tellEnded({ database, now: () => new Date() })
  const said = async (count: number) => {
    for (const { received } of receivers)
      await vi.waitFor(() => expect(received).toHaveLength(count), 10_000)
    return receivers.map(({ received }) => JSON.parse(received.at(-1)?.body ?? '{}'))
  }

  await tell()
  expect((await supplier.patch(address, soon)).status).toBe(200)
  await wait(600)
  await Promise.all([tell(), tell()])
  await tell()
  for (const { type, data } of await said(1)) {
    expect(type).toBe('contract.ended')
    expect(data).toMatchObject({ contractId, ...soon, shortQuotaIds: [pieces.id] })
  }
  // It goes on, and is ended by hand.
  await supplier.patch(address, later)
  await tell()
  await supplier.patch(address, { state: 'ENDED' })
  await tell()
  for (const { data } of await said(2))
    expect(new Date(data.validUntil).getTime()).toBeLessThanOrEqual(Date.now())
})

it('a category counts the products below it, of this supplier and while the contract is active', async () => {
  const categoryId = await categoryOf(bolt.id)
  await putQuotas([{ categoryId, measure: 'QUANTITY', maximum: '2' }])
  expect((await place(3)).body.meta.code).toBe('quotas.maximum_exceeded')
  const other = await aProduct(database, { unitPrice: '1.00', onHand: 100 })
  expect((await place(3, aKey(), other.id)).body.data.order.contracts).toBeUndefined()
  expect((await supplier.patch(`/api/v1/contracts/${contractId}`, { state: 'ENDED' })).status).toBe(
    200,
  )
  expect((await place(3)).body.data.order.contracts).toBeUndefined()
  expect((await put([])).body.meta.code).toBe('catalog.contract_ended')
})

it('a line that is bought past the contract of its category needs an approval, if a rule says so', async () => {
  const rule = { name: 'Past a contract', conditions: { offContract: true } }
  const steps = [{ mode: 'ANY', role: 'approver' }]
  expect((await ours.admin.post('/api/v1/approval-rules', { ...rule, steps })).status).toBe(201)
  const other = await aProduct(database, { unitPrice: '1.00', onHand: 100 })
  const stateOf = async (productId: string) =>
    (await place(1, aKey(), productId)).body.data.order.state
  await putQuotas([quantityOf(10)])
  expect(await stateOf(other.id)).toBe('PLACED')
  await putQuotas([{ categoryId: await categoryOf(other.id), measure: 'QUANTITY', committed: '5' }])
  expect(await stateOf(other.id)).toBe('PENDING_APPROVAL')
  await putQuotas([{ categoryId: await categoryOf(bolt.id), measure: 'QUANTITY', committed: '5' }])
  expect(await stateOf(bolt.id)).toBe('PLACED')
})

it('quotas are changed by the supplier with the version that was read, and both sides read them', async () => {
  const { version } = (await putQuotas([quantityOf(10)])).body.data
  expect((await place(8)).status).toBe(201)
  const stale = await put([quantityOf(20)], version - 1)
  expect([stale.status, stale.body.meta.code]).toEqual([409, 'catalog.contract_version_conflict'])
  expect((await put([], version)).body.meta.code).toBe('quotas.quota_in_use')
  const changed = await put([quantityOf(20), worth('5.00')], version)
  expect(changed.body.data.quotas).toMatchObject([
    { calledOff: '8', left: '12' },
    { calledOff: '0.00' },
  ])
  expect((await put([quantityOf(20)])).body.data.quotas).toHaveLength(1)

  const wrong = [
    [[quantityOf(1), quantityOf(2)], 'quotas.covered_unknown'],
    [[{ ...quantityOf(1), productId: 'prd_none' }], 'quotas.covered_unknown'],
    [[{ ...quantityOf(1), maximum: '1.2345' }], 'quotas.amount_invalid'],
    [[{ ...quantityOf(5), committed: '6' }], 'quotas.quota_invalid'],
    [[{ ...worth('5.00'), currency: undefined }], 'quotas.quota_invalid'],
  ] as const
  for (const [quotas, code] of wrong) expect((await put(quotas)).body.meta.code).toBe(code)

  const path = `/api/v1/contracts/${contractId}`
  expect((await ours.buyer.get(`${path}/quotas`)).body.data.quotas).toHaveLength(1)
  expect((await ours.admin.put(`${path}/quotas`, { quotas: [] })).status).toBe(404)
  const stranger = await world.company()
  for (const part of ['quotas', 'call-offs']) {
    expect((await stranger.buyer.get(`${path}/${part}`)).status).toBe(404)
  }
})

it('the report adds up to the sums of the contract, after any orders, cancels and returns', async () => {
  const step = fc.record({
    quantity: fc.integer({ min: 1, max: 9 }),
    cancelled: fc.integer({ min: 0, max: 9 }),
    returned: fc.integer({ min: 0, max: 9 }),
  })
  await putQuotas([quantityOf(1_000), worth('100000.00')])
  const steps =
    fc.sample(fc.array(step, { minLength: 6, maxLength: 8 }), { numRuns: 1, seed: 7 })[0] ?? []
  let kept = 0
  for (const { quantity, ...less } of steps) {
    const { id } = (await place(quantity)).body.data.order
    const cancelled = Math.min(less.cancelled, quantity)
    if (cancelled > 0) await cancel(id, cancelled)
    const returned = Math.min(less.returned, quantity - cancelled)
    if (quantity > cancelled) await shipAndReturn(id, quantity - cancelled, returned)
    kept += quantity - cancelled - returned
  }
  const { data } = (await ours.buyer.get(`/api/v1/contracts/${contractId}/call-offs?limit=100`))
    .body
  expect(data).toHaveLength(steps.length * 2)
  const [pieces, value] = await sums()
  const sumOf = (quotaId: string) =>
    data
      .filter((one: { quotaId: string }) => one.quotaId === quotaId)
      .reduce((sum: number, one: { amount: string }) => sum + Number(one.amount), 0)
  expect(sumOf(pieces.id)).toBe(kept)
  expect(Number(pieces.calledOff)).toBe(kept)
  expect(sumOf(value.id).toFixed(2)).toBe(value.calledOff)
  expect(value.calledOff).toBe((kept * 3.33).toFixed(2))
  const address = `${world.baseUrl}/api/v1/contracts/${contractId}/call-offs.csv`
  const file = await fetch(address, { headers: supplier.headers })
  expect((await file.text()).trim().split('\n')).toHaveLength(data.length + 1)
})

it('the supplier reads the call-offs that a cancel or a return has changed', async () => {
  await putQuotas([quantityOf(100)])
  const [, cancelled, returned] = [await placed(1), await placed(2), await placed(3)]
  const callOffs = {
    client: supplier,
    url: `/api/v1/contracts/${contractId}/call-offs`,
    table: 'orders.orders',
    rows: sql`company_id = ${ours.companyId}`,
  }
  const { whole, changed } = await readAround(world, callOffs, async () => {
    await cancel(cancelled, 1)
    await shipAndReturn(returned, 3, 1)
  })
  expect(whole).toMatchObject([{ amount: '1' }, { amount: '2' }, { amount: '3' }])
  expect(changed).toMatchObject([
    { orderId: cancelled, amount: '1' },
    { orderId: returned, amount: '2' },
  ])
})

it('operators find the quotas of a company', async () => {
  await putQuotas([quantityOf(10)])
  await place(8)
  const operator = await world.operator()
  const url = `/admin/contract-quotas?companyId=${ours.companyId}`
  const [found] = (await operator.get(`${url}&reached=NEARLY`)).body.data
  expect(found).toMatchObject({ contractId, calledOff: '8', reachedPercent: 80, policy: 'REFUSE' })
  expect((await operator.get(`${url}&reached=WHOLLY`)).body.data).toEqual([])
})

/** The top category above the product. */
async function categoryOf(productId: string): Promise<string | undefined> {
  const { rows } = await sql<{ path_ids: string[] }>`
    select c.path_ids from products.products p join products.categories c on c.id = p.category_id
    where p.id = ${productId}
  `.execute(database.pool)
  return rows[0]?.path_ids[0]
}

async function subscribed(client: Client) {
  const receiver = await aReceiver()
  const wanted = { name: 'ERP', url: receiver.url, events: ['contract.*'] }
  const { status, body } = await client.post('/api/v1/webhooks', wanted)
  expect(status, JSON.stringify(body)).toBe(200)
  return receiver
}

function place(quantity: number, key = aKey(), productId: string = bolt.id) {
  const order = { lines: [{ productId, quantity }], shipTo, payment: { method: 'invoice' } }
  return ours.buyer.post('/api/v1/orders', order, { key })
}

const placed = async (quantity: number): Promise<string> =>
  (await place(quantity)).body.data.order.id

function validate(quantity: number) {
  const lines = [{ productId: bolt.id, quantity }]
  return ours.buyer.post('/api/v1/orders/validate', {
    lines,
    shipTo,
    payment: { method: 'invoice' },
  })
}

async function cancel(orderId: string, quantity?: number) {
  const lines = quantity === undefined ? {} : { lines: [{ lineNumber: 1, quantity }] }
  const { status, body } = await ours.buyer.post(`/api/v1/orders/${orderId}/cancel`, lines)
  expect(status, JSON.stringify(body)).toBe(200)
}

async function shipAndReturn(orderId: string, shipped: number, returned: number) {
  const lines = [{ lineNumber: 1, quantity: shipped }]
  const sent = await supplier.post(
    `/api/v1/orders/${orderId}/shipments`,
    { carrier: 'DHL', lines },
    { key: aKey() },
  )
  expect(sent.status, JSON.stringify(sent.body)).toBe(201)
  const shipmentId = sent.body.data.shipments.at(-1).id
  const came = await ours.buyer.post(`/api/v1/orders/${orderId}/deliveries`, { shipmentId })
  expect(came.body.data?.state, JSON.stringify(came.body)).toBe('DELIVERED')
  if (returned === 0) return
  const asked = await ours.buyer.post(`/api/v1/orders/${orderId}/returns`, {
    lines: [{ lineNumber: 1, quantity: returned, reason: 'NOT_NEEDED' }],
  })
  const returnId = asked.body.data.returns[0].id
  const path = `/api/v1/orders/${orderId}/returns/${returnId}/accept`
  const back = await supplier.post(path, { restock: true })
  expect(back.body.data?.returns, JSON.stringify(back.body)).toMatchObject([{ state: 'ACCEPTED' }])
}

const quantityOf = (maximum: number, more: object = {}) => ({
  productId: bolt.id,
  measure: 'QUANTITY',
  maximum: String(maximum),
  ...more,
})

const worth = (maximum: string, more: object = {}) => ({
  productId: bolt.id,
  measure: 'VALUE',
  currency: 'EUR',
  maximum,
  ...more,
})

function put(quotas: readonly object[], expectedVersion?: number) {
  return supplier.put(`/api/v1/contracts/${contractId}/quotas`, { quotas, expectedVersion })
}

async function putQuotas(quotas: readonly object[]) {
  const answer = await put(quotas)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer
}

async function sums() {
  return (await ours.buyer.get(`/api/v1/contracts/${contractId}/quotas`)).body.data.quotas
}

async function aContract(): Promise<string> {
  const answer = await supplier.post('/api/v1/contracts', {
    buyerCompanyId: ours.companyId,
    reference: 'FW-1',
    state: 'ACTIVE',
    orderDiscounts: { currency: 'EUR', tiers: [{ from: '1000000.00', percent: '1' }] },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data.id
}
