import { expect, it } from 'vitest'
import { productLineKeyOf } from '#modules/orders/line-references'
import { aProduct } from '#testing/catalog'
import { fc } from '#testing/tools/fc'
import { aBudget, type Booked, committed, costOf, minorOf, type Share } from './booked.ts'
import type { Client } from './client.ts'
import { checkOut, giveCredit, handOver } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const supplier = await world.company()
const sold = {
  supplierCompanyId: supplier.companyId,
  taxClass: 'standard',
  onHand: 100_000,
} as const
const productIds = [
  (await aProduct(database, { ...sold, unitPrice: '3.33', tiers: [[10, '2.77']] })).id,
  (await aProduct(database, { ...sold, unitPrice: '0.07' })).id,
]
const items = '/api/v1/cart/items'
const centers = ['A', 'B', 'C']

type Line = {
  readonly productId: string
  readonly quantity: number
  readonly allocations?: { costCenter: string; percent?: string; quantity?: number }[]
  readonly requestedDate?: string
}

const someLine: fc.Arbitrary<Line> = fc
  .record({
    productId: fc.constantFrom(...productIds),
    quantity: fc.integer({ min: 3, max: 9 }),
    codes: fc.array(fc.constantFrom(...centers), { maxLength: 3 }),
    isByQuantity: fc.boolean(),
    requestedDate: fc.constantFrom(undefined, '2099-02-06', '2099-03-06'),
  })
  .map(({ productId, quantity, codes, isByQuantity, requestedDate }) => ({
    productId,
    quantity,
    ...(codes.length > 0 && {
      allocations: isByQuantity ? byQuantity(codes, quantity) : byPercent(codes),
    }),
    ...(requestedDate !== undefined && { requestedDate }),
  }))

it('what a cart divides adds up in its order, budgets, invoice, cancellations and returns', async () => {
  const carts = fc.sample(fc.array(someLine, { minLength: 2, maxLength: 6 }), 5)
  for (const lines of carts) {
    const company = await aBuyingCompany()
    await fill(company.buyer, lines)
    const order = await orderOf(company)
    const spent = spentBy(order)
    expect(await committed(company)).toEqual(spent)
    expect(sumOf(Object.values(spent))).toBe(minorOf(order.total))

    const path = `/api/v1/orders/${order.id}`
    await company.buyer.post(`${path}/cancel`, { lines: [{ lineNumber: 1, quantity: 1 }] })
    const credited = async () => {
      const { credits } = (await company.buyer.get(path)).body.data
      return sumOf((credits as { amount: Share['amount'] }[]).map(({ amount }) => minorOf(amount)))
    }
    const left = async () => sumOf(Object.values(await committed(company)))
    expect((await left()) + (await credited())).toBe(minorOf(order.total))

    const shipped = await supplier.integration.post(`${path}/shipments`, {})
    expect(shipped.status, JSON.stringify(shipped.body)).toBe(201)
    const invoice = await invoiceOf(company.buyer, order.id)
    expect(minorOf(invoice.total)).toBe(await left())

    const shipmentId = shipped.body.data.shipments[0].id
    await company.buyer.post(`${path}/deliveries`, { shipmentId })
    for (const [at, { quantity }] of order.lines.entries()) {
      const back = { lineNumber: at + 1, quantity: at === 0 ? quantity - 1 : quantity }
      const returned = await company.buyer.post(`${path}/returns`, {
        lines: [{ ...back, reason: 'NOT_NEEDED' }],
      })
      expect(returned.status, JSON.stringify(returned.body)).toBe(201)
      const { id: returnId } = returned.body.data.returns.at(-1)
      await supplier.admin.post(`${path}/returns/${returnId}/accept`, { restock: true })
      // The tax of what goes back is rounded for all lines of a rate together: a line may get back a cent more or less than its own tax.
      const strayed = (await left()) + (await credited()) - minorOf(order.total)
      expect(Math.abs(Number(strayed))).toBeLessThanOrEqual(order.lines.length)
    }
    const { Z: shipping = 0n, ...rest } = await committed(company)
    expect(minorOf(order.total) - (await credited()) - shipping).toBeLessThanOrEqual(
      order.lines.length,
    )
    expect(Number(sumOf(Object.values(rest)))).toBeLessThanOrEqual(order.lines.length)
  }
})

