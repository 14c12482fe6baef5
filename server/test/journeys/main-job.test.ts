import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { redisMissing, redisUrl } from '#harness'
import { aProduct } from '#testing/catalog'
import { atThePage, buyByCard, checkOut, fillCart, handOver, untilEnded } from './purchase.ts'
import { aWorld, type CompanyOfWorld, type World } from './world.ts'

describe.each([
  { name: 'the in-process cache', skip: false, url: () => 'memory:' },
  { name: redisUrl() ? 'Redis' : `Redis (${redisMissing})`, skip: !redisUrl(), url: redisUrl },
])('buying, with $name', ({ skip, url }) => {
  let world: World
  let ours: CompanyOfWorld
  let productId: string

  beforeAll(async () => {
    if (skip) return
    world = await aWorld({ cacheUrl: url() ?? 'memory:' })
    const product = await aProduct(world.parts.platform.database, {
      unitPrice: '2.505',
      onHand: 100,
    })
    productId = product.id
  })
  beforeEach(async () => {
    if (!skip) ours = await world.company()
  })
  afterAll(() => world?.close())

  it.skipIf(skip)('turns a cart into a paid order and empties it', async () => {
    const version = await fillCart(ours.buyer, [{ productId, quantity: 3 }])
    const ended = await buyByCard(ours.buyer, version)
    const order = await ours.buyer.get(`/api/v1/orders/${ended.orderId}`)
    const cart = await ours.buyer.get('/api/v1/cart')

    expect(ended.state).toBe('COMPLETED')
    expect(order.body.data).toMatchObject({
      state: 'PLACED',
      paymentState: 'PAID',
      // 3 × 2.505 = 7.515, to the even cent.
      total: { amount: '7.52', currency: 'EUR' },
      lines: [{ productId, quantity: 3, unitPrice: { amount: '2.505', currency: 'EUR' } }],
    })
    expect(cart.body.data).toMatchObject({ items: [], lock: null })
    const listed = await ours.buyer.get('/api/v1/orders')
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toContain(ended.orderId)
  })

  it.skipIf(skip)('sends order.created and payment.succeeded with a signature', async () => {
    const receiver = await aReceiver()
    const { body } = await ours.integration.post('/api/v1/webhooks', {
      name: 'ERP',
      url: receiver.url,
      events: ['order.created', 'payment.succeeded'],
    })
    const verifier = new Webhook(body.data.secret)
    const version = await fillCart(ours.buyer, [{ productId, quantity: 1 }])
    const ended = await buyByCard(ours.buyer, version)

    const got = await receiver.got(2)
    await receiver.close()

    for (const { headers, text } of got) {
      expect(verifier.verify(text, headers as Record<string, string>)).toMatchObject({
        companyId: ours.companyId,
      })
      expect(headers['x-service-delivery']).toBe(headers['webhook-id'])
    }
    const kinds = got.map(({ text }) => (JSON.parse(text) as { type: string }).type).sort()
    expect(kinds).toEqual(['order.created', 'payment.succeeded'])
    expect(got.some(({ text }) => text.includes(ended.orderId))).toBe(true)
  })

  it.skipIf(skip)('releases everything when the card is declined', async () => {
    const before = await availableStockOf(ours, productId)
    const version = await fillCart(ours.buyer, [{ productId, quantity: 2 }])
    const started = await checkOut(ours.buyer, version)
    const { id } = started.body.data
    expect(await availableStockOf(ours, productId)).toBe(before - 2)
    const locked = await ours.buyer.post('/api/v1/cart/items', { productId, quantity: 1 })
    expect(locked.body.meta.code).toBe('cart.locked_by_checkout')

    const handed = await handOver(ours.buyer, id)
    await atThePage(handed.body.data.payment.redirectUrl, 'decline')
    const ended = await untilEnded(ours.buyer, id)

    expect(ended).toMatchObject({ state: 'FAILED', failure: { code: 'checkout.payment_failed' } })
    expect(await availableStockOf(ours, productId)).toBe(before)
    const cart = await ours.buyer.get('/api/v1/cart')
    expect(cart.body.data).toMatchObject({ snapshotVersion: version, lock: null })
    expect(cart.body.data.items).toHaveLength(1)
  })

  it.skipIf(skip)('releases a reservation on cancellation, once', async () => {
    const before = await availableStockOf(ours, productId)
    const version = await fillCart(ours.buyer, [{ productId, quantity: 2 }])
    const { body } = await checkOut(ours.buyer, version)

    const first = await ours.buyer.post(`/api/v1/checkout/${body.data.id}/cancel`)
    const second = await ours.buyer.post(`/api/v1/checkout/${body.data.id}/cancel`)

    expect(first.body.data.state).toBe('CANCELLED')
    expect(second.body.data.state).toBe('CANCELLED')
    expect(await availableStockOf(ours, productId)).toBe(before)
  })

  it.skipIf(skip)('voids the payment of a buyer who gives up on the payment page', async () => {
    const before = await availableStockOf(ours, productId)
    const version = await fillCart(ours.buyer, [{ productId, quantity: 2 }])
    const { body } = await checkOut(ours.buyer, version)
    const handed = await handOver(ours.buyer, body.data.id)
    const byApprover = await ours.approver.post(`/api/v1/checkout/${body.data.id}/cancel`)
    expect([byApprover.status, byApprover.body.meta.code]).toEqual([
      403,
      'checkout.cancel_not_allowed',
    ])

    const cancelled = await ours.buyer.post(`/api/v1/checkout/${body.data.id}/cancel`)

    expect(cancelled.body.data).toMatchObject({
      state: 'FAILED',
      failure: { code: 'checkout.cancelled' },
      cancelledBy: expect.stringMatching(/^usr_/),
    })
    expect(await availableStockOf(ours, productId)).toBe(before)
    const payment = await ours.buyer.get(`/api/v1/payments/${handed.body.data.payment.id}`)
    expect(payment.body.data.state).toBe('VOIDED')
  })
})

async function availableStockOf({ buyer }: CompanyOfWorld, productId: string): Promise<number> {
  const { body } = await buyer.get(`/api/v1/products/${productId}`)
  return body.data.availability.available
}

type Received = { headers: Record<string, unknown>; text: string }

async function aReceiver() {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    request.on('end', () => {
      received.push({ headers: request.headers, text })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    got: async (count: number) => {
      const until = performance.now() + 60_000
      while (received.length < count && performance.now() < until) await wait(25)
      return received
    },
    close: () => new Promise((done) => server.close(done)),
  }
}
