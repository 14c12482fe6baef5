import { describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aKey } from './client.ts'
import { checkOut, giveCredit, handOver, shipTo } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const [february, march] = ['2099-02-06', '2099-03-06']
const items = '/api/v1/cart/items'
const thirds = ['33.33', '33.33', '33.33'].map((percent) => ({ percent }))

describe('a cart', () => {
  it('has a line for each division and each day of a product', async () => {
    const { buyer } = await aBuyingCompany()
    const productId = await aBolt()
    const add = (more: object) => buyer.post(items, { productId, quantity: 4, ...more })
    const plain = await add({})
    const divided = await add({ allocations: [half('A'), { costCenter: ' B ', percent: '50' }] })
    const dated = await add({ requestedDate: march })
    for (const one of [plain, divided, dated]) {
      expect(one.status, JSON.stringify(one.body)).toBe(201)
    }
    expect(dated.body.data.items).toMatchObject([
      { quantity: 4, unitPrice: { amount: '2.00' } },
      { quantity: 4, unitPrice: { amount: '2.00' }, allocations: [half('A'), half('B')] },
      { quantity: 4, unitPrice: { amount: '2.00' }, requestedDate: march },
    ])
    expect(dated.body.data.items[0]).not.toHaveProperty('allocations')
    expect(dated.body.data.problems).toEqual([])
    expect(dated.body.data.totals).toMatchObject({ lineCount: 3, pieceCount: 12 })
    const [first, second, third] = dated.body.data.items
    const exists = async (more: object, id: string) =>
      expect((await add(more)).body.meta).toMatchObject({
        code: 'cart.item_exists',
        details: { item: { id, productId } },
      })
    await exists({}, first.id)
    await exists({ allocations: [half('B'), { costCenter: 'A', percent: '50.00' }] }, second.id)
    await exists({ requestedDate: march }, third.id)

    const batch = await buyer.post(`${items}/batch`, {
      items: [
        {},
        { requestedDate: march },
        { requestedDate: february },
        { allocations: thirds },
      ].map((more) => ({ productId, quantity: 4, ...more })),
    })
    expect(batch.body.data).toMatchObject({
      added: 1,
      notAdded: [
        { code: 'cart.item_exists', details: { item: { id: first.id } } },
        { code: 'cart.item_exists', requestedDate: march, details: { item: { id: third.id } } },
        {
          code: 'cart.allocations_invalid',
          allocations: thirds,
          details: { reason: 'PERCENT_SUM', expected: '100', sum: '99.99' },
        },
      ],
    })
    expect(batch.body.data.cart.items[3]).toMatchObject({ requestedDate: february })
  })

  it('changes the division and the day of one line, and never makes two lines equal', async () => {
    const { buyer } = await aBuyingCompany()
    const productId = await aBolt()
    await buyer.post(items, { productId, quantity: 4 })
    const two = await buyer.post(items, { productId, quantity: 4, requestedDate: march })
    const [plain, dated] = two.body.data.items
    const change = (of: { id: string }, version: number, more: object) =>
      buyer.patch(`${items}/${of.id}`, { quantity: 4, expectedItemVersion: version, ...more })
    expect((await change(dated, 1, { requestedDate: null })).body.meta).toMatchObject({
      code: 'cart.item_exists',
      details: { item: { id: plain.id } },
    })
    const divided = await change(dated, 1, { allocations: [half('A'), half('B')] })
    expect(divided.status, JSON.stringify(divided.body)).toBe(200)
    expect(divided.body.data.items[1]).toMatchObject({
      itemVersion: 2,
      requestedDate: march,
      allocations: [half('A'), half('B')],
    })
    expect((await change(dated, 1, { requestedDate: null })).body.meta.code).toBe(
      'cart.version_conflict',
    )
    const undated = await change(dated, 2, { requestedDate: null })
    expect(undated.body.data.items[1]).not.toHaveProperty('requestedDate')
    const stays = await change(dated, 3, { quantity: 5 })
    expect(stays.body.data.items[1]).toMatchObject({ allocations: [half('A'), half('B')] })
    const back = await change(dated, 4, { allocations: null })
    expect(back.body.meta.code).toBe('cart.item_exists')
    const removed = await buyer.delete(`${items}/${plain.id}?expectedItemVersion=1`)
    expect(removed.body.data.items).toMatchObject([{ id: dated.id }])
    expect((await change(dated, 4, { allocations: null })).status).toBe(200)
  })

  it('refuses what no order could have, and reports what has changed since', async () => {
    const { buyer, admin } = await aBuyingCompany()
    const productId = await aBolt()
    await admin.post('/api/v1/company/cost-centers', { code: 'A-100', name: 'Workshop' })
    const refusal = async (more: object) =>
      (await buyer.post(items, { productId, quantity: 4, ...more })).body.meta
    expect(await refusal({ allocations: [{ costCenter: 'A-10', percent: '100' }] })).toMatchObject({
      code: 'structure.code_unknown',
      details: { kind: 'COST_CENTER', codes: [{ code: 'A-10', nearest: ['A-100'] }] },
    })
    expect(await refusal({ allocations: [{ quantity: 3 }] })).toMatchObject({
      code: 'cart.allocations_invalid',
      details: { reason: 'QUANTITY_SUM', expected: '4', sum: '3' },
    })
    expect(await refusal({ requestedDate: '2001-02-03' })).toMatchObject({
      code: 'cart.requested_date_past',
      details: { requestedDate: '2001-02-03' },
    })
    const batch = await buyer.post(`${items}/batch`, {
      items: ['A-10', 'A-100'].map((costCenter) => ({
        productId,
        quantity: 4,
        allocations: [{ costCenter, percent: '100' }],
      })),
    })
    expect(batch.body.data).toMatchObject({
      added: 1,
      notAdded: [{ code: 'structure.code_unknown', allocations: [{ costCenter: 'A-10' }] }],
    })
    const byQuantity = [{ costCenter: 'A-100', quantity: 4 }]
    const added = await buyer.post(items, { productId, quantity: 4, allocations: byQuantity })
    const line = added.body.data.items[1]
    const more = await buyer.patch(`${items}/${line.id}`, { quantity: 5, expectedItemVersion: 1 })
    expect(more.body.data.problems).toMatchObject([
      {
        code: 'cart.allocations_invalid',
        itemId: line.id,
        details: { reason: 'QUANTITY_SUM', expected: '5', sum: '4' },
      },
    ])
    const refused = await checkOut(buyer, more.body.data.snapshotVersion)
    expect(refused.body.meta).toMatchObject({
      code: 'checkout.allocations_invalid',
      details: { lines: [{ line: 2, reason: 'QUANTITY_SUM' }] },
    })
  })

  it('is ordered as it is divided, and has what the company requires', async () => {
    const { buyer, admin } = await aBuyingCompany()
    const productId = await aBolt()
    await admin.patch('/api/v1/company', { costCenterRequired: true, requestedDateRequired: true })
    const add = (more: object) =>
      buyer.post(items, { productId, quantity: 5, requestedDate: march, ...more })
    await add({ allocations: [half('A'), half('B')] })
    const version = (await add({ allocations: [half('A'), { percent: '50' }] })).body.data
      .snapshotVersion
    const missing = await checkOut(buyer, version)
    expect(missing.body.meta.code).toBe('checkout.cost_center_required')
    const started = await checkOut(buyer, version, { costCenter: 'Z' })
    expect(started.status, JSON.stringify(started.body)).toBe(201)
    const paid = await handOver(buyer, started.body.data.id, { method: 'invoice' })
    const order = (await buyer.get(`/api/v1/orders/${paid.body.data.checkout.orderId}`)).body.data
    expect(order.lines).toMatchObject([
      {
        requestedDate: march,
        allocations: [
          { costCenter: 'A', amount: { amount: '5.00' } },
          { costCenter: 'B', amount: { amount: '5.00' } },
        ],
      },
      { allocations: [{ costCenter: 'A' }, { percent: '50', amount: { amount: '5.00' } }] },
    ])
    expect((await buyer.get('/api/v1/cart')).body.data.items).toEqual([])
  })

  it('has the divisions of a reordered order, except those of codes that have ended', async () => {
    const { buyer, integration, admin } = await aBuyingCompany()
    const [bolt, nut] = [await aBolt(), await aBolt()]
    const codes = new Map<string, string>()
    for (const code of ['A', 'B', 'C']) {
      const made = await admin.post('/api/v1/company/cost-centers', { code, name: code })
      codes.set(code, made.body.data.id)
    }
    const amountOf = (amount: string) => ({ amount: { amount, currency: 'EUR' } })
    const order = {
      shipTo,
      payment: { method: 'invoice' },
      lines: [
        { productId: bolt, quantity: 4, allocations: [half('A'), half('B')] },
        {
          productId: bolt,
          quantity: 4,
          allocations: [
            { costCenter: 'A', ...amountOf('2.00') },
            { costCenter: 'B', ...amountOf('6.00') },
          ],
        },
        { productId: bolt, quantity: 2, costCenter: 'A' },
        { productId: nut, quantity: 3, allocations: [{ costCenter: 'C', quantity: 3 }] },
        { productId: nut, quantity: 2 },
      ],
    }
    const placed = await integration.post('/api/v1/orders', order, { key: aKey() })
    expect(placed.status, JSON.stringify(placed.body)).toBe(201)
    await admin.post(`/api/v1/company/cost-centers/${codes.get('C')}/end`)
    const path = `/api/v1/orders/${placed.body.data.order.id}/reorder`
    const { added, notAdded, withoutAllocations, cart } = (await buyer.post(path)).body.data
    expect([added, notAdded]).toEqual([4, []])
    expect(withoutAllocations).toMatchObject([
      {
        productId: nut,
        quantity: 3,
        allocations: [{ costCenter: 'C', quantity: 3 }],
        code: 'structure.code_unknown',
        details: { codes: [{ code: 'C', reason: 'ENDED' }] },
      },
    ])
    const shares = ['25', '75'].map((percent, at) => ({ costCenter: 'AB'[at], percent }))
    expect(cart.items).toMatchObject([
      { product: { id: bolt }, quantity: 4, allocations: [half('A'), half('B')] },
      { product: { id: bolt }, quantity: 4, allocations: shares },
      { product: { id: bolt }, quantity: 2 },
      { product: { id: nut }, quantity: 5 },
    ])
    expect((await buyer.post(path)).body.data.added).toBe(0)
  })

  it('is divided by the lines of the checkout where these say it', async () => {
    const { buyer } = await aBuyingCompany()
    const productId = await aBolt()
    const added = await buyer.post(items, {
      productId,
      quantity: 10,
      allocations: [half('A'), half('B')],
      requestedDate: march,
    })
    const { snapshotVersion, items: lines } = added.body.data
    const part = (more: object) => ({ cartItemId: lines[0].id, quantity: 5, ...more })
    const started = await checkOut(buyer, snapshotVersion, {
      shipTo: undefined,
      deliveries: [
        { shipTo, lines: [part({})] },
        { shipTo, lines: [part({ costCenter: 'C', requestedDate: february })] },
      ],
    })
    expect(started.status, JSON.stringify(started.body)).toBe(201)
    const [first, second] = started.body.data.snapshot.lines
    expect(first).toMatchObject({ requestedDate: march, allocations: [half('A'), half('B')] })
    expect(second).toMatchObject({ requestedDate: february, costCenter: 'C' })
    expect(second).not.toHaveProperty('allocations')
  })

  it('becomes a requisition with its divisions, and is handed over with them', async () => {
    const { approver, buyer } = await aBuyingCompany()
    const productId = await aBolt()
    const line = { productId, quantity: 4, allocations: [half('A'), half('B')] }
    await approver.post(items, line)
    await approver.post(items, { ...line, requestedDate: march })
    const taken = await approver.post('/api/v1/requisitions', { title: 'Bolts', fromCart: true })
    expect(taken.status, JSON.stringify(taken.body)).toBe(201)
    expect(taken.body.data.lines).toMatchObject([line, { ...line, requestedDate: march }])

    await buyer.get('/api/v1/cart')
    const { id } = (await buyer.post('/api/v1/carts', { name: 'Bolts' })).body.data
    const filled = await buyer.post(`/api/v1/carts/${id}/items`, line)
    expect(filled.body.data.items).toMatchObject([{ allocations: line.allocations }])
    const { snapshotVersion: expectedSnapshotVersion } = filled.body.data
    const { id: userId } = (await approver.get('/auth/me')).body.data
    await buyer.post(`/api/v1/carts/${id}/hand-over`, { userId, expectedSnapshotVersion })
    const handed = await approver.get(`/api/v1/carts/${id}`)
    expect(handed.body.data.items).toMatchObject([{ allocations: line.allocations }])
  })

  it('takes equal lines that come at once one time, also when two lines become equal', async () => {
    const { buyer } = await aBuyingCompany()
    const productId = await aBolt()
    const line = { productId, quantity: 4, allocations: [half('A'), half('B')] }
    const added = await Promise.all([1, 2, 3, 4].map(() => buyer.post(items, line)))
    expect(added.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    const three = [february, march, '2099-04-06'].map((requestedDate) => ({
      ...line,
      requestedDate,
    }))
    for (const one of three) await buyer.post(items, one)
    const { items: lines } = (await buyer.get('/api/v1/cart')).body.data
    const changed = await Promise.all(
      lines.slice(1).map(({ id }: { id: string }) =>
        buyer.patch(`${items}/${id}`, {
          quantity: 4,
          expectedItemVersion: 1,
          requestedDate: '2099-05-06',
        }),
      ),
    )
    expect(changed.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const conflicts = changed.filter(({ status }) => status === 409)
    expect(conflicts.map(({ body }) => body.meta.code)).toEqual(
      conflicts.map(() => 'cart.item_exists'),
    )
  })
})

const half = (costCenter: string) => ({ costCenter, percent: '50' })

async function aBuyingCompany(): Promise<CompanyOfWorld> {
  const company = await world.company()
  await giveCredit(world, company.companyId)
  return company
}

/** 2.50 EUR, and 2.00 EUR from ten on; at least four, and 100 are there. */
async function aBolt(): Promise<string> {
  const { id } = await aProduct(database, {
    unitPrice: '2.50',
    tiers: [[10, '2.00']],
    moq: 4,
    onHand: 100,
  })
  return id
}
