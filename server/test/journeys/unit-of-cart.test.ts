import { beforeEach, describe, expect, it } from 'vitest'
import { type AProduct, aProduct } from '#testing/catalog'
import { aCompany, aPerson } from '#testing/identity'
import { codeOf } from './approvals-client.ts'
import { aKey, type Client, createClient, type Reply } from './client.ts'
import { checkOut, giveCredit, handOver, shipTo } from './purchase.ts'
import { aNegotiation, aSubmitted } from './requisitions-client.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const operator = await world.operator()
const supplierCompanyId = await aCompany(database, { supplier: true })
let ours: CompanyOfWorld
/** Costs 10 in the works, 8 in the store below them, and 9 in the office. */
let product: AProduct
let works: string
let store: string
let office: string
let lab: string
/** Buys for the works and the office. */
let buyer: Client
let cartId: string

beforeEach(async () => {
  ours = await world.company()
  await giveCredit(world, ours.companyId, 1_000_000n)
  works = await aUnit('Works')
  store = await aUnit('Store', works)
  office = await aUnit('Office')
  lab = await aUnit('Lab')
  product = await aProduct(database, { supplierCompanyId, unitPrice: '10.00', onHand: 1000 })
  await listFor(store, '8.00')
  await listFor(office, '9.00')
  buyer = await aMember([works, office])
  cartId = (await buyer.get('/api/v1/cart')).body.data.id
})

describe('a cart whose owner chose a unit', () => {
  it('has its prices, and becomes an order of the unit', async () => {
    await add(1)
    expect(await priceIn('/api/v1/cart')).toBe('10.00')
    const chosen = await choose(store)
    expect(chosen.body.data).toMatchObject({
      unitId: store,
      problems: [{ code: 'cart.price_changed' }],
    })
    const [line] = chosen.body.data.items
    const accepted = await buyer.patch(`/api/v1/cart/items/${line.id}`, {
      quantity: 2,
      expectedItemVersion: line.itemVersion,
      acceptedUnitPrice: { amount: '8.00', currency: 'EUR' },
    })
    expect(accepted.body.data).toMatchObject({ unitId: store, problems: [] })
    const started = await checkOut(buyer, accepted.body.data.snapshotVersion)
    expect(started.status, JSON.stringify(started.body)).toBe(201)
    const { id } = started.body.data
    await handOver(buyer, id, { method: 'invoice' })
    const { orderId } = (await buyer.get(`/api/v1/checkout/${id}`)).body.data
    expect(await orderAt(orderId)).toMatchObject({
      unitId: store,
      lines: [{ unitPrice: { amount: '8.00' } }],
    })
    expect((await buyer.get('/api/v1/cart')).body.data).toMatchObject({ unitId: store, items: [] })
  })

  it('keeps the price of the unit in each line that is added', async () => {
    await choose(store)
    expect((await add(1)).body.data).toMatchObject({
      items: [{ unitPrice: { amount: '8.00' } }],
      problems: [],
    })
    const made = await buyer.post('/api/v1/carts', { name: 'Office', unitId: office })
    expect(made.body.data).toMatchObject({ unitId: office, active: false })
    const items = [{ productId: product.id, quantity: 1 }]
    const path = `/api/v1/carts/${made.body.data.id}`
    const { added, cart } = (await buyer.post(`${path}/items/batch`, { items })).body.data
    expect([added, cart.problems]).toEqual([1, []])
    expect(await priceIn(path)).toBe('9.00')
    const { data } = (await buyer.get('/api/v1/carts')).body
    expect(data).toMatchObject([{ unitId: office }, { unitId: store }])
  })

  it('has the usual prices again when the owner ends the choice', async () => {
    await choose(store)
    await add(1)
    const ended = await choose(null)
    expect(ended.body.data).not.toHaveProperty('unitId')
    expect(await priceIn('/api/v1/cart')).toBe('10.00')
  })

  it('meets the approval rules and the budgets of the unit', async () => {
    const rule = {
      name: 'Office',
      conditions: { unitIds: [office] },
      steps: [{ mode: 'ANY', role: 'approver' }],
    }
    expect((await ours.admin.post('/api/v1/approval-rules', rule)).status).toBe(201)
    const budget = {
      name: 'Office',
      unitId: office,
      period: 'YEAR',
      limit: { amount: '40.00', currency: 'EUR' },
    }
    expect((await ours.admin.post('/api/v1/budgets', budget)).status).toBe(201)
    const inStore = await order({ unitId: store, quantity: 3 })
    expect(inStore.body.data.order.state).toBe('PLACED')
    const inOffice = await order({ unitId: office, quantity: 2 })
    expect(inOffice.body.data.order.state).toBe('PENDING_APPROVAL')
    expect(codeOf(await order({ unitId: office, quantity: 3 }))).toBe('budgets.exceeded')
  })

  it('is priced for the unit of the receiver, if the receiver cannot buy for the chosen one', async () => {
    const made = await buyer.post('/api/v1/carts', { name: 'Store', unitId: store })
    const { id, snapshotVersion } = made.body.data
    const receiver = await aMember([office])
    const { id: userId } = (await receiver.get('/auth/me')).body.data
    const given = { userId, expectedSnapshotVersion: snapshotVersion }
    expect((await buyer.post(`/api/v1/carts/${id}/hand-over`, given)).status).toBe(200)
    const path = `/api/v1/carts/${id}`
    await receiver.post(`${path}/items`, { productId: product.id, quantity: 1 })
    expect((await receiver.get(path)).body.data).toMatchObject({
      unitId: store,
      items: [{ unitPrice: { amount: '9.00' } }],
      problems: [{ code: 'cart.unit_not_allowed', details: { unitId: store } }],
    })
  })

  it('stops the checkout as soon as the owner has lost the role, and tells why', async () => {
    await choose(office)
    await add(1)
    await giveRoles(buyer, [works])
    const cart = (await buyer.get('/api/v1/cart')).body.data
    const codes = cart.problems.map(({ code }: { code: string }) => code)
    expect(codes).toEqual(['cart.unit_not_allowed', 'cart.price_changed'])
    expect(cart.items).toMatchObject([{ unitPrice: { amount: '10.00' } }])
    const refused = await checkOut(buyer, cart.snapshotVersion)
    expect([refused.status, codeOf(refused)]).toEqual([403, 'structure.unit_not_allowed'])
    expect((await choose(works)).body.data.problems).toMatchObject([{ code: 'cart.price_changed' }])
  })
})

