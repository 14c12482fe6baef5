import { describe, expect, it, vi } from 'vitest'
import { sql } from '#platform/db'
import { aProduct, stockOf } from '#testing/catalog'
import { aKey, type Client } from './client.ts'
import { atThePage, checkOut, fillCart, giveCredit, shipTo, untilEnded } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()
await giveCredit(world, ours.companyId)

describe('an order without a cart', () => {
  it('on net terms is placed at once, and the cart of the key is unchanged', async () => {
    const { id: productId } = await product()
    const other = await product()
    const version = await fillCart(ours.integration, [{ productId: other.id, quantity: 1 }])
    const { status, body } = await place(ours.integration, {
      productId,
      quantity: 2,
      expectedUnitPrice: { amount: '10', currency: 'EUR' },
    })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.data).toMatchObject({
      order: { state: 'PLACED', paymentState: 'UNPAID', poNumber: 'PO-7', lines: [{ productId }] },
      payment: { state: 'AUTHORIZED' },
      checkout: { state: 'COMPLETED' },
    })
    expect(body.data.checkout).not.toHaveProperty('cartId')
    expect(await stockOf(world.parts.platform.database, productId)).toEqual({
      on_hand: 8,
      reserved: 0,
      committed: 2,
    })
    const cart = await ours.integration.get('/api/v1/cart')
    expect(cart.body.data).toMatchObject({ snapshotVersion: version, lock: null })
  })

  it('with an invalid returnUrl is refused before anything is reserved', async () => {
    const { id: productId } = await product()
    const { buyer, integration } = await world.company()
    const version = await fillCart(buyer, [{ productId, quantity: 1 }])
    const { body } = await checkOut(buyer, version)
    const handoff = `/api/v1/checkout/${body.data.id}/payment`
    for (const returnUrl of ['https://', 'http://a b', `https://a.example/${'x'.repeat(2_000)}`]) {
      const payment = { method: 'card', returnUrl }
      const handed = await buyer.post(handoff, payment, { key: aKey() })
      const order = { lines: [{ productId, quantity: 1 }], shipTo, payment }
      const placed = await integration.post('/api/v1/orders', order, { key: aKey() })
      expect([handed.status, placed.status]).toEqual([400, 400])
    }
    expect(await stockOf(world.parts.platform.database, productId)).toEqual({
      on_hand: 9,
      reserved: 1,
      committed: 0,
    })
    const cancelled = await buyer.post(`/api/v1/checkout/${body.data.id}/cancel`)
    expect(cancelled.body.data).toMatchObject({ state: 'CANCELLED' })
  })

  it('by card waits for its payment and is then placed', async () => {
    const { id: productId } = await product()
    const line = { productId, quantity: 1 }
    const { body } = await place(ours.integration, line, { method: 'card' })
    expect(body.data).not.toHaveProperty('order')
    await atThePage(body.data.payment.redirectUrl, 'pay')
    const ended = await untilEnded(ours.integration, body.data.checkout.id)
    expect(ended).toMatchObject({ state: 'COMPLETED', orderId: expect.stringMatching(/^ord_/) })
  })

  it('with a declined card releases its stock', async () => {
    const { id: productId } = await product()
    const line = { productId, quantity: 1 }
    const { body } = await place(ours.integration, line, { method: 'card' })
    await atThePage(body.data.payment.redirectUrl, 'decline')
    const ended = await untilEnded(ours.integration, body.data.checkout.id)
    expect(ended.state).toBe('FAILED')
    expect(await stockOf(world.parts.platform.database, productId)).toEqual({
      on_hand: 10,
      reserved: 0,
      committed: 0,
    })
  })

  it('under one key is placed once for simultaneous requests, also with the last piece', async () => {
    const { id: productId } = await product('10.00', 1)
    const key = aKey()
    const all = await Promise.all(
      Array.from({ length: 8 }, () => place(ours.integration, { productId, quantity: 1 }, { key })),
    )
    const done = all.filter(({ status }) => status === 201)
    expect(done.length).toBeGreaterThan(0)
    expect(new Set(done.map(({ body }) => body.data.order.id)).size).toBe(1)
    expect(await stockOf(world.parts.platform.database, productId)).toMatchObject({ committed: 1 })
    const repeated = await place(ours.integration, { productId, quantity: 1 }, { key })
    expect([repeated.status, repeated.body.data]).toEqual([201, done[0]?.body.data])
    const other = await place(ours.integration, { productId, quantity: 2 }, { key })
    expect([other.status, other.body.meta.code]).toEqual([422, 'platform.idempotency_key_reused'])
  })

  it('requires a key, and accepts each product once', async () => {
    const { id: productId } = await product()
    const order = { lines: [{ productId, quantity: 1 }], shipTo, payment: { method: 'invoice' } }
    const without = await ours.integration.post('/api/v1/orders', order)
    expect(without.body.meta.code).toBe('platform.idempotency_key_required')
    const twice = { ...order, lines: [...order.lines, ...order.lines] }
    const { body } = await ours.integration.post('/api/v1/orders', twice, { key: aKey() })
    expect(body.meta.code).toBe('checkout.product_repeated')
  })

  it.each([
    [
      'another price',
      { expectedUnitPrice: { amount: '9.99', currency: 'EUR' } },
      409,
      'checkout.price_changed',
    ],
    [
      'another currency',
      { expectedUnitPrice: { amount: '10.00', currency: 'USD' } },
      400,
      'checkout.expected_price_invalid',
    ],
    ['more than there is', { quantity: 11 }, 409, 'checkout.stock_short'],
  ])('that expects %s is refused and leaves nothing behind', async (_what, more, status, code) => {
    const { id: productId } = await product()
    const line = { productId, quantity: 1, ...more }
    for (const path of ['/api/v1/orders', '/api/v1/orders/validate']) {
      const order = { lines: [line], shipTo, payment: { method: 'invoice' } }
      const { status: got, body } = await ours.integration.post(path, order, { key: aKey() })
      expect([got, body.meta.code]).toEqual([status, code])
      expect(JSON.stringify(body.meta.details)).toContain(
        code.endsWith('invalid') ? 'EUR' : productId,
      )
    }
    expect(await stockOf(world.parts.platform.database, productId)).toEqual({
      on_hand: 10,
      reserved: 0,
      committed: 0,
    })
  })

  it('is placed for the accepted total or not at all', async () => {
    const { id: productId } = await product()
    const order = { lines: [{ productId, quantity: 2 }], shipTo, payment: { method: 'invoice' } }
    const validate = '/api/v1/orders/validate'
    const { body: tried } = await ours.integration.post(validate, order)
    const { total } = tried.data.totals
    for (const path of ['/api/v1/orders', validate]) {
      const acceptedTotal = { amount: '19.99', currency: 'EUR' }
      const asked = { ...order, acceptedTotal }
      const { status, body } = await ours.integration.post(path, asked, { key: aKey() })
      expect([status, body.meta.code]).toEqual([409, 'checkout.total_changed'])
      expect(body.meta.details).toEqual({ accepted: acceptedTotal, current: total })
      const foreign = { ...order, acceptedTotal: { ...total, currency: 'USD' } }
      const invalid = await ours.integration.post(path, foreign, { key: aKey() })
      expect([invalid.status, invalid.body.meta.code]).toEqual([
        400,
        'checkout.accepted_total_invalid',
      ])
    }
    expect(await stockOf(world.parts.platform.database, productId)).toEqual({
      on_hand: 10,
      reserved: 0,
      committed: 0,
    })
    const accepted = { ...order, acceptedTotal: total }
    const placed = await ours.integration.post('/api/v1/orders', accepted, { key: aKey() })
    expect([placed.status, placed.body.data.order.totals.total]).toEqual([201, total])
  })

  it('beyond the credit limit is refused like its validation', async () => {
    const { id: productId } = await product('900.00')
    const order = { lines: [{ productId, quantity: 2 }], shipTo, payment: { method: 'invoice' } }
    for (const path of ['/api/v1/orders/validate', '/api/v1/orders']) {
      const { body } = await ours.integration.post(path, order, { key: aKey() })
      expect(body.meta.code).toBe('payments.credit_limit_exceeded')
    }
    expect(await stockOf(world.parts.platform.database, productId)).toEqual({
      on_hand: 10,
      reserved: 0,
      committed: 0,
    })
  })

  it('is validated without a trace', async () => {
    const { id: productId } = await product()
    const order = { lines: [{ productId, quantity: 3 }], shipTo, payment: { method: 'invoice' } }
    const { status, body, headers } = await ours.integration.post('/api/v1/orders/validate', order)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(headers.get('x-contract-status')).toContain('UNVALIDATED')
    expect(body.data.snapshot.lines).toMatchObject([{ productId, quantity: 3 }])
    expect(await stockOf(world.parts.platform.database, productId)).toEqual({
      on_hand: 10,
      reserved: 0,
      committed: 0,
    })
    const { rows } = await sql`
      select 1 from checkout.attempts
      where company_id = ${ours.companyId} and snapshot::text like ${`%${productId}%`}
    `.execute(world.parts.platform.database.pool)
    expect(rows).toEqual([])
  })

  it('names shipping methods of its suppliers, one for each', async () => {
    const { id: productId } = await product()
    const line = { productId, quantity: 1 }
    const order = { lines: [line], shipTo, payment: { method: 'invoice' } }
    const stray = { supplierId: 'co_nope', shippingMethodId: 'smt_x' }
    const refused = async (shippingMethods: object[]) =>
      (await ours.buyer.post('/api/v1/orders/validate', { ...order, shippingMethods })).body.meta
    expect(await refused([stray])).toMatchObject({
      code: 'checkout.shipping_method_unavailable',
      details: { parcels: [{ ...stray, delivery: 1, offered: [] }] },
    })
    expect(await refused([stray, { ...stray, shippingMethodId: 'smt_y' }])).toMatchObject({
      code: 'checkout.shipping_method_repeated',
      details: { supplierId: 'co_nope' },
    })
  })

  it('has readable addresses and references', async () => {
    const { id: productId } = await product()
    const order = { lines: [{ productId, quantity: 1 }], shipTo, payment: { method: 'invoice' } }
    const statusOf = async (more: object) => {
      const sent = { ...order, ...more }
      return (await ours.buyer.post('/api/v1/orders/validate', sent)).status
    }
    const to = (more: object) => ({ shipTo: { ...shipTo, ...more } })
    for (const unreadable of [
      to({ name: ' ' }),
      to({ line1: '\u200b' }),
      to({ city: 'Ham\u0001burg' }),
      { poNumber: 'PO\n2' },
      { costCenter: 'CC\u0085' },
    ]) {
      expect([unreadable, await statusOf(unreadable)]).toEqual([unreadable, 400])
    }
    const persian = { name: 'می\u200cخواهم', region: '', line2: 'c/o Ökonomie <1>' }
    expect(await statusOf({ ...to(persian), poNumber: 'PO-1 & "2"' })).toBe(200)
  })

  it('has lines with their own references, which budgets count', async () => {
    const strict = await world.company()
    await giveCredit(world, strict.companyId)
    const demands = { poNumberRequired: true, costCenterRequired: true }
    expect((await strict.admin.patch('/api/v1/company', demands)).status).toBe(200)
    const limit = { amount: '15.00', currency: 'EUR' }
    const budget = { name: 'Garden', costCenter: 'G-1', period: 'YEAR', limit }
    const { id: budgetId } = (await strict.admin.post('/api/v1/budgets', budget)).body.data
    const [first, second] = [(await product()).id, (await product()).id]
    const ordered = (...lines: object[]) =>
      strict.buyer.post(
        '/api/v1/orders',
        { lines, shipTo, payment: { method: 'invoice' } },
        { key: aKey() },
      )
    const garden = { productId: first, quantity: 1, costCenter: 'G-1 ', poNumber: 'PO-G' }
    const house = { productId: second, quantity: 3, costCenter: 'H-1' }

    const lacking = await ordered(garden, house)
    expect([lacking.status, lacking.body.meta.code]).toEqual([422, 'checkout.po_number_required'])
    const twice = await ordered({ ...garden, quantity: 2 }, { ...house, poNumber: 'PO-H' })
    expect(twice.body.meta).toMatchObject({ code: 'budgets.exceeded', details: { budgetId } })
    const { body } = await ordered(garden, { ...house, poNumber: 'PO-H' })
    expect(body.data.order.lines).toMatchObject([
      { costCenter: 'G-1', poNumber: 'PO-G' },
      { costCenter: 'H-1', poNumber: 'PO-H' },
    ])
    const { usages } = (await strict.admin.get(`/api/v1/budgets/${budgetId}`)).body.data
    expect(usages).toMatchObject([{ committed: { amount: '10.00' } }])
  })

  it('is never placed with a practice cart', async () => {
    const { id: productId } = await product()
    const headers = { 'x-practice-cart': 'cert_01m7xb82dw3khw78phh28dvacd' }
    const body = { lines: [{ productId, quantity: 1 }], shipTo, payment: { method: 'invoice' } }
    for (const [path, sent] of [
      ['/api/v1/orders', body],
      ['/api/v1/checkout', { expectedSnapshotVersion: 1, shipTo }],
    ] as const) {
      const refused = await ours.integration.post(path, sent, { key: aKey(), headers })
      expect(refused).toMatchObject({
        status: 400,
        body: { meta: { details: { problems: [{ path: 'headers.x-practice-cart' }] } } },
      })
    }
    expect(await stockOf(world.parts.platform.database, productId)).toEqual({
      on_hand: 10,
      reserved: 0,
      committed: 0,
    })
    expect((await ours.integration.get('/api/v1/orders', { headers })).status).toBe(200)
    const leap = await ours.integration.get('/api/v1/orders?createdAfter=2026-11-21T23:59:60Z')
    expect(leap.status).toBe(400)
  })

  it('is refused to an approver, who may not pay', async () => {
    const { id: productId } = await product()
    const { status, body } = await place(ours.approver, { productId, quantity: 1 })
    expect([status, body.meta.code]).toEqual([403, 'checkout.handoff_not_allowed'])
  })
})

