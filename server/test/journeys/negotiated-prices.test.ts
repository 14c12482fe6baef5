import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { aCompany, aPerson } from '#testing/identity'
import { type Approval, approve, codeOf } from './approvals-client.ts'
import { aKey, type Client, createClient } from './client.ts'
import { giveCredit, shipTo } from './purchase.ts'
import { aLetter, aNegotiation, aSubmitted } from './requisitions-client.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const url = '/api/v1/requisitions'
const world = await useWorld()
const { database } = world.parts.platform
const supplier = await world.company()
let ours: CompanyOfWorld
let productId: string

/** The catalogue says 20.00. */
beforeEach(async () => {
  ours = await world.company()
  await giveCredit(world, ours.companyId, 1_000_000n)
  productId = await aDesk()
})

describe('a negotiated price', () => {
  it('is what the line costs, for the buyer and the supplier, whatever the catalogue says', async () => {
    const { id, lineId } = await aWish()
    const negotiation = await aNegotiation(ours.buyer)
    const { note, attachmentIds } = negotiation
    await source(id, lineId, { productId, ...negotiation })
    await setPrice('31.00')
    const { orderId } = await convert(id)
    await setPrice('7.00')
    const path = `/api/v1/orders/${orderId}`
    const line = {
      productId,
      quantity: 2,
      unitPrice: { amount: '12.00', currency: 'EUR' },
      lineTotal: { amount: '24.00' },
      negotiatedPrice: { note, attachmentIds },
    }
    const order = (await ours.buyer.get(path)).body.data
    expect(order).toMatchObject({ lines: [line], totals: { goods: { amount: '24.00' } } })
    const supplied = await supplier.integration.get(`/api/v1/supplier/orders/${orderId}`)
    expect(supplied.body.data.lines).toMatchObject([line])

    const document = `${path}/documents/${supplier.companyId}.xml`
    for (const client of [ours.buyer, supplier.admin]) {
      const xml = await textOf(client, document)
      expect(xml).toContain(`<cbc:Note>Negotiated price: ${note}</cbc:Note>`)
      expect(xml).toContain('>12.00</cbc:PriceAmount>')
    }
    const csv = await textOf(ours.buyer, `/api/v1/order-lines.csv?orderId=${orderId}`)
    expect(csv).toContain(note)
    const { data: audit } = (await ours.admin.get('/api/v1/audit?action=checkout.order_placed'))
      .body
    expect(audit).toMatchObject([{ details: { negotiatedPrices: 1, requisitionId: id } }])
  })

  it('holds for more of the line, and ends where both sides agree on another price', async () => {
    const { id, lineId } = await aWish()
    await source(id, lineId, { productId, ...(await aNegotiation(ours.buyer)) })
    const { orderId } = await convert(id)
    const path = `/api/v1/orders/${orderId}`
    const supplied = `/api/v1/supplier/orders/${orderId}`
    const more = { lines: [{ lineNumber: 1, quantity: 5 }], reason: 'Two more rooms.' }
    const requested = await ours.buyer.post(`${path}/changes`, more)
    const { changeRequestId } = requested.body.data.lines[0]
    const accepted = await supplier.integration.post(
      `${supplied}/changes/${changeRequestId}/accept`,
      {},
    )
    expect(accepted.status, JSON.stringify(accepted.body)).toBe(200)
    const lower = {
      lineNumber: 1,
      status: 'CHANGED',
      unitPrice: { amount: '11.00', currency: 'EUR' },
    }
    const answered = await supplier.integration.post(`${supplied}/response`, { lines: [lower] })
    expect(answered.status, JSON.stringify(answered.body)).toBe(200)
    const { lines } = (await ours.buyer.get(path)).body.data
    const amounts = lines.map((line: { unitPrice: { amount: string } }) => line.unitPrice.amount)
    expect(amounts).toEqual(['12.00', '12.00', '11.00'])
    expect(lines[1]).toMatchObject({ quantity: 3, negotiatedPrice: lines[0].negotiatedPrice })
    expect(lines[2]).not.toHaveProperty('negotiatedPrice')
  })

  it('is what approval rules judge and approvers see', async () => {
    const rule = {
      name: 'Dearer than before',
      conditions: { aboveLastPrice: true },
      steps: [{ mode: 'ANY', people: [(await ours.admin.get('/auth/me')).body.data.id] }],
    }
    const ordered = async (amount: string) => {
      const { id, lineId } = await aWish()
      await source(id, lineId, { productId, ...(await aNegotiation(ours.buyer, amount)) })
      return convert(id)
    }
    expect((await ordered('12.00')).state).toBe('ORDERED')
    const made = await ours.admin.post('/api/v1/approval-rules', rule)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    // Both prices are below that of the catalogue.
    expect((await ordered('11.50')).state).toBe('ORDERED')
    const { state, orderId } = await ordered('11.51')
    expect(state).toBe('IN_APPROVAL')
    const path = `/api/v1/orders/${orderId}`
    const [{ negotiatedPrice }] = (await ours.admin.get(path)).body.data.lines
    const [proof] = negotiatedPrice.attachmentIds
    const prices = (await ours.admin.get(`${path}/negotiated-prices`)).body.data
    expect(prices).toMatchObject([{ sourcing: { attachments: [{ id: proof }] } }])
    expect((await supplier.admin.get(`/api/v1/supplier/orders/${orderId}`)).status).toBe(404)
  })

  it('is approved again when it changes, whatever the total, and not when it stays', async () => {
    const { companyId } = ours
    const { email, password, actor } = await aPerson(database, { companyId, role: 'approver' })
    const { body } = await world.anybody.post('/auth/login', { email, password })
    const last = createClient(world.baseUrl, { bearer: body.data.accessToken })
    const { id: adminId } = (await ours.admin.get('/auth/me')).body.data
    const step = (person: string) => ({ mode: 'ANY', people: [person], mayReduce: true })
    const words = { name: 'Words', conditions: { freeTextLines: true }, position: 1 }
    await ours.admin.post('/api/v1/approval-rules', { ...words, steps: [step(adminId)] })
    const all = { name: 'All', conditions: {}, position: 2, steps: [step(actor.id)] }
    await ours.admin.post('/api/v1/approval-rules', all)

    const id = await aSubmitted(ours.approver, [{ what: 'A desk', quantity: 40 }])
    const path = `${url}/${id}`
    const sourceAt = async (amount: string) => {
      const [{ id: lineId }] = (await ours.buyer.get(path)).body.data.lines
      await source(id, lineId, { productId, ...(await aNegotiation(ours.buyer, amount)) })
    }
    const order = async () => {
      const { orderId } = await convert(id)
      const { data } = (await ours.admin.get(`/api/v1/approvals?orderId=${orderId}`)).body
      return data[0] as Approval & { total: object; step: number; steps: { votes: object[] }[] }
    }
    const returnLast = async ({ id: requestId, contentHash }: Approval) => {
      const comment = { contentHash, comment: 'Fewer.' }
      const returned = await last.post(`/api/v1/approvals/${requestId}/return`, comment)
      expect(returned.status, JSON.stringify(returned.body)).toBe(200)
      const stateOf = async () => (await ours.approver.get(path)).body.data.state
      await expect.poll(stateOf).toBe('RETURNED')
    }
    await sourceAt('1.00')
    const first = await order()
    await approve(ours.admin, first)
    await returnLast(first)

    await ours.approver.patch(path, { lines: [{ what: 'A desk', quantity: 4 }] })
    await ours.approver.post(`${path}/submit`, {})
    await sourceAt('10.00')
    const dearer = await order()
    expect(dearer).toMatchObject({ revises: first.id, total: first.total, step: 1 })
    expect(dearer.steps.flatMap(({ votes }) => votes)).toEqual([])

    await approve(ours.admin, dearer)
    await returnLast(dearer)
    await ours.approver.post(`${path}/submit`, {})
    const same = await order()
    expect(same).toMatchObject({ step: 2, steps: [{ votes: [{ keptFrom: dearer.id }] }, {}] })
    const reduced = await last.post(`/api/v1/approvals/${same.id}/reduce`, {
      contentHash: same.contentHash,
      lines: [{ lineNumber: 1, quantity: 3 }],
      reason: 'Three are enough.',
    })
    expect(reduced.body.data, JSON.stringify(reduced.body)).toMatchObject({ step: 2 })
  })

  it('holds beside lines at the price of the catalogue, also of the same product', async () => {
    const lines = [
      { productId, quantity: 1, costCenter: '4711' },
      { what: 'A desk', quantity: 2, requestedDate: '2099-03-02' },
    ]
    const id = await aSubmitted(ours.approver, lines)
    const wish = (await ours.buyer.get(`${url}/${id}`)).body.data.lines[1]
    await source(id, wish.id, { productId, ...(await aNegotiation(ours.buyer)) })
    const { orderId } = await convert(id)
    const order = (await ours.buyer.get(`/api/v1/orders/${orderId}`)).body.data
    expect(order.lines).toMatchObject([
      { unitPrice: { amount: '20.00' }, lineTotal: { amount: '20.00' } },
      { unitPrice: { amount: '12.00' }, lineTotal: { amount: '24.00' } },
    ])
    expect(order.lines[0]).not.toHaveProperty('negotiatedPrice')
  })

  it('is an amount that can be booked', async () => {
    const { id, lineId } = await aWish()
    const { price: _, ...proven } = await aNegotiation(ours.buyer)
    for (const amount of ['-1.00', '1.0000001', '100000000000000', '6000000000000.00']) {
      const price = { amount, currency: 'EUR' }
      const refused = await put(id, lineId, { productId, ...proven, price })
      expect(codeOf(refused), amount).toBe('requisitions.amount_invalid')
    }
    const price = { amount: '0.000001', currency: 'EUR' }
    expect((await put(id, lineId, { productId, ...proven, price })).status).toBe(200)
  })

  it('is in the currency of the order', async () => {
    const id = await aSubmitted(ours.approver, [
      { what: 'A desk', quantity: 2 },
      { what: 'A chair', quantity: 1 },
    ])
    const [desk, chair] = (await ours.buyer.get(`${url}/${id}`)).body.data.lines
    await source(id, desk.id, { productId, ...(await aNegotiation(ours.buyer)) })
    const dollars = await aNegotiation(ours.buyer, '5.00', 'USD')
    await source(id, chair.id, { productId: await aDesk(), ...dollars })
    const mixed = await ours.buyer.post(`${url}/${id}/convert`, {})
    expect(mixed.body.meta).toMatchObject({
      code: 'requisitions.currencies_differ',
      details: { currencies: ['EUR', 'USD'] },
    })
    const one = { lines: [desk.id] }
    const other = await ours.buyer.post(`${url}/${id}/convert`, { ...one, currency: 'USD' })
    expect(codeOf(other)).toBe('requisitions.currencies_differ')
    const euros = await ours.buyer.post(`${url}/${id}/convert`, { ...one, currency: 'EUR' })
    expect(euros.status, JSON.stringify(euros.body)).toBe(200)
  })

  it('without a product waits until its supplier sells one', async () => {
    const { id, lineId } = await aWish()
    const supplierId = await aCompany(database, { supplier: true })
    const negotiation = await aNegotiation(ours.buyer)
    await source(id, lineId, { supplierId, ...negotiation })
    expect(codeOf(await ours.buyer.post(`${url}/${id}/convert`, {}))).toBe(
      'requisitions.lines_not_orderable',
    )
    // The line keeps its proof, and the buyer names it again.
    await source(id, lineId, { productId: await aDesk(supplierId), ...negotiation })
    const { orderId } = await convert(id)
    const [line] = (await ours.buyer.get(`/api/v1/orders/${orderId}`)).body.data.lines
    expect(line.negotiatedPrice.attachmentIds).toEqual(negotiation.attachmentIds)
  })

  it('that an older release kept without a proof is not ordered', async () => {
    const { id, lineId } = await aWish()
    await source(id, lineId, { productId, ...(await aNegotiation(ours.buyer)) })
    await sql`
      update requisitions.attachments set proves_price = false
      where company_id = ${ours.companyId} and requisition_id = ${id}
    `.execute(database.pool)
    const refused = await ours.buyer.post(`${url}/${id}/convert`, {})
    expect(refused.body.meta).toMatchObject({
      code: 'requisitions.prices_unproven',
      details: { lineIds: [lineId] },
    })
    expect((await ours.buyer.get('/api/v1/orders')).body.data).toEqual([])
  })

  it('comes from a requisition alone', async () => {
    const attachmentIds = [await aLetter(ours.buyer)]
    const said = { note: 'Half of it.', attachmentIds }
    const price = { amount: '1.00', currency: 'EUR' }
    const line = { productId, quantity: 1 }
    const order = { shipTo, payment: { method: 'invoice' } }
    const forged = [{ negotiatedPrice: said }, { negotiatedPrice: { ...said, unitPrice: price } }]
    for (const more of forged) {
      const lines = [{ ...line, ...more }]
      const placed = await ours.buyer.post('/api/v1/orders', { ...order, lines }, { key: aKey() })
      expect(placed.status).toBe(400)
      expect((await ours.buyer.post('/api/v1/cart/items', lines[0])).status).toBe(400)
    }
    const expected = [{ ...line, expectedUnitPrice: price }]
    const placed = await ours.buyer.post(
      '/api/v1/orders',
      { ...order, lines: expected },
      { key: aKey() },
    )
    expect(codeOf(placed)).toBe('checkout.price_changed')
    expect((await put('rqn_none', 'rql_none', { productId, ...said, price })).status).toBe(404)
  })
})