describe('the units that somebody can choose', () => {
  it('are those of the roles and all below them, or all for a role in the whole company', async () => {
    expect(await buyable(buyer)).toEqual(new Set([works, store, office]))
    expect(await buyable(ours.buyer)).toEqual(new Set([works, store, office, lab]))
    expect(await buyable(await aMember([]))).toEqual(new Set())
  })

  it('are refused otherwise, and also if they have ended or belong to others', async () => {
    const refused = await choose(lab)
    expect([refused.status, codeOf(refused)]).toEqual([403, 'structure.unit_not_allowed'])
    expect(codeOf(await choose('unt_none'))).toBe('structure.unit_unknown')
    await ours.admin.post(`/api/v1/company/units/${lab}/end`)
    expect(codeOf(await choose(lab))).toBe('structure.unit_unknown')
    const others = await world.company()
    const theirs = await others.admin.post('/api/v1/company/units', {
      name: 'Theirs',
      kind: 'SITE',
    })
    expect(codeOf(await choose(theirs.body.data.id))).toBe('structure.unit_unknown')
    const created = await buyer.post('/api/v1/carts', { name: 'Lab', unitId: lab })
    expect(codeOf(created)).toBe('structure.unit_unknown')
    expect((await buyer.get('/api/v1/cart')).body.data).not.toHaveProperty('unitId')
  })

  it('are none for a requester', async () => {
    const requester = await aMember([])
    const { id, snapshotVersion } = (await requester.get('/api/v1/cart')).body.data
    const change = { unitId: works, expectedSnapshotVersion: snapshotVersion }
    const refused = await requester.patch(`/api/v1/carts/${id}`, change)
    expect(codeOf(refused)).toBe('structure.unit_not_allowed')
    const requisition = { title: 'Bolts', unitId: works }
    expect(codeOf(await requester.post('/api/v1/requisitions', requisition))).toBe(
      'structure.unit_not_allowed',
    )
  })
})

