import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { aProduct, stockOf } from '#testing/catalog'
import { aKey } from './client.ts'
import { giveCredit, shipTo } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const ours = await world.company()
const supplier = await world.company()
await giveCredit(world, ours.companyId, 1_000_000n)

it('a change follows the guide, and so does reading the versions', async () => {
  const { id } = await anOrder([4, 2])
  const guide = await readFile(new URL('../../../docs/orders.md', import.meta.url), 'utf8')
  const [, path = '', body = ''] =
    /curl -X POST "\$PURVEYOR(\/api\/v1\/orders\/\$ORDER\/changes)"[\s\S]*?-d '([^']*)'/.exec(
      guide,
    ) ?? []
  const requested = await ours.buyer.post(path.replace('$ORDER', id), JSON.parse(body))
  expect(requested.status, JSON.stringify(requested.body)).toBe(201)
  const { changeRequestId } = requested.body.data.lines[0]
  const [, accept = '', note = ''] =
    /POST (\/api\/v1\/supplier\/orders\/\{orderId\}\/changes\/\{changeRequestId\}\/accept)\n(.*)\n/.exec(
      guide,
    ) ?? []
  const decision = accept.replace('{orderId}', id).replace('{changeRequestId}', changeRequestId)
  const accepted = await supplier.integration.post(decision, JSON.parse(note))
  expect(accepted.body.data.lines).toMatchObject([
    { cancelledQuantity: 1, promisedDate: '2999-01-31' },
    { cancelledQuantity: 2 },
  ])
  const reads = [...guide.matchAll(/curl "\$PURVEYOR(\/api\/v1\/orders\/\$ORDER\/versions[^"]*)"/g)]
  expect(reads).toHaveLength(2)
  for (const [, address = ''] of reads) {
    expect((await ours.buyer.get(address.replace('$ORDER', id))).status).toBe(200)
  }
})

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
