import { beforeEach, expect, it } from 'vitest'
import { money } from '#kernel/money'
import { sql } from '#platform/db'
import { stockOf } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { aReceiver } from '#testing/webhooks'
import { aKey, createClient } from './client.ts'
import { checkOut, fillCart, handOver, shipTo } from './purchase.ts'
import { aSupplier } from './suppliers.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { platform, modules } = world.parts
const { database } = platform
const supplier = await aSupplier(world)

let ours: CompanyOfWorld
let sku: string
let productId: string
let made = 0

beforeEach(async () => {
  ours = await world.company()
  const terms = { companyId: ours.companyId, limit: money(100_000_000n, 'EUR'), netDays: 30 }
  await database.transaction((tx) => modules.payments.putCreditAccount(tx, terms, new Date()))
  made += 1
  sku = `BO-${made}`
  productId = await anArticle({ stock: 4 })
})

it('a product with less stock than a quantity is on backorder, in the catalogue, in quotes and in the cart', async () => {
  expect((await product()).backorder).toEqual({ allowed: true, leadTimeDays: 10, maxQuantity: 20 })
  expect((await product()).availability).toMatchObject({ status: 'low_stock', available: 4 })
  const quote = async (quantity: number) => {
    const items = [{ productId, quantity }]
    const { body } = await ours.buyer.post('/api/v1/products/quotes', { items })
    return body.data[0]
  }
  expect((await quote(4)).availability).toMatchObject({ status: 'low_stock', leadTimeDays: 3 })
  expect(await quote(5)).toMatchObject({
    availability: { status: 'backorder', available: 4, leadTimeDays: 10 },
    problems: [],
  })
  expect((await quote(21)).problems).toMatchObject([{ code: 'catalog.stock_short' }])
  await fillCart(ours.buyer, [{ productId, quantity: 5 }])
  const cart = (await ours.buyer.get('/api/v1/cart')).body.data
  expect([cart.items[0].availability.status, cart.problems]).toEqual(['backorder', []])

  await place(4)
  expect((await product()).availability).toMatchObject({ status: 'backorder', leadTimeDays: 10 })
  const search = async (status: string) => {
    const { body } = await ours.buyer.get(`/api/v1/products?sku=${sku}&availability=${status}`)
    return body.data.length
  }
  expect([await search('backorder'), await search('out_of_stock')]).toEqual([1, 0])
  expect((await place(20)).status).toBe(201)
  expect((await product()).availability.status).toBe('out_of_stock')
  expect([await search('backorder'), await search('out_of_stock')]).toEqual([0, 1])
})

it('a checkout says what waits and until when, takes no stock for it, and takes no card', async () => {
  const version = await fillCart(ours.buyer, [{ productId, quantity: 6 }])
  const { body } = await checkOut(ours.buyer, version)
  const [line] = body.data.snapshot.lines
  expect(line.backorder.promisedDate > new Date().toISOString().slice(0, 10)).toBe(true)
  expect(await stock()).toEqual({ on_hand: 4, reserved: 0, committed: 0, backordered: 0 })
  const { methods } = (await ours.buyer.get(`/api/v1/payment-methods?checkoutId=${body.data.id}`))
    .body.data
  expect(methods).toMatchObject([
    { method: 'card', accepted: false, refusal: 'checkout.backorder_needs_terms' },
    { method: 'invoice', accepted: true },
  ])
  const stranger = await world.company()
  const hidden = await stranger.buyer.get(`/api/v1/payment-methods?checkoutId=${body.data.id}`)
  expect(hidden.body.meta.code).toBe('checkout.attempt_not_found')
  const refused = await handOver(ours.buyer, body.data.id)
  expect([refused.status, refused.body.meta.code]).toEqual([422, 'checkout.backorder_needs_terms'])
  expect(refused.body.meta.details).toEqual({ productIds: [productId] })

  const paid = await handOver(ours.buyer, body.data.id, { method: 'invoice' })
  expect(paid.status, JSON.stringify(paid.body)).toBe(200)
  const order = await read(paid.body.data.checkout.orderId)
  expect(order.lines[0].promisedDate).toBe(line.backorder.promisedDate)
  // What is there belongs to the one who waits: nobody overtakes it.
  expect((await place(1)).body.data.order.lines[0].waitingQuantity).toBe(1)
  const served = { on_hand: 0, reserved: 0, committed: 4, backordered: 3 }
  await expect.poll(stock, { timeout: 20_000 }).toEqual(served)
})

