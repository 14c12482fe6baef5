import { beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '#kernel/actor'
import { type AProduct, aProduct } from '#testing/catalog'
import { aCompany, aPerson } from '#testing/identity'
import { codeOf } from './approvals-client.ts'
import { aKey, type Client, createClient } from './client.ts'
import { fillCart, giveCredit, shipTo } from './purchase.ts'
import { aSubmitted } from './requisitions-client.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const operator = await world.operator()
const supplierCompanyId = await aCompany(database, { supplier: true })
let ours: CompanyOfWorld
/** Buys in the office. */
let colleague: Client
let product: AProduct
/** The store is below the works. */
let works: string
let store: string
let office: string

beforeEach(async () => {
  ours = await world.company()
  await giveCredit(world, ours.companyId, 1_000_000n)
  works = await aUnit('Works')
  store = await aUnit('Store', works)
  office = await aUnit('Office')
  product = await aProduct(database, { supplierCompanyId, unitPrice: '10.00', onHand: 1000 })
  await listFor(works, '8.00')
  await move(ours.buyer, store)
  colleague = await aMember('buyer')
  await move(colleague, office)
})

describe('the price of a unit', () => {
  it('is the same from the search to the order, and another for the next unit', async () => {
    expect(await pricesOf(ours.buyer)).toEqual(new Set(['8.00']))
    expect(await pricesOf(colleague)).toEqual(new Set(['10.00']))
    expect(await pricesOf(ours.integration)).toEqual(new Set(['10.00']))
    await listFor(store, '12.00')
    expect(await pricesOf(ours.buyer)).toEqual(new Set(['12.00']))
  })

  it('follows the person to another unit at once, and the cart says so', async () => {
    await fillCart(ours.buyer, [{ productId: product.id, quantity: 1 }])
    await move(ours.buyer, office)
    const cart = (await ours.buyer.get('/api/v1/cart')).body.data
    expect(cart).toMatchObject({
      items: [{ unitPrice: { amount: '10.00' } }],
      problems: [{ code: 'cart.price_changed', details: { old: { amount: '8.00' } } }],
    })
  })

  it('is that of the requester in every order of a requisition', async () => {
    const requester = await aMember('requester')
    await move(requester, store)
    const id = await aSubmitted(requester, [{ productId: product.id, quantity: 1 }])
    const converted = await colleague.post(`/api/v1/requisitions/${id}/convert`, {})
    const { orderId } = converted.body.data
    const order = (await colleague.get(`/api/v1/orders/${orderId}`)).body.data
    expect(order).toMatchObject({ unitId: store, lines: [{ unitPrice: { amount: '8.00' } }] })
  })

  it('decides whether a standing order stays within its limit', async () => {
    const standing = {
      name: 'Bolts',
      lines: [{ productId: product.id, quantity: 1 }],
      schedule: { every: 1, unit: 'WEEK', on: 1, from: '2031-01-13' },
      shipTo,
      maxTotal: { amount: '9.00', currency: 'EUR' },
      payment: { method: 'invoice' },
    }
    const refused = await colleague.post('/api/v1/standing-orders', standing)
    expect(codeOf(refused)).toBe('standing.max_total_exceeded')
    expect((await ours.buyer.post('/api/v1/standing-orders', standing)).status).toBe(201)
  })

  it('is that of the unit for which somebody may order, as the order keeps it', async () => {
    const buyer = await aMember('requester', [{ unitId: works, role: 'buyer' }])
    await move(buyer, office)
    expect(await pricesOf(buyer)).toEqual(new Set(['8.00']))
    await move(buyer, store)
    await listFor(store, '7.00')
    expect(await pricesOf(buyer)).toEqual(new Set(['7.00']))
  })

  it('is that of the owner in a cart that is shared', async () => {
    const cart = (await ours.buyer.get('/api/v1/cart')).body.data
    const { id: memberId } = (await colleague.get('/auth/me')).body.data
    const path = `/api/v1/carts/${cart.id}`
    await ours.buyer.put(`${path}/shares/${memberId}`, { right: 'EDIT' })
    const line = { productId: product.id, quantity: 1 }
    const added = await colleague.post(`${path}/items`, line)
    expect(added.body.data, JSON.stringify(added.body)).toMatchObject({
      items: [{ unitPrice: { amount: '8.00' } }],
      problems: [],
    })
    expect((await ours.buyer.get('/api/v1/cart')).body.data.problems).toEqual([])
  })
})

describe('a search that runs on', () => {
  it('shows the prices of a unit to its owner and to people of the unit alone', async () => {
    const started = await ours.buyer.post('/api/v1/searches', { q: product.mpn })
    const { id } = started.body.data
    const path = `/api/v1/searches/${id}`
    await expect
      .poll(async () => (await ours.buyer.get(path)).body.data.state, { timeout: 60_000 })
      .toBe('COMPLETED')
    const stream = (await ours.buyer.get(path)).body.data.stream.url
    const events = await (await fetch(world.baseUrl + stream)).text()
    expect(events).toContain('"8.00"')
    expect(events).not.toContain('"list":{"amount":"10.00"')
    expect(codeOf(await colleague.get(path))).toBe('catalog.search_not_found')
    expect(codeOf(await colleague.post(`${path}/cancel`, {}))).toBe('catalog.search_not_found')
    expect((await colleague.get('/api/v1/searches')).body.data).toEqual([])
    await move(colleague, store)
    const shown = (await colleague.get(path)).body.data
    const again = await (await fetch(world.baseUrl + shown.stream.url)).text()
    expect(again).toContain('"8.00"')
    expect((await colleague.get('/api/v1/searches')).body.data).toMatchObject([{ id }])
  })

  it('is open to the whole company where units have no prices of their own', async () => {
    const plain = await world.company()
    const unitId = (
      await plain.admin.post('/api/v1/company/units', { name: 'Plant', kind: 'SITE' })
    ).body.data.id
    await move(plain.buyer, unitId, plain)
    const { id } = (await plain.buyer.post('/api/v1/searches', { q: product.mpn })).body.data
    expect((await plain.integration.get(`/api/v1/searches/${id}`)).status).toBe(200)
  })

  it('by a ticket has the prices of who got the ticket', async () => {
    const { url } = (await ours.buyer.post('/api/v1/products/stream/tickets')).body.data
    const events = await (await fetch(`${world.baseUrl}${url}&q=${product.mpn}`)).text()
    expect(events).toContain('"8.00"')
  })
})

describe('the assortment of a unit', () => {
  it('hides a product from its people alone', async () => {
    const excluded = { products: [product.id] }
    const draft = { name: 'Less', excluded, companyIds: [ours.companyId], unitId: works }
    const { id } = (await operator.post('/api/v1/assortments', draft)).body.data
    expect((await operator.get(`/api/v1/assortments?unitId=${works}`)).body.data).toMatchObject([
      { id, unitId: works },
    ])
    const path = `/api/v1/products/${product.id}`
    expect((await ours.buyer.get(path)).status).toBe(404)
    expect((await colleague.get(path)).status).toBe(200)
    const line = { productId: product.id, quantity: 1 }
    expect(codeOf(await ours.buyer.post('/api/v1/cart/items', line))).toBe('cart.product_not_found')
    const order = { lines: [line], shipTo, payment: { method: 'invoice' } }
    const refused = await ours.buyer.post('/api/v1/orders', order, { key: aKey() })
    expect([refused.status, codeOf(refused)]).toEqual([422, 'checkout.cart_has_problems'])
  })
})

describe('a price list of a unit', () => {
  it('names a unit of its one buyer, is listed by it, and leaves the unit free to end', async () => {
    const { body } = await operator.get(`/api/v1/price-lists?unitId=${works}`)
    expect(body.data).toMatchObject([{ unitId: works, companyIds: [ours.companyId] }])
    const others = await world.company()
    const change = { companyIds: [others.companyId] }
    const refused = await operator.patch(`/api/v1/price-lists/${body.data[0].id}`, change)
    expect([refused.status, codeOf(refused)]).toEqual([422, 'catalog.unit_unknown'])

    await listFor(office, '9.00')
    await move(colleague, null)
    expect((await ours.admin.post(`/api/v1/company/units/${office}/end`)).status).toBe(200)
    expect(await pricesOf(colleague)).toEqual(new Set(['10.00']))
  })
})

async function aUnit(name: string, parentId?: string): Promise<string> {
  const unit = { name, kind: 'SITE', parentId }
  return (await ours.admin.post('/api/v1/company/units', unit)).body.data.id
}

async function listFor(unitId: string, unitPrice: string): Promise<void> {
  const list = {
    supplierId: supplierCompanyId,
    name: 'Plant',
    currency: 'EUR',
    companyIds: [ours.companyId],
    unitId,
  }
  const made = await operator.post('/api/v1/price-lists', list)
  expect(made.body.data, JSON.stringify(made.body)).toMatchObject({ unitId })
  const entries = [{ productId: product.id, unitPrice }]
  await operator.put(`/api/v1/price-lists/${made.body.data.id}/entries`, { entries })
}

async function move(person: Client, unitId: string | null, company = ours): Promise<void> {
  const { id } = (await person.get('/auth/me')).body.data
  const moved = await company.admin.patch(`/api/v1/members/${id}`, { unitId })
  expect(moved.status, JSON.stringify(moved.body)).toBe(200)
}

async function aMember(role: Role, unitRoles: readonly object[] = []): Promise<Client> {
  const { companyId } = ours
  const { email, password } = await aPerson(database, { companyId, role })
  const { body } = await world.anybody.post('/auth/login', { email, password })
  const client = createClient(world.baseUrl, { bearer: body.data.accessToken })
  const { id } = (await client.get('/auth/me')).body.data
  await ours.admin.patch(`/api/v1/members/${id}`, { unitRoles })
  return client
}

/** Every price of one piece that the client meets on the way to an order. */
async function pricesOf(client: Client): Promise<Set<string>> {
  const line = { productId: product.id, quantity: 1 }
  const read = await client.get(`/api/v1/products/${product.id}`)
  const found = await client.get(`/api/v1/products?q=${product.mpn}`)
  const quoted = await client.post('/api/v1/products/quotes', { items: [line] })
  const old = (await client.get('/api/v1/cart')).body.data
  await client.delete(`/api/v1/cart?expectedSnapshotVersion=${old.snapshotVersion}`)
  const added = await client.post('/api/v1/cart/items', line)
  const cart = (await client.get('/api/v1/cart')).body.data
  const checkout = { expectedSnapshotVersion: cart.snapshotVersion, shipTo }
  const started = await client.post('/api/v1/checkout', checkout, { key: aKey() })
  expect(started.status, JSON.stringify(started.body)).toBe(201)
  await client.post(`/api/v1/checkout/${started.body.data.id}/cancel`, {})
  const input = { lines: [line], shipTo, payment: { method: 'invoice' } }
  const placed = await client.post('/api/v1/orders', input, { key: aKey() })
  expect(placed.status, JSON.stringify(placed.body)).toBe(201)
  return new Set([
    read.body.data.price.list.amount,
    found.body.data[0].price.list.amount,
    quoted.body.data[0].unitPrice.amount,
    added.body.data.items[0].unitPrice.amount,
    cart.items[0].unitPrice.amount,
    started.body.data.snapshot.lines[0].unitPrice.amount,
    placed.body.data.order.lines[0].unitPrice.amount,
  ])
}
