import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aKey } from './client.ts'
import { operations } from './operations.ts'
import { buyByCard, fillCart, shipTo } from './purchase.ts'
import { aWorld, type CompanyOfWorld, type World } from './world.ts'

describe('buying in a currency other than the supplier’s', () => {
  let world: World
  let ours: CompanyOfWorld
  let productId: string

  beforeAll(async () => {
    world = await aWorld()
    ours = await world.company()
    const product = await aProduct(world.parts.platform.database, {
      name: 'Copper pipe',
      unitPrice: '0.012345',
      onHand: 5_000,
    })
    productId = product.id
  })
  afterAll(() => world?.close())

  it('shows, quotes and orders at one rate, which the order keeps', async () => {
    // A worker that starts asks the provider by itself.
    await expect.poll(async () => (await ours.buyer.get('/api/v1/fx/rates')).status).toBe(200)
    const convert = { amount: '0.012345', from: 'EUR', to: 'USD' }
    const { rate, rateSetId, asOf } = (await ours.buyer.post('/api/v1/fx/convert', convert)).body
      .data

    const found = await ours.buyer.get('/api/v1/products?q=copper&currency=USD&sort=price_asc')
    const [product] = found.body.data
    expect(found.body.meta).toMatchObject({ currency: 'USD', fx: { rateSetId, stale: false } })
    expect(product.price.supplier.list).toEqual({ amount: '0.012345', currency: 'EUR' })
    const conversion = { rateSetId, rate, from: 'EUR', to: 'USD', asOf }
    expect(product.price.conversion).toEqual(conversion)
    const unitPrice = product.price.list
    expect(unitPrice.currency).toBe('USD')

    const quoted = await ours.buyer.post('/api/v1/products/quotes', {
      items: [{ productId, quantity: 1_000 }],
      currency: 'USD',
    })
    const [quote] = quoted.body.data
    expect(quote).toMatchObject({ unitPrice, fx: { rate, rateSetId, asOf } })

    const first = await ours.buyer.get('/api/v1/cart')
    const changed = await ours.buyer.patch('/api/v1/cart', {
      currency: 'USD',
      expectedSnapshotVersion: first.body.data.snapshotVersion,
    })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    const version = await fillCart(ours.buyer, [{ productId, quantity: 1_000 }])
    const cart = await ours.buyer.get('/api/v1/cart')
    expect(cart.body.data).toMatchObject({
      problems: [],
      items: [{ unitPrice, conversion }],
      totals: { subtotal: quote.lineTotal },
    })

    const ended = await buyByCard(ours.buyer, version)
    const order = await ours.buyer.get(`/api/v1/orders/${ended.orderId}`)
    expect(order.body.data).toMatchObject({
      paymentState: 'PAID',
      total: quote.lineTotal,
      lines: [{ unitPrice, conversion }],
    })
  })

  it('orders directly in the named currency, if it exists', async () => {
    const quoted = await ours.buyer.post('/api/v1/products/quotes', {
      items: [{ productId, quantity: 500 }],
      currency: 'USD',
    })
    const { unitPrice, lineTotal } = quoted.body.data[0]
    const order = {
      lines: [{ productId, quantity: 500, expectedUnitPrice: unitPrice }],
      shipTo,
      currency: 'USD',
      payment: { method: 'card', returnUrl: 'https://shop.example.com/thanks' },
    }
    const placed = await ours.integration.post('/api/v1/orders', order, { key: aKey() })
    expect(placed.status, JSON.stringify(placed.body)).toBe(201)
    expect(placed.body.data).toMatchObject({
      payment: { amount: { currency: 'USD' } },
      checkout: { totals: { subtotal: lineTotal } },
    })
    const refused = await ours.integration.post('/api/v1/orders/validate', {
      ...order,
      currency: 'XQQ',
    })
    expect([refused.status, refused.body.meta.code]).toEqual([400, 'checkout.currency_unknown'])
  })

  it('is visible in the health surfaces', async () => {
    const operator = await world.operator()
    await expect
      .poll(() => operations(operator))
      .toMatchObject({
        fx: { status: 'ok', metrics: { fresh: true, hasProvider: true, currencies: 30 } },
        catalog: { status: 'ok', metrics: { quoteRequests: 2, quoteCacheMisses: 2 } },
      })
    const metrics = await fetch(`${world.baseUrl}/metrics`, { headers: operator.headers })
    expect(await metrics.text()).toContain('fx_rate_set_age_seconds')
  })
})