it('arriving stock serves the oldest first, and what waits cannot be shipped', async () => {
  const receiver = await aReceiver()
  const events = ['order.backorder_served', 'supplier_order.backorder_served']
  for (const client of [ours.integration, supplier.admin]) {
    await client.post('/api/v1/webhooks', { name: 'ERP', url: receiver.url, events })
  }
  await place(4)
  const first = (await place(5)).body.data.order.id
  const second = (await place(3)).body.data.order.id
  const early = await supplier.admin.post(`/api/v1/orders/${first}/shipments`, {})
  expect([early.status, early.body.meta.code]).toEqual([409, 'orders.waits_for_stock'])

  const operator = await world.operator()
  const listed = (await operator.get('/admin/orders/backorders?limit=100')).body.data
  expect(
    listed.filter((line: { productId: string }) => line.productId === productId),
  ).toMatchObject([
    { orderId: first, lineNumber: 1, supplierId: supplier.id, sku, waitingQuantity: 5 },
    { orderId: second, waitingQuantity: 3 },
  ])

  await arrives(6)
  await expect.poll(() => waitingOf(first), { timeout: 20_000 }).toBe(0)
  await expect.poll(() => waitingOf(second), { timeout: 20_000 }).toBe(2)
  expect(await stock()).toEqual({ on_hand: 0, reserved: 0, committed: 10, backordered: 2 })
  const tooMany = { lines: [{ lineNumber: 1, quantity: 2 }] }
  const path = `/api/v1/orders/${second}/shipments`
  expect((await supplier.admin.post(path, tooMany)).body.meta.details).toEqual({
    lines: [{ lineNumber: 1, requested: 2, left: 1 }],
  })
  expect((await supplier.admin.post(path, {})).status).toBe(201)
  await arrives(3)
  await expect.poll(() => waitingOf(second), { timeout: 20_000 }).toBe(0)
  // A delivery may be repeated, an event is not.
  const told = () => {
    const bodies = receiver.received
      .map(({ body }) => JSON.parse(body))
      .filter(({ data }) => [first, second].includes(data.orderId))
    return [...new Map(bodies.map(({ id, type }) => [id, type])).values()].sort()
  }
  const each = [...Array(3).fill(events[0]), ...Array(3).fill(events[1])]
  await expect.poll(told, { timeout: 20_000 }).toEqual(each)
  expect(await stock()).toMatchObject({ on_hand: 1, committed: 12, backordered: 0 })
})

it('a cancellation takes the waiting pieces first, and makes room for others', async () => {
  await arrives(0)
  const { id } = (await place(20)).body.data.order
  const refused = await place(1)
  expect([refused.status, refused.body.meta.code]).toEqual([409, 'checkout.stock_short'])
  await arrives(2)
  await expect.poll(() => waitingOf(id), { timeout: 20_000 }).toBe(18)
  const lines = [{ lineNumber: 1, quantity: 19 }]
  expect((await ours.buyer.post(`/api/v1/orders/${id}/cancel`, { lines })).status).toBe(200)
  expect(await stock()).toEqual({ on_hand: 1, reserved: 0, committed: 1, backordered: 0 })
  expect(await waitingOf(id)).toBe(0)
  expect((await place(20)).status).toBe(201)
})

it('a line that waits stays on backorder when its supplier accepts it, and waits on at another price', async () => {
  await arrives(0)
  const { id } = (await place(6)).body.data.order
  const younger = (await place(2)).body.data.order.id
  const answer = async (line: object) => {
    const lines = [{ lineNumber: 1, ...line }]
    return supplier.admin.post(`/api/v1/supplier/orders/${id}/response`, { lines })
  }
  expect((await answer({ status: 'ACCEPTED' })).status).toBe(200)
  const { backorderedAt } = (await read(id)).lines[0]
  expect(backorderedAt).toBeTypeOf('string')
  expect((await answer({ status: 'ACCEPTED' })).body.meta.code).toBe('orders.nothing_answered')

  const unitPrice = { amount: '2.00', currency: 'EUR' }
  expect((await answer({ status: 'CHANGED', unitPrice, quantity: 4 })).status).toBe(200)
  // The buyer decides about fewer pieces.
  const { body } = await ours.buyer.get(`/api/v1/orders/${id}/proposals`)
  const path = `/api/v1/orders/${id}/proposals/${body.data[0].id}/accept`
  expect((await ours.buyer.post(path, {})).status).toBe(200)
  const { lines } = await read(id)
  expect(lines).toMatchObject([
    { cancelledQuantity: 6 },
    { followsLine: 1, quantity: 4, waitingQuantity: 4, backorderedAt },
  ])
  expect(lines[0].waitingQuantity).toBeUndefined()
  expect(await stock()).toEqual({ on_hand: 0, reserved: 0, committed: 0, backordered: 6 })
  await arrives(5)
  await expect.poll(() => waitingOf(younger), { timeout: 20_000 }).toBe(1)
  expect((await read(id)).lines[1].waitingQuantity).toBeUndefined()
})

