import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aReceiver, type Receiver } from '#testing/webhooks'
import { aKey } from './client.ts'
import { buyByCard, fillCart } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()
const supplier = await world.company()
const stranger = await world.company()

it('a paid order is confirmed, shipped in two parts, delivered, and partly returned', async () => {
  const id = await anOrder(5)
  const path = `/api/v1/orders/${id}`
  expect((await supplier.integration.post(`${path}/confirm`)).body.data.state).toBe('CONFIRMED')

  const key = aKey()
  const parcel = { lines: [{ lineNumber: 1, quantity: 3 }], carrier: 'DHL', trackingNumber: '42' }
  const twoLines = await supplier.integration.post(`${path}/shipments`, {
    ...parcel,
    carrier: 'DHL\nExpress',
  })
  expect([twoLines.status, twoLines.body.meta.code]).toEqual([400, 'platform.request_invalid'])
  const first = await supplier.integration.post(`${path}/shipments`, parcel, { key })
  const again = await supplier.integration.post(`${path}/shipments`, parcel, { key })
  expect(first.status).toBe(201)
  expect(again.body).toEqual(first.body)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(first.body.data).toMatchObject({ state: 'PARTIALLY_SHIPPED', credits: [] })

  const cancelled = await ours.buyer.post(`${path}/cancel`, {
    lines: [{ lineNumber: 1, quantity: 2 }],
  })
  expect(cancelled.body.data.state).toBe('SHIPPED')
  expect(cancelled.body.data.credits).toMatchObject([{ amount: { amount: '20.00' } }])
  const shipmentId = first.body.data.shipments[0].id
  const arrived = await ours.buyer.post(`${path}/deliveries`, {
    shipmentId,
    lines: [{ lineNumber: 1, damaged: 1 }],
  })
  expect(arrived.body.data.state).toBe('DELIVERED')

  const asked = await ours.buyer.post(`${path}/returns`, {
    lines: [{ lineNumber: 1, quantity: 1, reason: 'DAMAGED' }],
  })
  const returnId = asked.body.data.returns[0].id
  const accepted = await supplier.admin.post(`${path}/returns/${returnId}/accept`, {
    restock: false,
  })
  expect(accepted.body.data.returns).toMatchObject([{ state: 'ACCEPTED', restocked: false }])

  const order = await untilPaidBack(id, 'PARTIALLY_REFUNDED')
  const payment = await ours.buyer.get(`/api/v1/payments/${order.paymentId}`)
  expect(payment.body.data.refunds).toHaveLength(2)
  expect(payment.body.data.refunded).toEqual({ amount: '30.00', currency: 'EUR' })
  const kinds = order.timeline.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['CONFIRMED', 'SHIPPED', 'CANCELLED', 'DELIVERED']))
})

it('a company lists the returns of its orders by their state, as a page and as a file', async () => {
  const orders = [await aDeliveredOrder(), await aDeliveredOrder()]
  for (const orderId of orders) {
    const lines = [{ lineNumber: 1, quantity: 1, reason: 'OTHER' }]
    await ours.buyer.post(`/api/v1/orders/${orderId}/returns`, { lines })
  }
  const { body: all } = await ours.buyer.get('/api/v1/returns?limit=2')
  const [newest, older] = all.data
  expect([newest.orderId, older.orderId]).toEqual(orders.toReversed())
  const { body } = await ours.buyer.get(`/api/v1/orders/${newest.orderId}`)
  const [{ lines: _, ...inOrder }] = body.data.returns
  expect(newest).toMatchObject({ ...inOrder, orderNumber: body.data.number, state: 'REQUESTED' })
  expect(newest).not.toHaveProperty('lines')

  const refuse = `/api/v1/orders/${older.orderId}/returns/${older.id}/refuse`
  expect((await supplier.admin.post(refuse, { reason: 'Used.' })).status).toBe(200)
  const refused = await ours.buyer.get('/api/v1/returns?state=REFUSED')
  expect(refused.body.data).toMatchObject([{ id: older.id, decisionNote: 'Used.' }])
  const { headers } = ours.buyer
  const file = await fetch(`${world.baseUrl}/api/v1/returns.csv?state=REFUSED`, { headers })
  const [header, line, end] = (await file.text()).split('\r\n')
  expect(header).toMatch(/^"orderId","orderNumber","requestedBy","id","number",/)
  expect([line?.split(',')[3], end]).toEqual([`"${older.id}"`, ''])
  expect((await supplier.admin.get('/api/v1/returns')).body.data).toEqual([])
})

