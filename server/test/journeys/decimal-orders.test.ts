import { expect, it } from 'vitest'
import { aProduct, stockOf } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { anAccountBrowser } from './account-browser.ts'
import { aKey, type Client } from './client.ts'
import { giveCredit, shipTo } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const ours = await world.company()
const supplier = await world.company()
await giveCredit(world, ours.companyId, 1_000_000n)

it('2.5 metres are answered, changed, shipped and returned to the thousandth', async () => {
  const { id, productId } = await anOrder(2.5)
  const path = `/api/v1/orders/${id}`
  const supplied = `/api/v1/supplier/orders/${id}`
  const { buyer, admin } = ours
  const { integration } = supplier

  const tolerances = '/api/v1/company/order-tolerances'
  for (const fewerPieces of [0.0001, -1, 1e9]) {
    expect((await admin.patch(tolerances, { fewerPieces })).status).toBe(400)
  }
  expect((await admin.patch(tolerances, { fewerPieces: 0.2 })).body.data.fewerPieces).toBe(0.2)
  const answer = (quantity: number) => {
    const lines = [{ lineNumber: 1, status: 'CHANGED', quantity }]
    return done(integration, `${supplied}/response`, { lines })
  }
  expect((await answer(2.3)).lines).toMatchObject([{ cancelledQuantity: 0.2 }])
  const { proposalId } = (await answer(2.1)).lines[0]
  const { data: proposals } = (await buyer.get(`${path}/proposals`)).body
  expect(proposals).toMatchObject([
    { lines: [{ before: { quantity: 2.3 }, after: { quantity: 2.1 } }] },
  ])
  await done(buyer, `${path}/proposals/${proposalId}/accept`, {})

  const fewer = { lines: [{ lineNumber: 1, quantity: 1.9 }], reason: 'Less will do.' }
  const { changeRequestId } = (await done(buyer, `${path}/changes`, fewer)).lines[0]
  await done(integration, `${supplied}/changes/${changeRequestId}/accept`, {})

  const { data: versions } = (await buyer.get(`${path}/versions`)).body
  const quantities = versions.map((one: Version) => one.changes[0]?.after.quantity)
  expect(quantities).toEqual([1.9, 2.1, 2.3])
  const first = await buyer.get(`${path}/versions/1`)
  expect(first.body.data.lines).toEqual([{ lineNumber: 1, quantity: 2.5 }])
  const document = `${path}/documents/${supplier.companyId}.xml`
  expect(await textOf(`${document}?revision=0`)).toContain('unitCode="MTR">2.5</cbc:Quantity>')
  expect(await textOf(document)).toContain('unitCode="MTR">1.9</cbc:Quantity>')

  const ship = (quantity: number) =>
    integration.post(`${path}/shipments`, { lines: [{ lineNumber: 1, quantity }] })
  expect((await ship(1.901)).body.meta).toMatchObject({
    code: 'orders.quantity_exceeds_open',
    details: { lines: [{ lineNumber: 1, requested: 1.901, left: 1.9 }] },
  })
  for (const wrong of [0, 0.0001, 1e9]) expect((await ship(wrong)).status).toBe(400)
  await ship(0.7)
  const { shipments } = (await ship(1.2)).body.data
  for (const { id: shipmentId, lines } of shipments) {
    const missing = lines[0].quantity === 0.7 ? 0.05 : 0
    const noted = { shipmentId, lines: [{ lineNumber: 1, missing }] }
    await done(buyer, `${path}/deliveries`, noted)
  }
  const back = { lines: [{ lineNumber: 1, quantity: 0.3, reason: 'DAMAGED' }] }
  const [{ id: returnId }] = (await done(buyer, `${path}/returns`, back)).returns
  await done(integration, `${path}/returns/${returnId}/accept`, { restock: true })

  const order = (await buyer.get(path)).body.data
  expect(order.lines).toMatchObject([
    {
      quantity: 2.5,
      cancelledQuantity: 0.6,
      shippedQuantity: 1.9,
      deliveredQuantity: 1.85,
      missingQuantity: 0.05,
      returnedQuantity: 0.3,
    },
  ])
  // 0.6 and 0.3 of 2.5 metres at 10 euros.
  const credits = order.credits.map(({ amount }: { amount: { amount: string } }) => amount.amount)
  expect(credits.toSorted()).toEqual(['2.00', '2.00', '2.00', '3.00'])
  expect(await stockOf(database, productId)).toEqual({ on_hand: 8.4, reserved: 0, committed: 1.6 })
  expect(await textOf('/api/v1/order-lines.csv')).toContain(',"2.5",')
  const person = await aPerson(database, { companyId: ours.companyId, role: 'company_admin' })
  const browser = anAccountBrowser(world.baseUrl)
  await browser.signIn(person)
  const { html } = await browser.get(`/account/orders/${id}`)
  expect(html).toContain('2.5\u00a0m')
  expect(html).toContain('0.7\u00a0m × Hexagon bolt')
  expect(html).toContain('1.9 shipped. 1.85 delivered. 0.6 cancelled. 0.3 returned.')
})

it('an approver lowers metres to the thousandth, and the hash of the content follows', async () => {
  const own = await world.company()
  await giveCredit(world, own.companyId, 1_000_000n)
  const steps = [{ mode: 'ANY', role: 'approver', mayReduce: true }]
  await own.admin.post('/api/v1/approval-rules', { name: 'All', steps })
  const { id } = await anOrder(2.5, own.buyer)
  const [request] = (await own.buyer.get(`/api/v1/approvals?orderId=${id}`)).body.data
  const path = `/api/v1/approvals/${request.id}`
  const { contentHash } = request
  const reduce = (quantity: number) => {
    const lines = [{ lineNumber: 1, quantity }]
    return own.approver.post(`${path}/reduce`, { contentHash, step: 1, lines, reason: 'Less.' })
  }
  expect((await reduce(2.5)).body.meta.code).toBe('orders.nothing_reduced')
  const reduced = await reduce(0.125)
  expect(reduced.status, JSON.stringify(reduced.body)).toBe(200)
  const seen = (await own.approver.get(path)).body.data
  expect(seen.contentHash).not.toBe(contentHash)
  expect(seen).toMatchObject({
    total: { amount: '1.25' },
    differences: [
      { field: 'QUANTITY', before: { quantity: 2.5 }, after: { quantity: 0.125 } },
      { field: 'TOTAL' },
    ],
  })
})

type Version = { changes: { after: { quantity: number } }[] }

/** Metres of cable at 10 euros, of which 10 are there. */
async function anOrder(quantity: number, buyer: Client = ours.buyer) {
  const { id: productId } = await aProduct(database, {
    supplierCompanyId: supplier.companyId,
    unit: 'MTR',
    moq: 0.001,
    multiple: 0.001,
    unitPrice: '10.00',
    onHand: 10,
  })
  const body = { lines: [{ productId, quantity }], shipTo, payment: { method: 'invoice' } }
  const placed = await buyer.post('/api/v1/orders', body, { key: aKey() })
  expect(placed.status, JSON.stringify(placed.body)).toBe(201)
  return { id: placed.body.data.order.id, productId }
}

async function done(client: Client, path: string, body: object) {
  const answered = await client.post(path, body)
  expect([200, 201], JSON.stringify(answered.body)).toContain(answered.status)
  return answered.body.data
}

async function textOf(path: string): Promise<string> {
  const { headers } = ours.buyer
  return (await fetch(`${world.baseUrl}${path}`, { headers })).text()
}
