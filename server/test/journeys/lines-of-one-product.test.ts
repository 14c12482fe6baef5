import { describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aKey } from './client.ts'
import { giveCredit, shipTo } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const supplier = await world.company()
const [february, march] = ['2099-02-06', '2099-03-06']
const payment = { method: 'invoice' }

describe('an order with several lines of one product', () => {
  it('has the price, the minimum and the stock of all its pieces', async () => {
    const { integration } = await aBuyingCompany()
    const productId = await aBolt()
    const place = (...quantities: number[]) =>
      integration.post(
        '/api/v1/orders',
        {
          shipTo,
          payment,
          lines: quantities.map((quantity, at) => ({
            productId,
            quantity,
            ...(at > 0 && { requestedDate: march }),
          })),
        },
        { key: aKey() },
      )
    const placed = await place(6, 4)
    expect(placed.status, JSON.stringify(placed.body)).toBe(201)
    expect(placed.body.data.order.lines).toMatchObject([
      { quantity: 6, unitPrice: { amount: '2.00' } },
      { quantity: 4, unitPrice: { amount: '2.00' }, requestedDate: march },
    ])
    const few = await place(1, 2)
    expect(few.body.meta.details?.problems).toMatchObject([
      { code: 'cart.below_minimum', productId, details: { requested: 3, minimum: 4 } },
    ])
    const many = await place(80, 40)
    expect(many.body.meta).toMatchObject({
      code: 'checkout.stock_short',
      details: { lines: [{ productId, requested: 120, available: 90 }] },
    })
  })

  it('shows the day of each line to the buyer, the supplier and in events', async () => {
    const { integration, buyer } = await aBuyingCompany()
    const productId = await aBolt()
    const placed = await integration.post(
      '/api/v1/orders',
      {
        shipTo,
        payment,
        requestedDate: february,
        lines: [
          { productId, quantity: 4 },
          { productId, quantity: 5, requestedDate: march },
        ],
      },
      { key: aKey() },
    )
    const { order } = placed.body.data
    expect(order.lines.map(dayOf)).toEqual([undefined, march])
    expect(order.deliveries).toMatchObject([{ number: 1, requestedDate: february }])
    expect((await buyer.get(`/api/v1/orders/${order.id}`)).body.data.lines).toEqual(order.lines)
    const read = await supplier.integration.get(`/api/v1/supplier/orders/${order.id}`)
    expect(read.status, JSON.stringify(read.body)).toBe(200)
    expect(read.body.data.lines.map(dayOf)).toEqual([undefined, march])
    // Within the tolerance of the second line, but a month after the day of the first.
    const answered = await supplier.integration.post(
      `/api/v1/supplier/orders/${order.id}/response`,
      {
        lines: [1, 2].map((lineNumber) => ({
          lineNumber,
          status: 'BACKORDERED',
          promisedDate: '2099-03-08',
        })),
      },
    )
    expect(answered.status, JSON.stringify(answered.body)).toBe(200)
    const promised = (await buyer.get(`/api/v1/orders/${order.id}`)).body.data.lines
    expect(promised.map((line: { promisedDate?: string }) => line.promisedDate)).toEqual([
      undefined,
      '2099-03-08',
    ])
  })

  it('refuses equal lines, days that have passed, and what is missing in one of them', async () => {
    const { integration, admin } = await aBuyingCompany()
    const productId = await aBolt()
    const refusal = async (...lines: object[]) => {
      const { body } = await integration.post('/api/v1/orders/validate', {
        shipTo,
        payment,
        lines: lines.map((line) => ({ productId, quantity: 10, ...line })),
      })
      return body.meta
    }
    const half = { costCenter: 'A', percent: '50' }
    const rest = { costCenter: 'B', percent: '50.0' }
    expect(
      await refusal({ allocations: [half, rest] }, { allocations: [rest, half] }),
    ).toMatchObject({ code: 'checkout.product_repeated', details: { productId } })
    expect(await refusal({}, { requestedDate: '2001-02-03' })).toMatchObject({
      code: 'checkout.requested_date_past',
      details: { delivery: 1, line: 2, requestedDate: '2001-02-03' },
    })
    await admin.patch('/api/v1/company', { requestedDateRequired: true })
    expect(await refusal({}, { requestedDate: march })).toMatchObject({
      code: 'checkout.references_required',
      details: { missing: ['requestedDate'] },
    })
    expect(await refusal({ requestedDate: february }, { requestedDate: march })).toEqual({})
  })
})