it('an order that is cancelled whole is refunded whole', async () => {
  const id = await anOrder(2)
  const { body } = await ours.buyer.post(`/api/v1/orders/${id}/cancel`, {})
  expect(body.data.state).toBe('CANCELLED')
  expect(await untilPaidBack(id, 'REFUNDED')).toMatchObject({ state: 'CANCELLED' })
})

it('webhooks inform a supplier of its deliveries and the buyer of its order', async () => {
  const receivers = await Promise.all(
    [supplier, ours].map(async ({ integration }) => {
      const receiver = await aReceiver()
      const wanted = { name: 'ERP', url: receiver.url, events: ['*'] }
      expect((await integration.post('/api/v1/webhooks', wanted)).status).toBe(200)
      return receiver
    }),
  )
  const id = await anOrder(2)
  await ours.buyer.post(`/api/v1/orders/${id}/cancel`, { lines: [{ lineNumber: 1, quantity: 1 }] })

  const [theirs = [], own = []] = await Promise.all(
    receivers.map((receiver) => untilDelivered(receiver, id, 2)),
  )
  await Promise.all(receivers.map((receiver) => receiver.close()))
  expect(theirs.map(({ type }) => type).sort()).toEqual([
    'supplier_order.cancelled',
    'supplier_order.received',
  ])
  for (const { companyId, entity } of theirs) {
    expect([companyId, entity.type, entity.id]).toEqual([supplier.companyId, 'order', id])
  }
  expect(own.map(({ type }) => type).filter((type) => type.startsWith('supplier_'))).toEqual([])
})

it('a supplier answers line by line, and the buyer sees the promised date', async () => {
  const id = await anOrder(2)
  const path = `/api/v1/supplier/orders/${id}/response`
  const line = { lineNumber: 1, status: 'ACCEPTED', promisedDate: '2999-01-31' }
  const answered = await supplier.integration.post(path, { lines: [line] })
  expect(answered.body.data).toMatchObject({
    id,
    state: 'CONFIRMED',
    lines: [{ lineNumber: 1, promisedDate: '2999-01-31' }],
  })
  const seen = await ours.buyer.get(`/api/v1/orders/${id}`)
  expect(seen.body.data.lines).toMatchObject([{ promisedDate: '2999-01-31' }])

  // A rejected line has no date, and a date is a day of the calendar.
  for (const lines of [
    [{ ...line, status: 'REJECTED' }],
    [{ ...line, promisedDate: '2999-02-31' }],
    [{ ...line, status: 'BACKORDERED', promisedDate: undefined }],
    [{ ...line, status: 'CHANGED', quantity: 0 }],
    [],
  ]) {
    expect((await supplier.integration.post(path, { lines })).status, JSON.stringify(lines)).toBe(
      400,
    )
  }
  expect((await ours.buyer.post(path, { lines: [line] })).status).toBe(403)
  expect((await stranger.integration.post(path, { lines: [line] })).status).toBe(404)
})

it('a supplier proposes a later day and fewer pieces, and the buyer decides', async () => {
  const id = await anOrder(4)
  const path = `/api/v1/supplier/orders/${id}/response`
  const line = { lineNumber: 1, status: 'CHANGED', quantity: 3, promisedDate: '2999-01-31' }
  const answered = await supplier.integration.post(path, { lines: [line], note: 'One is broken.' })
  expect(answered.body.data).toMatchObject({
    state: 'PLACED',
    purchaseOrders: [{ state: 'CHANGE_PROPOSED' }],
  })
  const listed = await ours.buyer.get(`/api/v1/orders/${id}/proposals`)
  const [proposal] = listed.body.data
  expect(proposal).toMatchObject({
    state: 'PROPOSED',
    note: 'One is broken.',
    lines: [{ before: { quantity: 4 }, after: { quantity: 3, promisedDate: '2999-01-31' } }],
  })
  expect((await stranger.integration.get(`/api/v1/orders/${id}/proposals`)).status).toBe(404)
  const operator = await world.operator()
  const waiting = await operator.get('/admin/orders/proposals?limit=100')
  expect(waiting.body.data).toContainEqual(
    expect.objectContaining({ proposalId: proposal.id, companyId: ours.companyId }),
  )
  const accept = `/api/v1/orders/${id}/proposals/${proposal.id}/accept`
  expect((await supplier.integration.post(accept, {})).status).toBe(403)
  const key = aKey()
  const accepted = await ours.buyer.post(accept, {}, { key })
  expect((await ours.buyer.post(accept, {}, { key })).body).toEqual(accepted.body)
  expect(accepted.body.data).toMatchObject({
    state: 'CONFIRMED',
    lines: [{ cancelledQuantity: 1, promisedDate: '2999-01-31' }],
    credits: [{ amount: { amount: '10.00' } }],
  })
  const again = await ours.buyer.post(accept, {})
  expect([again.status, again.body.meta.code]).toEqual([409, 'orders.proposal_already_decided'])
  await untilPaidBack(id, 'PARTIALLY_REFUNDED')
})