it('simultaneous orders never let more wait than the supplier takes', async () => {
  await arrives(0)
  const answers = await Promise.all(Array.from({ length: 12 }, () => place(3)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(6)
  expect(await stock()).toEqual({ on_hand: 0, reserved: 0, committed: 0, backordered: 18 })
})

it('two checkouts for the last room: one of them is refused when it pays', async () => {
  await arrives(0)
  const { email, password } = await aPerson(database, { companyId: ours.companyId, role: 'buyer' })
  const { body } = await world.anybody.post('/auth/login', { email, password })
  const other = createClient(world.baseUrl, { bearer: body.data.accessToken })
  const started = await Promise.all(
    [ours.buyer, other].map(async (buyer) => {
      const version = await fillCart(buyer, [{ productId, quantity: 15 }])
      return { buyer, id: (await checkOut(buyer, version)).body.data.id as string }
    }),
  )
  const paid = await Promise.all(
    started.map(({ buyer, id }) => handOver(buyer, id, { method: 'invoice' })),
  )
  expect(paid.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = paid.find(({ status }) => status === 409)
  expect(refused?.body.meta).toMatchObject({
    code: 'checkout.backorder_refused',
    details: { lines: [{ productId, requested: 15, left: 5 }] },
  })
  expect(await stock()).toMatchObject({ backordered: 15 })
})

it('whatever arrives, is ordered and is cancelled at once, each piece is in one place', async () => {
  const cancelSome = async (id: string) => {
    const lines = [{ lineNumber: 1, quantity: 1 }]
    return ours.buyer.post(`/api/v1/orders/${id}/cancel`, { lines })
  }
  await arrives(0)
  const orders = await Promise.all([2, 3, 4, 5, 6].map((quantity) => place(quantity)))
  // Ids sort by time: the requests need not have arrived in the order in which they were sent.
  const ids = orders.map(({ body }) => body.data.order.id as string).sort()
  const cancelling = Promise.all(ids.map(cancelSome))
  await Promise.all([arrives(9), cancelling, modules.fulfilment.serveBackorders()])
  expect((await cancelling).map(({ status }) => status)).toEqual(ids.map(() => 200))
  await Promise.all([modules.fulfilment.serveBackorders(), modules.fulfilment.serveBackorders()])
  await expect.poll(async () => (await stock())?.on_hand, { timeout: 20_000 }).toBe(0)
  const waiting = await Promise.all(ids.map(waitingOf))
  const left = waiting.reduce((sum, one) => sum + one, 0)
  const { committed, backordered } = await stock()
  expect([backordered, committed + left]).toEqual([left, 15])
  // The oldest have their stock.
  expect(waiting.findIndex((one) => one > 0)).toBeGreaterThan(0)
  expect(waiting.slice(waiting.findIndex((one) => one > 0) + 1).every((one) => one > 0)).toBe(true)
})

async function anArticle({ stock }: { readonly stock: number }): Promise<string> {
  const backorder = { allowed: true, leadTimeDays: 10, maxQuantity: 20 }
  const record = { sku, name: `Bolt ${sku}`, price: '2.50', stock, backorder, taxClass: 'zero' }
  await importRecord(record)
  const { body } = await ours.buyer.get(`/api/v1/products?sku=${sku}`)
  return body.data[0].id
}

const arrives = (stock: number) => importRecord({ sku, stock })

/** Returns when the import has ended. */
async function importRecord(record: object): Promise<void> {
  const sent = await fetch(`${world.baseUrl}/api/v1/catalog/imports`, {
    method: 'POST',
    body: JSON.stringify(record),
    headers: { ...supplier.admin.headers, 'content-type': 'application/jsonl' },
  })
  const { data } = (await sent.json()) as { data: { id: string } }
  const stateOf = async () =>
    (await supplier.admin.get(`/api/v1/catalog/imports/${data.id}`)).body.data.state
  await expect.poll(stateOf, { timeout: 30_000 }).toBe('COMPLETED')
}

function place(quantity: number) {
  const order = { lines: [{ productId, quantity }], shipTo, payment: { method: 'invoice' } }
  return ours.buyer.post('/api/v1/orders', order, { key: aKey() })
}

const product = async () => (await ours.buyer.get(`/api/v1/products/${productId}`)).body.data
const read = async (orderId: string) =>
  (await ours.buyer.get(`/api/v1/orders/${orderId}`)).body.data
const waitingOf = async (orderId: string): Promise<number> =>
  (await read(orderId)).lines[0].waitingQuantity ?? 0

async function stock() {
  const { rows } = await sql<{ backordered: number }>`
    select backordered / 1000 as backordered from products.stock where product_id = ${productId}
  `.execute(database.pool)
  const stocked = await stockOf(database, productId)
  if (!stocked) throw new Error('the product has no stock')
  return { ...stocked, backordered: Number(rows[0]?.backordered) }
}