describe('an order of lines', () => {
  it('is for the chosen unit, also that of an API key', async () => {
    expect((await order({ unitId: store })).body.data.order).toMatchObject({
      unitId: store,
      lines: [{ unitPrice: { amount: '8.00' } }],
    })
    const byKey = await order({ unitId: office, client: ours.integration })
    expect(byKey.body.data.order).toMatchObject({
      unitId: office,
      lines: [{ unitPrice: { amount: '9.00' } }],
    })
    expect(codeOf(await order({ unitId: lab }))).toBe('structure.unit_not_allowed')
  })

  it('is for a unit for which the person may pay', async () => {
    const { id } = (await buyer.get('/auth/me')).body.data
    const unitRoles = [
      { unitId: works, role: 'buyer' },
      { unitId: office, role: 'approver' },
    ]
    await ours.admin.patch(`/api/v1/members/${id}`, { unitRoles })
    const refused = await order({ unitId: office })
    expect([refused.status, codeOf(refused)]).toEqual([403, 'checkout.handoff_not_allowed'])
    await choose(office)
    const { snapshotVersion } = (await add(1)).body.data
    const started = await checkOut(buyer, snapshotVersion)
    const handedOver = await handOver(buyer, started.body.data.id, { method: 'invoice' })
    expect(codeOf(handedOver)).toBe('checkout.handoff_not_allowed')
    expect((await order({ unitId: store })).status).toBe(201)
  })

  it('names no unit beside a cart, which has its own', async () => {
    const { snapshotVersion } = (await add(1)).body.data
    const input = {
      cart: { expectedSnapshotVersion: snapshotVersion },
      unitId: store,
      shipTo,
      payment: { method: 'invoice' },
    }
    expect(codeOf(await buyer.post('/api/v1/orders', input, { key: aKey() }))).toBe(
      'checkout.lines_or_cart',
    )
  })
})

describe('a requisition', () => {
  it('is for the chosen unit, or for that of the cart, until it is an order', async () => {
    const lines = [{ productId: product.id, quantity: 1 }]
    const input = { title: 'Bolts', unitId: office, lines, shipTo }
    const { id } = (await buyer.post('/api/v1/requisitions', input)).body.data
    const path = `/api/v1/requisitions/${id}`
    const changed = await buyer.patch(path, { unitId: store })
    expect(changed.body.data.unitId).toBe(store)
    await buyer.post(`${path}/submit`, {})
    const { orderId } = (await ours.buyer.post(`${path}/convert`, {})).body.data
    expect(await orderAt(orderId)).toMatchObject({
      unitId: store,
      lines: [{ unitPrice: { amount: '8.00' } }],
    })
    await choose(store)
    await add(1)
    const fromCart = await buyer.post('/api/v1/requisitions', { title: 'Bolts', fromCart: true })
    expect(fromCart.body.data.unitId).toBe(store)
  })

  it('takes no product that the chosen unit cannot buy', async () => {
    const excluded = { products: [product.id] }
    const draft = { name: 'Less', excluded, companyIds: [ours.companyId], unitId: office }
    expect((await operator.post('/api/v1/assortments', draft)).body.data.unitId).toBe(office)
    const lines = [{ productId: product.id, quantity: 1 }]
    const input = { title: 'Bolts', unitId: office, lines }
    const refused = await buyer.post('/api/v1/requisitions', input)
    expect(codeOf(refused)).toBe('requisitions.product_not_found')

    const { id } = (await buyer.post('/api/v1/requisitions', { ...input, unitId: works })).body.data
    const path = `/api/v1/requisitions/${id}`
    const toOffice = { unitId: office }
    expect(codeOf(await buyer.patch(path, toOffice))).toBe('requisitions.product_not_found')
    const wishes = [{ what: 'A desk', quantity: 1 }]
    expect((await buyer.patch(path, { ...toOffice, lines: wishes })).status).toBe(200)
    expect((await buyer.patch(path, { ...toOffice, title: 'Desks' })).status).toBe(200)
  })

  it('that moves to another unit loses what was found for its former unit', async () => {
    const desk = { what: 'A desk', quantity: 1 }
    const id = await aSubmitted(buyer, [desk], { shipTo, unitId: office })
    const path = `/api/v1/requisitions/${id}`
    const [line] = (await buyer.get(path)).body.data.lines
    const negotiation = await aNegotiation(buyer, '0.01')
    const sourcing = { productId: product.id, ...negotiation }
    const sourced = await buyer.put(`${path}/lines/${line.id}/sourcing`, sourcing)
    expect(sourced.body.data?.lines[0].sourcing, JSON.stringify(sourced.body)).toBeDefined()
    await buyer.post(`${path}/return`, { comment: 'For the works.' })
    // A change without another unit removes nothing.
    for (const change of [{ unitId: office }, { title: 'Desks' }]) {
      expect((await buyer.patch(path, change)).body.data.lines[0].sourcing).toBeDefined()
    }
    const moved = await buyer.patch(path, { unitId: works })
    expect(moved.body.data.unitId, JSON.stringify(moved.body)).toBe(works)
    expect(moved.body.data.lines[0]).not.toHaveProperty('sourcing')
    const proof = `${path}/attachments/${negotiation.attachmentIds[0]}`
    expect((await buyer.get(proof)).status).toBe(404)
    await buyer.post(`${path}/submit`, {})
    expect(codeOf(await ours.buyer.post(`${path}/convert`, {}))).toBe(
      'requisitions.lines_not_orderable',
    )
  })

  it('keeps its unit while an order of it waits for approval', async () => {
    const people = [(await ours.admin.get('/auth/me')).body.data.id]
    const rule = { name: 'All', conditions: {}, steps: [{ mode: 'ANY', people }] }
    expect((await ours.admin.post('/api/v1/approval-rules', rule)).status).toBe(201)
    const lines = [
      { productId: product.id, quantity: 1 },
      { what: 'A desk', quantity: 1 },
    ]
    const id = await aSubmitted(buyer, lines, { shipTo, unitId: office })
    const path = `/api/v1/requisitions/${id}`
    const [first] = (await buyer.get(path)).body.data.lines
    const converted = await buyer.post(`${path}/convert`, { lines: [first.id] })
    const [{ orderId }] = converted.body.data.lines
    await buyer.post(`${path}/return`, { comment: 'For the works.' })
    const refused = await buyer.patch(path, { unitId: works })
    expect(refused.body.meta).toMatchObject({
      code: 'requisitions.lines_in_approval',
      details: { lineIds: [first.id] },
    })
    await buyer.post(`/api/v1/orders/${orderId}/cancel`, {}, { key: aKey() })
    const unitAfter = async () => (await buyer.patch(path, { unitId: works })).body.data?.unitId
    await expect.poll(unitAfter).toBe(works)
  })
})

