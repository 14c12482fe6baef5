import { beforeEach, describe, expect, it } from 'vitest'
import { type AProductOptions, aProduct } from '#testing/catalog'
import { aKey } from './client.ts'
import { checkOut, fillCart, giveCredit, shipTo } from './purchase.ts'
import { aSubmitted } from './requisitions-client.ts'
import { aSupplier } from './suppliers.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const payment = { method: 'invoice' }
const march = '2099-03-06'

let ours: CompanyOfWorld

beforeEach(async () => {
  ours = await world.company()
  await giveCredit(world, ours.companyId)
})

describe('a quantity with decimals', () => {
  it('is in the cart, its total and the deliveries of its checkout', async () => {
    const { buyer } = ours
    const productId = await aCable()
    const version = await fillCart(buyer, [{ productId, quantity: 2.5 }])
    const { data: cart } = (await buyer.get('/api/v1/cart')).body
    const [{ id: cartItemId }] = cart.items
    expect(cart).toMatchObject({
      // 2.5 × 3.33 is 8.325, rounded half to even.
      items: [{ quantity: 2.5, lineTotal: { amount: '8.32' }, availability: { available: 10.75 } }],
      totals: { pieceCount: 2.5 },
      problems: [],
    })
    const divided = (...quantities: number[]) =>
      checkOut(buyer, version, {
        shipTo: undefined,
        deliveries: quantities.map((quantity) => ({ shipTo, lines: [{ cartItemId, quantity }] })),
      })
    expect((await divided(1.1, 1.3)).body.meta).toMatchObject({
      code: 'checkout.delivery_quantities_differ',
      details: { lines: [{ cartItemId, inCart: 2.5, inDeliveries: 2.4 }] },
    })
    const started = await divided(1.1, 1.4)
    expect(started.status, JSON.stringify(started.body)).toBe(201)
    expect(started.body.data.snapshot.lines).toMatchObject([
      { quantity: 1.1, lineTotal: { amount: '3.66' } },
      { quantity: 1.4, lineTotal: { amount: '4.66' } },
    ])
  })

  it.each([0.0001, 2.5005, 0, -0.5, 1_000_000.001, 1e9])('of %d is refused', async (quantity) => {
    const productId = await aCable()
    const refused = await ours.buyer.post('/api/v1/cart/items', { productId, quantity })
    expect([refused.status, refused.body.meta.code]).toEqual([400, 'platform.request_invalid'])
  })

  it('is a multiple, reaches the minimum, and takes the stock to the last thousandth', async () => {
    const productId = await aCable({ moq: 0.2, multiple: 0.1, onHand: 0.3 })
    expect((await place(productId, 0.1)).body.meta.details?.problems).toMatchObject([
      { code: 'cart.below_minimum', details: { requested: 0.1, minimum: 0.2 } },
    ])
    expect((await place(productId, 0.25)).body.meta.details?.problems).toMatchObject([
      { code: 'cart.not_a_multiple', details: { requested: 0.25, multiple: 0.1 } },
    ])
    const placed = await place(productId, 0.1, 0.2)
    expect(placed.status, JSON.stringify(placed.body)).toBe(201)
    expect(placed.body.data.order.lines).toMatchObject([{ quantity: 0.1 }, { quantity: 0.2 }])
    expect((await place(productId, 0.2)).body.meta).toMatchObject({
      code: 'checkout.stock_short',
      details: { lines: [{ productId, requested: 0.2, available: 0 }] },
    })
  })

  it('is whole in each line of a product that is counted', async () => {
    const { id: productId } = await aProduct(database)
    const problem = { code: 'cart.not_whole', details: { unit: 'C62' } }
    const refused = await place(productId, 0.5, 1.5)
    expect(refused.body.meta).toMatchObject({
      code: 'checkout.cart_has_problems',
      details: { problems: [problem, problem] },
    })
    await fillCart(ours.buyer, [{ productId, quantity: 0.5 }])
    const line = { productId, quantity: 1.5, requestedDate: march }
    await ours.buyer.post('/api/v1/cart/items', line)
    expect((await ours.buyer.get('/api/v1/cart')).body.data.problems).toMatchObject([
      { ...problem, details: { requested: 0.5 } },
      { ...problem, details: { requested: 1.5 } },
    ])
  })

  it('costs as much below the first tier as in it, and less from the next one on', async () => {
    const productId = await aCable({ unitPrice: '4.00', tiers: [[2.5, '3.00']] })
    const pricesOf = async (quantity: number) => {
      const { body } = await place(productId, quantity)
      const [line] = body.data.order.lines
      return [line.unitPrice.amount, line.lineTotal.amount]
    }
    expect(await pricesOf(0.5)).toEqual(['4.00', '2.00'])
    expect(await pricesOf(2.4)).toEqual(['4.00', '9.60'])
    expect(await pricesOf(2.5)).toEqual(['3.00', '7.50'])
  })

  it('is divided by its parts', async () => {
    const productId = await aCable({ unitPrice: '4.00' })
    const divide = (...parts: number[]) => {
      const allocations = parts.map((quantity, at) => ({ costCenter: `${at}`, quantity }))
      return ours.buyer.post('/api/v1/orders/validate', {
        lines: [{ productId, quantity: 0.3, allocations }],
        shipTo,
        payment,
      })
    }
    expect((await divide(0.1, 0.2)).body.data.snapshot.lines[0].allocations).toMatchObject([
      { quantity: 0.1, amount: { amount: '0.40' } },
      { quantity: 0.2, amount: { amount: '0.80' } },
    ])
    expect((await divide(0.1, 0.1)).body.meta).toMatchObject({
      code: 'checkout.allocations_invalid',
      details: { lines: [{ reason: 'QUANTITY_SUM', expected: '0.3', sum: '0.2' }] },
    })
  })
})