it('a buyer requests fewer pieces on another day, and the supplier decides before it ships', async () => {
  const id = await anOrder(4)
  const lines = [{ lineNumber: 1, quantity: 3, requestedDate: '2999-01-31' }]
  const path = `/api/v1/orders/${id}/changes`
  const key = aKey()
  const body = { lines, reason: 'One desk less.' }
  const requested = await ours.buyer.post(path, body, { key })
  expect((await ours.buyer.post(path, body, { key })).body).toEqual(requested.body)
  expect(requested.status).toBe(201)
  const changeRequestId: string = requested.body.data.lines[0].changeRequestId
  const supplied = await supplier.integration.get(`/api/v1/supplier/orders/${id}`)
  expect(supplied.body.data.purchaseOrders[0].state).toBe('CHANGE_REQUESTED')
  for (const client of [ours.buyer, supplier.integration]) {
    expect((await client.get(path)).body.data).toMatchObject([
      {
        id: changeRequestId,
        state: 'OPEN',
        reason: 'One desk less.',
        lines: [{ quantityBefore: 4, quantityAfter: 3, requestedDate: '2999-01-31' }],
      },
    ])
  }
  expect((await stranger.integration.get(path)).status).toBe(404)
  const operator = await world.operator()
  const waiting = await operator.get('/admin/orders/change-requests?limit=100')
  expect(waiting.body.data).toContainEqual(
    expect.objectContaining({ changeRequestId, companyId: ours.companyId }),
  )
  const early = await supplier.integration.post(`/api/v1/orders/${id}/shipments`, {})
  expect([early.status, early.body.meta]).toMatchObject([
    409,
    { code: 'orders.change_requested', details: { changeRequestId, lineNumbers: [1] } },
  ])
  const decide = `/api/v1/supplier/orders/${id}/changes/${changeRequestId}`
  expect((await ours.buyer.post(`${decide}/accept`, {})).status).toBe(403)
  expect((await stranger.integration.post(`${decide}/accept`, {})).status).toBe(404)
  expect((await supplier.integration.post(`${decide}x/accept`, {})).status).toBe(404)
  const accepted = await supplier.integration.post(`${decide}/accept`, { note: 'Fine.' })
  expect(accepted.body.data).toMatchObject({
    state: 'CONFIRMED',
    lines: [{ cancelledQuantity: 1, promisedDate: '2999-01-31' }],
  })
  const again = await supplier.integration.post(`${decide}/refuse`, {})
  expect([again.status, again.body.meta.code]).toEqual([
    409,
    'orders.change_request_already_decided',
  ])
  const order = await ours.buyer.get(`/api/v1/orders/${id}`)
  expect(order.body.data.credits).toMatchObject([{ amount: { amount: '10.00' } }])
  expect(order.body.data.purchaseOrders).toMatchObject([{ revision: 1 }])
  const versions = await ours.buyer.get(`/api/v1/orders/${id}/versions`)
  const change = { before: { quantity: 4 }, after: { quantity: 3, promisedDate: '2999-01-31' } }
  expect(versions.body.data).toMatchObject([
    { kind: 'CHANGE_REQUEST_ACCEPTED', revisions: [{ revision: 1 }], changes: [change] },
  ])
  const first = await supplier.integration.get(`/api/v1/orders/${id}/versions/1`)
  expect(first.body.data).toMatchObject({ version: 1, lines: [change.before] })
  const none = await ours.buyer.get(`/api/v1/orders/${id}/versions/99`)
  expect([none.status, none.body.meta.code]).toEqual([404, 'orders.version_not_found'])
  await untilPaidBack(id, 'PARTIALLY_REFUNDED')
})

