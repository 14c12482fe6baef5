import { describe, expect, it } from 'vitest'
import { aProduct, stockOf } from '#testing/catalog'
import { aKey, type Client } from './client.ts'
import { atThePage, fillCart, giveCredit, shipTo, untilEnded } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()
await giveCredit(world, ours.companyId)

describe('ordering a cart in one request', () => {
  it('places the order at once on net terms and empties the cart', async () => {
    const [bolt, nut] = [await product(), await product()]
    const version = await fillCart(ours.buyer, [
      { productId: bolt.id, quantity: 2 },
      { productId: nut.id, quantity: 1 },
    ])
    const acceptedTotal = { amount: '30.00', currency: 'EUR' }
    const tried = await ours.buyer.post('/api/v1/orders/validate', {
      cart: { expectedSnapshotVersion: version },
      shipTo,
      payment: { method: 'invoice' },
    })
    expect(tried.body.data.totals.total).toEqual(acceptedTotal)
    expect((await ours.buyer.get('/api/v1/cart')).body.data.lock).toBeNull()

    const key = aKey()
    const { status, body } = await order(ours.buyer, version, { acceptedTotal }, key)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.data).toMatchObject({
      order: { state: 'PLACED', lines: [{ productId: bolt.id }, { productId: nut.id }] },
      checkout: { state: 'COMPLETED', cartId: expect.stringMatching(/^cart_/) },
    })
    const { body: cart } = await ours.buyer.get('/api/v1/cart')
    expect(cart.data).toMatchObject({ items: [], lock: null, snapshotVersion: version + 1 })
    expect(await stockOf(world.parts.platform.database, bolt.id)).toEqual({
      on_hand: 8,
      reserved: 0,
      committed: 2,
    })
    const repeated = await order(ours.buyer, version, { acceptedTotal }, key)
    expect([repeated.status, repeated.body.data]).toEqual([201, body.data])
    const anew = await order(ours.buyer, version, { acceptedTotal })
    expect([anew.status, anew.body.meta.code]).toEqual([409, 'cart.version_conflict'])
  })

  it('by card locks the cart until the payment, and unlocks it without one', async () => {
    const { id: productId } = await product()
    const version = await fillCart(ours.buyer, [{ productId, quantity: 1 }])
    const card = { payment: { method: 'card' } }
    const declined = await order(ours.buyer, version, card)
    expect(declined.body.data).not.toHaveProperty('order')
    const { body: held } = await ours.buyer.get('/api/v1/cart')
    expect(held.data.lock).toMatchObject({ state: 'PAYMENT_INITIATED_CART_RECONCILING' })
    const second = await order(ours.buyer, version, card)
    expect([second.status, second.body.meta.code]).toEqual([409, 'cart.locked_by_checkout'])
    await atThePage(declined.body.data.payment.redirectUrl, 'decline')
    expect((await untilEnded(ours.buyer, declined.body.data.checkout.id)).state).toBe('FAILED')

    const { body: free } = await ours.buyer.get('/api/v1/cart')
    expect(free.data).toMatchObject({ lock: null, snapshotVersion: version })
    const paid = await order(ours.buyer, version, card)
    await atThePage(paid.body.data.payment.redirectUrl, 'pay')
    expect((await untilEnded(ours.buyer, paid.body.data.checkout.id)).state).toBe('COMPLETED')
    expect((await ours.buyer.get('/api/v1/cart')).body.data.items).toEqual([])
    expect(await stockOf(world.parts.platform.database, productId)).toEqual({
      on_hand: 9,
      reserved: 0,
      committed: 1,
    })
  })

  it('happens once for simultaneous requests', async () => {
    const { id: productId } = await product()
    const version = await fillCart(ours.buyer, [{ productId, quantity: 1 }])
    const key = aKey()
    const same = await Promise.all(
      Array.from({ length: 6 }, () => order(ours.buyer, version, {}, key)),
    )
    const others = await Promise.all(Array.from({ length: 6 }, () => order(ours.buyer, version)))
    const placed = same.filter(({ status }) => status === 201)
    expect(placed.length).toBeGreaterThan(0)
    expect(new Set(placed.map(({ body }) => body.data.order.id)).size).toBe(1)
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 409))
    expect(await stockOf(world.parts.platform.database, productId)).toMatchObject({ committed: 1 })
  })

  it('leaves the cart unchanged when it is refused', async () => {
    const { id: productId } = await product(1)
    const version = await fillCart(ours.buyer, [{ productId, quantity: 1 }])
    const refused = [
      await order(ours.buyer, version, { acceptedTotal: { amount: '9.99', currency: 'EUR' } }),
      await order(ours.buyer, version - 1),
      await order(ours.buyer, version, { lines: [{ productId, quantity: 1 }] }),
      await order(ours.buyer, version, { currency: 'EUR' }),
      await order(ours.buyer, version, { cart: undefined }),
    ]
    expect(refused.map(({ status, body }) => [status, body.meta.code])).toEqual([
      [409, 'checkout.total_changed'],
      [409, 'cart.version_conflict'],
      [400, 'checkout.lines_or_cart'],
      [400, 'checkout.lines_or_cart'],
      [400, 'checkout.lines_or_cart'],
    ])
    const { body } = await ours.buyer.get('/api/v1/cart')
    expect(body.data).toMatchObject({ lock: null, snapshotVersion: version })
    const empty = await order(ours.integration, 1)
    expect([empty.status, empty.body.meta.code]).toEqual([422, 'cart.empty'])
  })
})

function order(client: Client, expectedSnapshotVersion: number, more: object = {}, key = aKey()) {
  const payment = { method: 'invoice' }
  return client.post(
    '/api/v1/orders',
    { cart: { expectedSnapshotVersion }, shipTo, payment, ...more },
    { key },
  )
}

const product = (onHand = 10) =>
  aProduct(world.parts.platform.database, { unitPrice: '10.00', onHand })
