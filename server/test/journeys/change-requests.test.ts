import { expect, it } from 'vitest'
import { aProduct, stockOf } from '#testing/catalog'
import { aBudget, type Booked, committed, costOf, minorOf, type Share } from './booked.ts'
import { aKey } from './client.ts'
import { giveCredit, shipTo } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const ours = await world.company()
const supplier = await world.company()
await giveCredit(world, ours.companyId, 1_000_000n)

it('64 simultaneous decisions, shipments and cancellations of a line end in one history with exact sums', async () => {
  const { id, productId } = await anOrder([4])
  const path = `/api/v1/orders/${id}`
  const lines = [{ lineNumber: 1, quantity: 3 }]
  const requested = await ours.buyer.post(`${path}/changes`, { lines, reason: 'One less.' })
  const request = `changes/${requested.body.data.lines[0].changeRequestId}`
  const one = { lines: [{ lineNumber: 1, quantity: 1 }] }
  const steps = [
    () => supplier.integration.post(`/api/v1/supplier/orders/${id}/${request}/accept`, {}),
    () => ours.buyer.post(`${path}/${request}/withdraw`, {}),
    () => supplier.integration.post(`${path}/shipments`, one),
    () => ours.buyer.post(`${path}/cancel`, one),
  ]
  const replies = await Promise.all(
    Array.from({ length: 64 }, (_, at) => (steps[at % 4] as (typeof steps)[number])()),
  )
  const statuses = new Set(replies.map(({ status }) => status))
  for (const status of statuses) expect([200, 201, 409]).toContain(status)
  const decided = replies.filter(({ status }, at) => at % 4 < 2 && status === 200)
  // None if a cancellation came first: then the request lapsed.
  expect(decided.length).toBeLessThanOrEqual(1)
  const order = (await ours.buyer.get(path)).body.data
  const [line] = order.lines
  expect(line.shippedQuantity + line.cancelledQuantity).toBe(4)
  expect(line.changeRequestId).toBeUndefined()
  const [{ state }] = (await ours.buyer.get(`${path}/changes`)).body.data
  expect(state).toMatch(decided.length === 0 ? /^LAPSED$/ : /^(?:ACCEPTED|WITHDRAWN)$/)
  const cents = (amount: { amount: string }) => Math.round(Number(amount.amount) * 100)
  const credited = order.credits.reduce(
    (sum: number, credit: { amount: { amount: string } }) => sum + cents(credit.amount),
    0,
  )
  expect(credited).toBe((cents(order.total) / 4) * line.cancelledQuantity)
  expect((await stockOf(database, productId))?.committed).toBe(4 - line.cancelledQuantity)
  const { data: versions } = (await ours.buyer.get(`${path}/versions?limit=100`)).body
  expect(versions[0].changes[0].after.quantity).toBe(4 - line.cancelledQuantity)
  expect(order.purchaseOrders[0].revision).toBe(versions.length)
}, 120_000)

it('more of a line is taken from the budgets of its division, and is invoiced to the cent', async () => {
  const company = await world.company()
  await giveCredit(world, company.companyId, 1_000_000n)
  for (const costCenter of ['A', 'B', 'Z']) await aBudget(company, costCenter)
  const product = await aProduct(database, {
    supplierCompanyId: supplier.companyId,
    unitPrice: '3.33',
    taxClass: 'standard',
    onHand: 50,
  })
  const allocations = [
    { costCenter: 'A', percent: '66.67' },
    { costCenter: 'B', percent: '33.33' },
  ]
  const placed = await company.buyer.post(
    '/api/v1/orders',
    {
      lines: [{ productId: product.id, quantity: 3, allocations }],
      costCenter: 'Z',
      shipTo,
      payment: { method: 'invoice' },
    },
    { key: aKey() },
  )
  expect(placed.status, JSON.stringify(placed.body)).toBe(201)
  const { id } = placed.body.data.order
  const path = `/api/v1/orders/${id}`
  await supplier.integration.post(`${path}/shipments`, { lines: [{ lineNumber: 1, quantity: 1 }] })
  const body = { lines: [{ lineNumber: 1, quantity: 8 }], reason: 'Five more.' }
  const requested = await company.buyer.post(`${path}/changes`, body)
  expect(requested.status, JSON.stringify(requested.body)).toBe(201)
  const request = `changes/${requested.body.data.lines[0].changeRequestId}`
  await supplier.integration.post(`/api/v1/supplier/orders/${id}/${request}/accept`, {})

  const order = (await company.buyer.get(path)).body.data
  expect(order.lines[1]).toMatchObject({ lineNumber: 2, followsLine: 1, quantity: 5 })
  expect(order.lines[1].allocations).toMatchObject([
    { costCenter: 'A', amount: { amount: '11.10' } },
    { costCenter: 'B', amount: { amount: '5.55' } },
  ])
  const shares: Share[] = order.lines.flatMap((line: Booked) => line.allocations ?? [])
  const spent = (costCenter: string) =>
    shares
      .filter((share) => share.costCenter === costCenter)
      .reduce((sum, share) => sum + costOf(share), 0n)
  const shippingCost = minorOf(order.total) - spent('A') - spent('B')
  expect(await committed(company)).toEqual({ A: spent('A'), B: spent('B'), Z: shippingCost })

  await supplier.integration.post(`${path}/cancel`, { lines: [{ lineNumber: 2, quantity: 2 }] })
  const shipped = await supplier.integration.post(`${path}/shipments`, {})
  expect(shipped.status, JSON.stringify(shipped.body)).toBe(201)
  const invoices = () => company.buyer.get(`/api/v1/invoices?orderId=${id}`)
  await expect.poll(async () => (await invoices()).body.data.length).toBe(2)
  const invoiced = (await invoices()).body.data.map((one: { total: Amount }) => minorOf(one.total))
  const { credits } = (await company.buyer.get(path)).body.data
  const credited = credits.map((one: { amount: Amount }) => minorOf(one.amount))
  expect([...invoiced, ...credited].reduce((sum, minor) => sum + minor, 0n)).toBe(
    minorOf(order.total),
  )
})

type Amount = Parameters<typeof minorOf>[0]

/** An order on account, at 10 euros a piece. */
async function anOrder(quantities: readonly number[]): Promise<{ id: string; productId: string }> {
  const { companyId: supplierCompanyId } = supplier
  const product = () => aProduct(database, { supplierCompanyId, unitPrice: '10.00', onHand: 50 })
  const lines = await Promise.all(
    quantities.map(async (quantity) => ({ productId: (await product()).id, quantity })),
  )
  const body = { lines, shipTo, payment: { method: 'invoice' } }
  const placed = await ours.buyer.post('/api/v1/orders', body, { key: aKey() })
  expect(placed.status, JSON.stringify(placed.body)).toBe(201)
  return { id: placed.body.data.order.id, productId: lines[0]?.productId ?? '' }
}