async function add(quantity: number): Promise<Reply> {
  const added = await buyer.post('/api/v1/cart/items', { productId: product.id, quantity })
  expect(added.status, JSON.stringify(added.body)).toBe(201)
  return added
}

async function choose(unitId: string | null): Promise<Reply> {
  const { snapshotVersion } = (await buyer.get('/api/v1/cart')).body.data
  const change = { unitId, expectedSnapshotVersion: snapshotVersion }
  return buyer.patch(`/api/v1/carts/${cartId}`, change)
}

async function priceIn(path: string): Promise<string> {
  const [line] = (await buyer.get(path)).body.data.items
  return line.unitPrice.amount
}

type Wanted = { readonly unitId: string; readonly quantity?: number; readonly client?: Client }

function order({ unitId, quantity = 1, client = buyer }: Wanted): Promise<Reply> {
  const lines = [{ productId: product.id, quantity }]
  const input = { lines, unitId, shipTo, payment: { method: 'invoice' } }
  return client.post('/api/v1/orders', input, { key: aKey() })
}

const orderAt = async (orderId: string) =>
  (await ours.buyer.get(`/api/v1/orders/${orderId}`)).body.data

async function buyable(client: Client): Promise<Set<string>> {
  const { data } = (await client.get('/api/v1/company/units?buyable=true')).body
  return new Set(data.map(({ id }: { id: string }) => id))
}

async function aUnit(name: string, parentId?: string): Promise<string> {
  const unit = { name, kind: 'SITE', parentId }
  return (await ours.admin.post('/api/v1/company/units', unit)).body.data.id
}

async function listFor(unitId: string, unitPrice: string): Promise<void> {
  const { companyId } = ours
  const list = {
    supplierId: supplierCompanyId,
    name: 'Plant',
    currency: 'EUR',
    companyIds: [companyId],
    unitId,
  }
  const made = await operator.post('/api/v1/price-lists', list)
  expect(made.body.data, JSON.stringify(made.body)).toMatchObject({ unitId })
  const entries = [{ productId: product.id, unitPrice }]
  await operator.put(`/api/v1/price-lists/${made.body.data.id}/entries`, { entries })
}

/** A requester who buys for these units. */
async function aMember(unitIds: readonly string[]): Promise<Client> {
  const { companyId } = ours
  const { email, password } = await aPerson(database, { companyId, role: 'requester' })
  const { body } = await world.anybody.post('/auth/login', { email, password })
  const client = createClient(world.baseUrl, { bearer: body.data.accessToken })
  await giveRoles(client, unitIds)
  return client
}

async function giveRoles(member: Client, unitIds: readonly string[]): Promise<void> {
  const { id } = (await member.get('/auth/me')).body.data
  const unitRoles = unitIds.map((unitId) => ({ unitId, role: 'buyer' }))
  const given = await ours.admin.patch(`/api/v1/members/${id}`, { unitRoles })
  expect(given.status, JSON.stringify(given.body)).toBe(200)
}