it('a cancelled order has its payment VOIDED, with the event payment.voided', async () => {
  const { id: productId } = await product()
  const { body } = await place(ours.buyer, { productId, quantity: 1 })
  const { order, payment } = body.data
  await ours.buyer.post(`/api/v1/orders/${order.id}/cancel`, {})
  await vi.waitFor(
    async () => {
      const read = await ours.buyer.get(`/api/v1/orders/${order.id}`)
      expect(read.body.data).toMatchObject({ state: 'CANCELLED', paymentState: 'VOIDED' })
    },
    { timeout: 60_000, interval: 50 },
  )
  const { rows } = await sql<{ type: string }>`
    select type from platform.events where company_id = ${ours.companyId} and entity_id = ${payment.id}
    order by arrival
  `.execute(world.parts.platform.database.pool)
  expect(rows.map(({ type }) => type)).toEqual([
    'payment.initiated',
    'payment.authorized',
    'payment.voided',
  ])
})

describe('reordering', () => {
  it('fills the cart with what is available, and names the rest, twice the same', async () => {
    const [kept, ended, present] = [await product(), await product(), await product()]
    const ids = [kept, ended, present].map(({ id }) => id)
    const order = {
      lines: ids.map((productId) => ({ productId, quantity: 2 })),
      shipTo,
      payment: { method: 'invoice' },
    }
    const placed = await ours.integration.post('/api/v1/orders', order, { key: aKey() })
    const orderId = placed.body.data.order.id
    const { platform, modules } = world.parts
    await platform.database.transaction((tx) =>
      modules.products.changeProduct(tx, ended.id, { discontinued: true }),
    )
    await fillCart(ours.buyer, [{ productId: present.id, quantity: 1 }])

    const first = await ours.buyer.post(`/api/v1/orders/${orderId}/reorder`)
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    expect(first.body.data.added).toBe(1)
    expect(first.body.data.notAdded).toMatchObject([
      { productId: ended.id, code: 'cart.product_discontinued' },
      { productId: present.id, code: 'cart.item_exists', details: { item: { quantity: 1 } } },
    ])
    const again = await ours.buyer.post(`/api/v1/orders/${orderId}/reorder`)
    expect(again.body.data.added).toBe(0)
    const quantities = again.body.data.cart.items.map((item: { quantity: number }) => item.quantity)
    expect(quantities.sort()).toEqual([1, 2])

    const stranger = await world.company()
    const theirs = await stranger.buyer.post(`/api/v1/orders/${orderId}/reorder`)
    expect(theirs.status).toBe(404)
    // Who may read it, and buys nothing of it for themselves.
    const operator = await world.operator()
    expect((await operator.get(`/api/v1/orders/${orderId}`)).status).toBe(200)
    expect((await operator.post(`/api/v1/orders/${orderId}/reorder`)).status).toBe(404)
  })
})

function place(client: Client, line: object, { key = aKey(), method = 'invoice' } = {}) {
  const order = { lines: [line], shipTo, poNumber: 'PO-7', payment: { method } }
  return client.post('/api/v1/orders', order, { key })
}

const product = (unitPrice = '10.00', onHand = 10) =>
  aProduct(world.parts.platform.database, { unitPrice, onHand })