type PlacedOrder = {
  readonly id: string
  readonly total: Share['amount']
  readonly lines: readonly (Booked & { readonly quantity: number })[]
}

/** The parts of each line add up to it. What no allocation books is for Z, the cost centre of the order. */
function spentBy({ total, lines }: PlacedOrder): Record<string, bigint> {
  const spent: Record<string, bigint> = { A: 0n, B: 0n, C: 0n, Z: minorOf(total) }
  for (const { allocations = [], lineTotal, tax } of lines) {
    if (allocations.length === 0) continue
    expect(sumOf(allocations.map(({ amount }) => minorOf(amount)))).toBe(minorOf(lineTotal))
    expect(sumOf(allocations.map((part) => minorOf(part.tax)))).toBe(minorOf(tax.amount))
    for (const part of allocations) {
      spent[part.costCenter ?? 'Z'] = (spent[part.costCenter ?? 'Z'] ?? 0n) + costOf(part)
      spent.Z = (spent.Z ?? 0n) - costOf(part)
    }
  }
  return spent
}

/** A line that is equal to an earlier one is refused. */
async function fill(buyer: Client, lines: readonly Line[]): Promise<void> {
  const keys = new Set<string>()
  for (const line of lines) {
    const key = productLineKeyOf(line)
    const { status, body } = await buyer.post(items, line)
    expect([status, body.meta.code]).toEqual(
      keys.has(key) ? [409, 'cart.item_exists'] : [201, undefined],
    )
    keys.add(key)
  }
}

async function orderOf({ buyer }: CompanyOfWorld): Promise<PlacedOrder> {
  const cart = (await buyer.get('/api/v1/cart')).body.data
  expect(cart.problems).toEqual([])
  const started = await checkOut(buyer, cart.snapshotVersion, { costCenter: 'Z' })
  expect(started.status, JSON.stringify(started.body)).toBe(201)
  const handed = await handOver(buyer, started.body.data.id, { method: 'invoice' })
  const { orderId } = handed.body.data.checkout
  const order = (await buyer.get(`/api/v1/orders/${orderId}`)).body.data
  expect(order.lines).toMatchObject(
    cart.items.map(
      ({ quantity, unitPrice, requestedDate, allocations }: Line & { unitPrice: object }) => ({
        quantity,
        unitPrice,
        ...(requestedDate !== undefined && { requestedDate }),
        ...(allocations && { allocations }),
      }),
    ),
  )
  return order
}

async function invoiceOf(buyer: Client, orderId: string) {
  const list = async () => (await buyer.get(`/api/v1/invoices?orderId=${orderId}`)).body.data
  await expect.poll(async () => (await list()).length, { timeout: 20_000 }).toBe(1)
  return (await buyer.get(`/api/v1/invoices/${(await list())[0].id}`)).body.data
}

async function aBuyingCompany(): Promise<CompanyOfWorld> {
  const company = await world.company()
  await giveCredit(world, company.companyId)
  for (const costCenter of [...centers, 'Z']) await aBudget(company, costCenter)
  return company
}

function byPercent(codes: readonly string[]) {
  const rest = ['100', '66.6667', '33.3334'][codes.length - 1] ?? ''
  return codes.map((costCenter, at) => ({ costCenter, percent: at === 0 ? rest : '33.3333' }))
}

function byQuantity(codes: readonly string[], quantity: number) {
  return codes.map((costCenter, at) => ({
    costCenter,
    quantity: at === 0 ? quantity - codes.length + 1 : 1,
  }))
}

const sumOf = (minors: readonly bigint[]) => minors.reduce((sum, minor) => sum + minor, 0n)