async function aDesk(supplierCompanyId = supplier.companyId): Promise<string> {
  return (await aProduct(database, { supplierCompanyId, unitPrice: '20.00', onHand: 50 })).id
}

async function aWish() {
  const id = await aSubmitted(ours.approver, [{ what: 'A desk', quantity: 2 }])
  const [{ id: lineId }] = (await ours.buyer.get(`${url}/${id}`)).body.data.lines
  return { id, lineId: lineId as string }
}

const put = (id: string, lineId: string, sourcing: object) =>
  ours.buyer.put(`${url}/${id}/lines/${lineId}/sourcing`, sourcing)

async function source(id: string, lineId: string, sourcing: object): Promise<void> {
  const { status, body } = await put(id, lineId, sourcing)
  expect(status, JSON.stringify(body)).toBe(200)
}

async function convert(id: string): Promise<{ state: string; orderId: string }> {
  const { status, body } = await ours.buyer.post(`${url}/${id}/convert`, {})
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

async function setPrice(price: string): Promise<void> {
  await sql`
    update products.products set list_price = ${price}::numeric
    where supplier_company_id = ${supplier.companyId} and id = ${productId}
  `.execute(database.pool)
}

async function textOf({ headers }: Client, path: string): Promise<string> {
  const answer = await fetch(`${world.baseUrl}${path}`, { headers })
  expect(answer.status, path).toBe(200)
  return answer.text()
}