describe('decimals', () => {
  it('go from a shopping list to the cart, and from an order to both', async () => {
    const { buyer } = ours
    const productId = await aCable()
    const items = [{ productId, quantity: 1.25 }]
    const list = { name: 'Cables', visibility: 'PRIVATE' }
    const made = (await buyer.post('/api/v1/lists', { ...list, items })).body.data.list
    const path = `/api/v1/lists/${made.id}`
    await buyer.patch(`${path}/items/${made.items[0].id}`, { quantity: 1.75 })
    expect((await buyer.get(path)).body.data.items).toMatchObject([{ quantity: 1.75 }])
    const put = await buyer.post(`${path}/cart`, {})
    expect(put.body.data.cart.items).toMatchObject([{ quantity: 1.75 }])
    const orderId = (await place(productId, 0.4)).body.data.order.id
    const ofOrder = (await buyer.post('/api/v1/lists', { ...list, orderId })).body.data.list
    expect(ofOrder.items).toMatchObject([{ quantity: 0.4 }])
    const again = await buyer.post(`/api/v1/orders/${orderId}/reorder`, {})
    expect(again.body.data.notAdded).toMatchObject([{ productId, quantity: 0.4 }])
  })

  it('are in a requisition of a measured unit until its order, and in no other', async () => {
    const { approver, buyer } = ours
    const productId = await aCable()
    const line = { what: 'Cable', quantity: 2.5 }
    const refused = await approver.post('/api/v1/requisitions', { title: 'x', lines: [line] })
    expect(refused.body.meta).toMatchObject({
      code: 'requisitions.quantity_not_whole',
      details: { line: 1, unit: 'C62' },
    })
    const id = await aSubmitted(approver, [{ ...line, unit: 'MTR' }])
    const path = `/api/v1/requisitions/${id}`
    const { lines } = (await buyer.get(path)).body.data
    expect(lines).toMatchObject([{ quantity: 2.5, unit: 'MTR' }])
    await buyer.put(`${path}/lines/${lines[0].id}/sourcing`, { productId })
    const converted = await buyer.post(`${path}/convert`, {})
    expect(converted.status, JSON.stringify(converted.body)).toBe(200)
    const order = await buyer.get(`/api/v1/orders/${converted.body.data.orderId}`)
    expect(order.body.data.lines).toMatchObject([{ productId, quantity: 2.5 }])
  })

  it('count for a frame contract', async () => {
    const { id: supplierCompanyId, admin: supplier } = await aSupplier(world)
    const productId = await aCable({ supplierCompanyId })
    const contract = await supplier.post('/api/v1/contracts', {
      buyerCompanyId: ours.companyId,
      reference: 'FW-1',
      state: 'ACTIVE',
      orderDiscounts: { currency: 'EUR', tiers: [{ from: '1000000.00', percent: '1' }] },
    })
    const path = `/api/v1/contracts/${contract.body.data.id}/quotas`
    const quotas = [{ productId, measure: 'QUANTITY', maximum: '3.75' }]
    await supplier.put(path, { quotas })
    const { order } = (await place(productId, 2.5)).body.data
    expect((await place(productId, 1.3)).body.meta).toMatchObject({
      code: 'quotas.maximum_exceeded',
      details: { quotas: [{ left: '1.25', wanted: '1.3' }] },
    })
    const lines = [{ lineNumber: 1, quantity: 0.6 }]
    await ours.buyer.post(`/api/v1/orders/${order.id}/cancel`, { lines })
    expect((await ours.buyer.get(path)).body.data.quotas).toMatchObject([
      { calledOff: '1.9', left: '1.85', held: '0' },
    ])
  })

  it('are in a standing order', async () => {
    const productId = await aCable()
    const created = await ours.buyer.post('/api/v1/standing-orders', {
      name: 'Cable',
      lines: [{ productId, quantity: 0.75 }],
      schedule: { every: 1, unit: 'WEEK', on: 1, from: '2031-01-13' },
      shipTo,
      maxTotal: { amount: '100.00', currency: 'EUR' },
      payment,
    })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    const read = await ours.buyer.get(`/api/v1/standing-orders/${created.body.data.id}`)
    expect(read.body.data.lines).toMatchObject([{ productId, quantity: 0.75 }])
  })
})

/** Metres at 3.33 EUR, in steps of a thousandth; 10.75 are there. */
async function aCable(more: AProductOptions = {}): Promise<string> {
  const metres = { unit: 'MTR', moq: 0.001, multiple: 0.001, unitPrice: '3.33', onHand: 10.75 }
  return (await aProduct(database, { ...metres, ...more })).id
}

/** Orders a line of each quantity; those after the first are wanted later. */
function place(productId: string, ...quantities: number[]) {
  const lines = quantities.map((quantity, at) => ({
    productId,
    quantity,
    ...(at > 0 && { requestedDate: march }),
  }))
  return ours.buyer.post('/api/v1/orders', { lines, shipTo, payment }, { key: aKey() })
}
