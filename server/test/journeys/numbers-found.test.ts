import { beforeEach, describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aKey, type Client } from './client.ts'
import { giveCredit, shipTo, untilInvoiced } from './purchase.ts'
import { aSubmitted } from './requisitions-client.ts'
import { aSupplier } from './suppliers.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const operator = await world.operator()
const supplier = await aSupplier(world)
await operator.patch(`/admin/companies/${supplier.id}`, { vatId: 'DE123456788' })
let ours: CompanyOfWorld
let productId: string

beforeEach(async () => {
  ours = await world.company()
  await giveCredit(world, ours.companyId, 1_000_000n)
  const product = { supplierCompanyId: supplier.id, taxClass: 'standard', onHand: 100 } as const
  productId = (await aProduct(world.parts.platform.database, product)).id
})

describe('a part of a number, in any case,', () => {
  it('finds what belongs to an order by the number and the PO number of the order', async () => {
    const order = await place({ poNumber: 'Werk_7/4711' })
    await place({ poNumber: 'Werk-7/4711' })
    const path = `/api/v1/orders/${order.id}`
    const { shipments } = await done(operator, `${path}/shipments`, {})
    await done(ours.buyer, `${path}/deliveries`, { shipmentId: shipments[0].id })
    const lines = [{ lineNumber: 1, quantity: 1, reason: 'DAMAGED' }]
    const { returns } = await done(ours.buyer, `${path}/returns`, { lines })
    const [invoice] = await untilInvoiced(ours.buyer, order.id, 1)
    for (const q of [
      order.number.slice(1),
      order.number.toLowerCase(),
      'erk_7/47',
      'WERK_7/4711',
    ]) {
      const finds = {
        '/api/v1/payments': order.paymentId,
        '/api/v1/invoices': invoice.id,
        '/api/v1/returns': returns[0].id,
      }
      for (const [list, id] of Object.entries(finds)) {
        expect(await idsIn(ours.admin, list, q), `${list} ${q}`).toEqual([id])
      }
      const found = (await ours.admin.get(`/api/v1/order-lines?${ofText(q)}`)).body.data
      expect(found).toMatchObject([{ orderId: order.id }])
      const ofOurs = `/admin/payments?companyId=${ours.companyId}&${ofText(q)}`
      expect((await operator.get(ofOurs)).body.data).toMatchObject([{ id: order.paymentId }])
    }
    const [{ id, number }] = returns
    expect(await idsIn(ours.admin, '/api/v1/returns', number.slice(2))).toEqual([id])
    expect(await idsIn(ours.admin, '/api/v1/invoices', invoice.number.slice(2))).toEqual([
      invoice.id,
    ])
    const ofSupplier = '/api/v1/invoices?side=issued'
    const issued = (await supplier.admin.get(`${ofSupplier}&${ofText('erk_7')}`)).body.data
    expect(issued).toMatchObject([{ id: invoice.id }])
    const stranger = await world.company()
    expect(await idsIn(stranger.admin, '/api/v1/invoices', 'erk_7')).toEqual([])
    expect(await idsIn(stranger.admin, '/api/v1/payments', order.number)).toEqual([])
    const ofAll = await operator.get('/admin/invoices/search?number=erk_7/4711')
    expect(ofAll.body.data).toMatchObject([{ invoiceId: invoice.id }])
  })

  it('finds the approval request for an order', async () => {
    const people = [(await ours.admin.get('/auth/me')).body.data.id]
    await ours.admin.post('/api/v1/approval-rules', {
      name: 'All',
      steps: [{ mode: 'ANY', people }],
    })
    const order = await place({ poNumber: 'Halle 3' })
    await place({ poNumber: 'Halle 4' })
    for (const q of [order.number.slice(1), 'halle 3']) {
      for (const [client, mine] of [
        [ours.admin, 'to_decide'],
        [ours.buyer, 'requested'],
      ] as const) {
        const { body } = await client.get(`/api/v1/approvals?mine=${mine}&${ofText(q)}`)
        expect(body.data, `${mine} ${q}`).toMatchObject([{ orderId: order.id }])
      }
    }
  })

  it('finds a requisition by the PO number of a line and by its order', async () => {
    const id = await aSubmitted(ours.buyer, [{ productId, quantity: 1, poNumber: 'Dach 9' }])
    await aSubmitted(ours.buyer, [{ productId, quantity: 1 }])
    const list = '/api/v1/requisitions'
    expect(await idsIn(ours.buyer, list, 'dach')).toEqual([id])
    const { orderNumber } = await done(ours.buyer, `${list}/${id}/convert`, {})
    expect(await idsIn(ours.buyer, list, orderNumber.slice(1))).toEqual([id])
    const { number } = (await ours.buyer.get(`${list}/${id}`)).body.data
    const ofOurs = `/admin/requisitions?companyId=${ours.companyId}`
    for (const q of [orderNumber.slice(1), number.toLowerCase()]) {
      const { body } = await operator.get(`${ofOurs}&${ofText(q)}`)
      expect(body.data, q).toMatchObject([{ id, number, orderNumber }])
    }
  })
})

it.each(['A/', '../', 'Ü-', '-A', 'PO-2026-000123'])(
  'a number series refuses the prefix %s',
  async (prefix) => {
    const path = '/api/v1/company/number-series/ORDER'
    const refused = await ours.admin.patch(path, { prefix })
    expect([refused.status, refused.body.meta.code]).toEqual([400, 'platform.request_invalid'])
    const { series } = (await ours.admin.get('/api/v1/company/number-series')).body.data
    expect(series[0]).toMatchObject({ kind: 'ORDER', prefix: 'PO-' })
  },
)

const ofText = (q: string) => `q=${encodeURIComponent(q)}`

async function idsIn(client: Client, list: string, q: string): Promise<string[]> {
  const { status, body } = await client.get(`${list}?${ofText(q)}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.map(({ id }: { id: string }) => id)
}

async function done(client: Client, path: string, body: object) {
  const answered = await client.post(path, body)
  expect([200, 201], JSON.stringify(answered.body)).toContain(answered.status)
  return answered.body.data
}

async function place(more: object) {
  const order = { lines: [{ productId, quantity: 1 }], shipTo, payment: { method: 'invoice' } }
  const placed = await ours.buyer.post('/api/v1/orders', { ...order, ...more }, { key: aKey() })
  expect(placed.status, JSON.stringify(placed.body)).toBe(201)
  const { order: made, payment } = placed.body.data
  return { id: made.id, number: made.number, paymentId: payment.id }
}