it('a supplier sees its own lines and their total, but no payment; strangers see nothing', async () => {
  const id = await anOrder(1)
  const listed = await supplier.integration.get('/api/v1/supplier/orders?state=PLACED')
  expect(listed.body.data.map((order: { id: string }) => order.id)).toContain(id)
  const seen = await supplier.integration.get(`/api/v1/supplier/orders/${id}`)
  expect(seen.body.data).toMatchObject({
    buyerCompanyId: ours.companyId,
    subtotal: { amount: '10.00' },
  })
  expect(seen.body.data).not.toHaveProperty('paymentId')
  expect((await supplier.integration.get(`/api/v1/orders/${id}`)).status).toBe(404)

  const path = `/api/v1/orders/${id}`
  for (const [url, body] of [
    [`${path}/confirm`, undefined],
    [`${path}/shipments`, {}],
    [`${path}/cancel`, {}],
    [`${path}/deliveries`, { shipmentId: 'shp_1' }],
    [`${path}/returns`, { lines: [{ lineNumber: 1, quantity: 1, reason: 'OTHER' }] }],
    [`${path}/returns/rtn_1/refuse`, { reason: 'No.' }],
  ] as const) {
    const { status, body: answer } = await stranger.integration.post(url, body)
    expect([status, answer.meta.code]).toEqual([404, 'orders.order_not_found'])
  }
  expect((await stranger.integration.get(`/api/v1/supplier/orders/${id}`)).status).toBe(404)
  expect((await stranger.integration.get('/api/v1/supplier/orders')).body.data).toEqual([])
})

it('an operator confirms and ships for suppliers', async () => {
  const id = await anOrder(1)
  const operator = await world.operator()
  const seen = await operator.get(`/api/v1/orders/${id}`)
  expect(seen.body.data).toMatchObject({ id, state: 'PLACED', lines: [{ quantity: 1 }] })
  await operator.post(`/api/v1/orders/${id}/confirm`)
  const { body } = await operator.post(`/api/v1/orders/${id}/shipments`, {})
  expect(body.data.state).toBe('SHIPPED')
})

async function aDeliveredOrder(): Promise<string> {
  const id = await anOrder(1)
  const { body } = await supplier.integration.post(`/api/v1/orders/${id}/shipments`, {})
  const [{ id: shipmentId }] = body.data.shipments
  await ours.buyer.post(`/api/v1/orders/${id}/deliveries`, { shipmentId })
  return id
}

async function anOrder(quantity: number): Promise<string> {
  const { id: productId } = await aProduct(world.parts.platform.database, {
    supplierCompanyId: supplier.companyId,
    unitPrice: '10.00',
  })
  const version = await fillCart(ours.buyer, [{ productId, quantity }])
  return (await buyByCard(ours.buyer, version)).orderId
}

type Delivery = {
  readonly type: string
  readonly companyId: string
  readonly entity: { readonly type: string; readonly id: string }
}

/** What a receiver has got about an order, once that is so much. */
async function untilDelivered(
  { received }: Receiver,
  orderId: string,
  count: number,
): Promise<Delivery[]> {
  const until = performance.now() + 60_000
  for (;;) {
    const deliveries = received.map(({ body }) => JSON.parse(body) as Delivery)
    const about = deliveries.filter(({ entity }) => entity.id === orderId)
    if (about.length >= count) return about
    if (performance.now() > until) throw new Error(`${about.length} of ${count} events came`)
    await wait(25)
  }
}

/** The provider's word on a refund comes by an event. */
async function untilPaidBack(orderId: string, paymentState: string) {
  const until = performance.now() + 60_000
  for (;;) {
    const { body } = await ours.buyer.get(`/api/v1/orders/${orderId}`)
    if (body.data.paymentState === paymentState) return body.data
    if (performance.now() > until) throw new Error(`order ${orderId} is not ${paymentState}`)
    await wait(25)
  }
}