describe('a requisition', () => {
  it('keeps the allocations and the day of its lines until they are an order', async () => {
    const { approver, buyer } = await aBuyingCompany()
    const productId = await aBolt()
    const allocations = [
      { costCenter: 'A', glAccount: '6815', percent: '60' },
      { project: 'P', percent: '40' },
    ]
    const lines = [
      { productId, quantity: 4, allocations },
      { productId, quantity: 6, requestedDate: march, poNumber: 'PO-2' },
    ]
    const created = await approver.post('/api/v1/requisitions', { title: 'Bolts', shipTo, lines })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    expect(created.body.data.lines).toMatchObject(lines)
    const { id } = created.body.data
    await approver.post(`/api/v1/requisitions/${id}/submit`, {})
    const converted = await buyer.post(`/api/v1/requisitions/${id}/convert`, {})
    expect(converted.status, JSON.stringify(converted.body)).toBe(200)
    const order = await buyer.get(`/api/v1/orders/${converted.body.data.orderId}`)
    expect(order.body.data.lines).toMatchObject([
      {
        quantity: 4,
        unitPrice: { amount: '2.00' },
        allocations: [
          { ...allocations[0], amount: { amount: '4.80' } },
          { ...allocations[1], amount: { amount: '3.20' } },
        ],
      },
      { quantity: 6, requestedDate: march, poNumber: 'PO-2' },
    ])
  })

  it('has lines in words with allocations, and a buyer finds one product for two of them', async () => {
    const { approver, buyer } = await aBuyingCompany()
    const productId = await aBolt()
    const what = 'Bolts, M8'
    const lines = [{}, { requestedDate: march }, {}].map((more) => ({ what, quantity: 5, ...more }))
    const created = await approver.post('/api/v1/requisitions', { title: 'Bolts', shipTo, lines })
    const { id, lines: made } = created.body.data
    await approver.post(`/api/v1/requisitions/${id}/submit`, {})
    const source = (at: number) =>
      buyer.put(`/api/v1/requisitions/${id}/lines/${made[at].id}/sourcing`, { productId })
    expect((await source(0)).status).toBe(200)
    expect((await source(1)).status).toBe(200)
    expect((await source(2)).body.meta.code).toBe('requisitions.product_repeated')
  })

  it('refuses allocations that do not divide their line', async () => {
    const { approver } = await aBuyingCompany()
    const line = { what: 'Desks', quantity: 3, allocations: [{ quantity: 2 }] }
    const refused = await approver.post('/api/v1/requisitions', { title: 'x', lines: [line] })
    expect(refused.body.meta).toMatchObject({
      code: 'requisitions.allocations_invalid',
      details: { line: 1, reason: 'QUANTITY_SUM', expected: '3', sum: '2' },
    })
  })
})

const dayOf = ({ requestedDate }: { requestedDate?: string }) => requestedDate

async function aBuyingCompany(): Promise<CompanyOfWorld> {
  const company = await world.company()
  await giveCredit(world, company.companyId)
  return company
}

/** 2.50 EUR, and 2.00 EUR from ten on; at least four, and 100 are there. */
async function aBolt(): Promise<string> {
  const { id } = await aProduct(database, {
    supplierCompanyId: supplier.companyId,
    unitPrice: '2.50',
    tiers: [[10, '2.00']],
    moq: 4,
    onHand: 100,
  })
  return id
}
