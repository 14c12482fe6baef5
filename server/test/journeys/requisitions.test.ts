import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { anExternalOffer } from '#testing/external-offer'
import { aPerson } from '#testing/identity'
import { codeOf, eventsTo } from './approvals-client.ts'
import { type Client, createClient } from './client.ts'
import { fillCart, giveCredit, shipTo } from './purchase.ts'
import { aNegotiation, aSubmitted } from './requisitions-client.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const supplier = await world.company()
const url = '/api/v1/requisitions'
let ours: CompanyOfWorld
let approver: Client
let productId: string

beforeEach(async () => {
  ours = await world.company()
  approver = ours.approver
  await giveCredit(world, ours.companyId, 1_000_000n)
  productId = await aBolt()
})

const desk = { what: 'A height-adjustable desk', quantity: 2 }

describe('a requisition', () => {
  it('is a draft of its requester, has a number, and is changed and deleted', async () => {
    const created = await approver.post(url, {
      title: ' Desks ',
      neededBy: '2031-05-06',
      shipTo,
      lines: [
        { ...desk, estimate: { amount: '1200.00', currency: 'EUR' }, unspsc: '56101703' },
        { productId, quantity: 3, costCenter: '4711' },
      ],
    })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    const { id } = created.body.data
    expect(created.body.data).toMatchObject({
      number: expect.stringMatching(/^REQ-\d{4}-000001$/),
      state: 'DRAFT',
      title: 'Desks',
      neededBy: '2031-05-06',
      lines: [
        { position: 1, what: desk.what, estimate: { amount: '1200.00' }, links: [] },
        { position: 2, productId, costCenter: '4711' },
      ],
      history: [{ state: 'DRAFT' }],
    })
    expect((await ours.buyer.get(`${url}/${id}`)).body.meta.code).toBe(
      'requisitions.requisition_not_found',
    )
    const changed = await approver.patch(`${url}/${id}`, {
      title: 'Chairs',
      lines: [desk],
      expectedVersion: 1,
    })
    expect(changed.body.data).toMatchObject({ title: 'Chairs', version: 2, lines: [desk] })
    const stale = await approver.patch(`${url}/${id}`, { title: 'x', expectedVersion: 1 })
    expect(stale.body.meta).toMatchObject({ code: 'requisitions.version_conflict' })
    const day = { neededBy: '2999-01-31', note: 'For the fair.' }
    expect((await approver.patch(`${url}/${id}`, day)).body.data).toMatchObject(day)
    const without = await approver.patch(`${url}/${id}`, { neededBy: null, note: null })
    expect(Object.keys(without.body.data)).not.toContain('neededBy')
    expect(Object.keys(without.body.data)).not.toContain('note')
    expect((await approver.delete(`${url}/${id}`)).status).toBe(200)
    expect((await approver.get(`${url}/${id}`)).status).toBe(404)
  })

  it('refuses products that the company cannot buy, and is not submitted empty', async () => {
    const unknown = await approver.post(url, {
      title: 'x',
      lines: [{ productId: 'prd_none', quantity: 1 }],
    })
    expect(codeOf(unknown)).toBe('requisitions.product_not_found')
    const { id } = (await approver.post(url, { title: 'x' })).body.data
    expect(codeOf(await approver.post(`${url}/${id}/submit`, {}))).toBe('requisitions.no_lines')
  })

  it('goes to the buyers, comes back with a comment, and ends when it is withdrawn', async () => {
    const id = await aSubmitted(approver, [desk])
    expect((await ours.buyer.get(`${url}/${id}`)).body.data.state).toBe('SUBMITTED')
    expect(codeOf(await ours.buyer.patch(`${url}/${id}`, { title: 'x' }))).toBe(
      'requisitions.requisition_of_another',
    )
    expect(codeOf(await approver.patch(`${url}/${id}`, { title: 'x' }))).toBe(
      'requisitions.not_in_state',
    )
    expect((await approver.post(`${url}/${id}/return`, { comment: 'x' })).status).toBe(403)
    const returned = await ours.buyer.post(`${url}/${id}/return`, { comment: 'Which colour?' })
    expect(returned.body.data).toMatchObject({ state: 'RETURNED' })
    expect(returned.body.data.history.at(-1)).toMatchObject({ comment: 'Which colour?' })
    await approver.patch(`${url}/${id}`, { lines: [{ ...desk, note: 'oak' }] })
    await approver.post(`${url}/${id}/submit`, { comment: 'Oak.' })
    const withdrawn = await approver.post(`${url}/${id}/withdraw`, {})
    expect(withdrawn.body.data.state).toBe('WITHDRAWN')
    expect(codeOf(await ours.buyer.post(`${url}/${id}/reject`, { comment: 'No.' }))).toBe(
      'requisitions.not_in_state',
    )
    expect(await eventsTo(world, ours.companyId, id)).toEqual([
      'requisition.submitted',
      'requisition.returned',
      'requisition.submitted',
      'requisition.withdrawn',
    ])
  })

  it('is listed for its requester, and for buyers once it is submitted', async () => {
    const draft = (await approver.post(url, { title: 'Hidden', lines: [desk] })).body.data
    const id = await aSubmitted(approver, [{ what: 'Ten 100% oak boards', quantity: 10 }])
    const listed = async (client: Client, query = '') =>
      (await client.get(`${url}${query}`)).body.data.map((one: { id: string }) => one.id)
    expect(await listed(approver)).toEqual([id, draft.id])
    expect(await listed(ours.buyer)).toEqual([id])
    expect(await listed(ours.buyer, '?q=100%25%20oak')).toEqual([id])
    expect(await listed(ours.buyer, '?q=%25birch')).toEqual([])
    expect(await listed(approver, '?state=DRAFT')).toEqual([draft.id])
    const other = await world.company()
    expect(await listed(other.buyer)).toEqual([])
    expect((await other.buyer.get(`${url}/${id}`)).status).toBe(404)
  })

  it('takes the content of the cart, which is empty then', async () => {
    await fillCart(approver, [{ productId, quantity: 4 }])
    const both = await approver.post(url, { title: 'x', fromCart: true, lines: [desk] })
    expect(codeOf(both)).toBe('requisitions.cart_or_lines')
    const taken = await approver.post(url, { title: 'Cart', fromCart: true })
    expect(taken.body.data.lines).toMatchObject([{ productId, quantity: 4 }])
    const { lines, lock } = (await approver.get('/api/v1/cart')).body.data
    expect(lines ?? []).toEqual([])
    expect(lock ?? null).toBeNull()
    expect(codeOf(await approver.post(url, { title: 'Again', fromCart: true }))).toBe('cart.empty')
  })
})

describe('a requisition with a line in words', () => {
  it('is sourced by a buyer, and becomes one order', async () => {
    const id = await aSubmitted(approver, [desk, { productId, quantity: 3, costCenter: '4711' }])
    const [line, bolts] = (await ours.buyer.get(`${url}/${id}`)).body.data.lines
    const sourcing = (lineId: string) => `${url}/${id}/lines/${lineId}/sourcing`
    expect(codeOf(await ours.buyer.post(`${url}/${id}/convert`, {}))).toBe(
      'requisitions.lines_not_orderable',
    )
    expect(codeOf(await ours.buyer.put(sourcing(bolts.id), { productId }))).toBe(
      'requisitions.line_has_product',
    )
    expect(codeOf(await ours.buyer.put(sourcing('rql_no'), { note: 'x', productId }))).toBe(
      'requisitions.line_not_found',
    )
    expect(codeOf(await ours.buyer.put(sourcing(line.id), { productId }))).toBe(
      'requisitions.product_repeated',
    )
    const price = { amount: '100.00', currency: 'EUR' }
    expect(codeOf(await ours.buyer.put(sourcing(line.id), { price }))).toBe(
      'requisitions.sourcing_incomplete',
    )
    const nobody = { ...(await aNegotiation(ours.buyer)), supplierId: 'co_none' }
    expect(codeOf(await ours.buyer.put(sourcing(line.id), nobody))).toBe(
      'requisitions.supplier_unknown',
    )
    const found = await aBolt()
    const negotiated = { productId: found, ...(await aNegotiation(ours.buyer, '99.00')) }
    const sourced = await ours.buyer.put(sourcing(line.id), negotiated)
    expect(sourced.body.data).toMatchObject({
      state: 'IN_SOURCING',
      lines: [{ sourcing: { productId: found, supplierId: supplier.companyId } }, {}],
    })

    const converts = await Promise.all(
      [ours.buyer, ours.admin, ours.buyer].map((client) =>
        client.post(`${url}/${id}/convert`, { poNumber: 'A-1' }),
      ),
    )
    expect(converts.map(({ status, body }) => [status, body.data?.state, body.meta?.code])).toEqual(
      converts.map(() => [200, 'ORDERED', undefined]),
    )
    const orders = (await ours.buyer.get('/api/v1/orders')).body.data
    expect(orders).toHaveLength(1)
    const { orderId, orderNumber, history } = converts[0]?.body.data ?? {}
    expect(orders).toMatchObject([{ id: orderId, number: orderNumber, poNumber: 'A-1' }])
    expect(history.slice(-2)).toMatchObject([{ state: 'APPROVED' }, { state: 'ORDERED', orderId }])
    const order = (await ours.buyer.get(`/api/v1/orders/${orderId}`)).body.data
    expect(order.lines).toMatchObject([
      // The catalogue still has another price than the negotiated one.
      { productId: found, quantity: 2, unitPrice: { amount: '99.00' } },
      { productId, quantity: 3, costCenter: '4711' },
    ])
    expect(codeOf(await approver.post(`${url}/${id}/withdraw`, {}))).toBe(
      'requisitions.not_in_state',
    )
    expect(await eventsTo(world, ours.companyId, id)).toEqual([
      'requisition.submitted',
      'requisition.approved',
      'requisition.ordered',
    ])
  })

  it('is sourced with an external offer, and ordered once that is confirmed', async () => {
    const id = await aSubmitted(approver, [desk])
    const [line] = (await ours.buyer.get(`${url}/${id}`)).body.data.lines
    const sourcing = `${url}/${id}/lines/${line.id}/sourcing`
    const aRequest = async (company: CompanyOfWorld) => {
      const offerId = await anExternalOffer(database, { companyId: company.companyId })
      const path = `/api/v1/products/${offerId}/offer-requests`
      return (await company.buyer.post(path, { quantity: 2 })).body.data.id as string
    }
    const theirs = await aRequest(await world.company())
    expect(codeOf(await ours.buyer.put(sourcing, { offerRequestId: theirs }))).toBe(
      'offers.request_not_found',
    )
    const operator = await world.operator()
    const declined = await aRequest(ours)
    await operator.post(`/api/v1/offer-requests/${declined}/decline`, { reason: 'Sold out.' })
    expect(codeOf(await ours.buyer.put(sourcing, { offerRequestId: declined }))).toBe(
      'requisitions.offer_not_open',
    )
    const offerRequestId = await aRequest(ours)
    const both = { offerRequestId, productId }
    expect(codeOf(await ours.buyer.put(sourcing, both))).toBe('requisitions.sourcing_incomplete')
    const sourced = await ours.buyer.put(sourcing, { offerRequestId })
    expect(sourced.body.data).toMatchObject({
      state: 'IN_SOURCING',
      lines: [{ sourcing: { offerRequestId } }],
    })
    expect(codeOf(await ours.buyer.post(`${url}/${id}/convert`, {}))).toBe(
      'requisitions.lines_not_orderable',
    )
    const confirmed = await operator.post(`/api/v1/offer-requests/${offerRequestId}/confirm`, {
      unitPrice: { amount: '310.00', currency: 'EUR' },
      validUntil: new Date(Date.now() + 86_400_000).toISOString(),
      leadTimeDays: 9,
    })
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200)
    const { orderProductId } = confirmed.body.data
    const converted = await ours.buyer.post(`${url}/${id}/convert`, {})
    expect(converted.body.data, JSON.stringify(converted.body)).toMatchObject({
      state: 'ORDERED',
      lines: [{ state: 'ORDERED', sourcing: { offerRequestId, productId: orderProductId } }],
    })
    const order = await ours.buyer.get(`/api/v1/orders/${converted.body.data.orderId}`)
    expect(order.body.data.lines).toMatchObject([
      { productId: orderProductId, quantity: 2, unitPrice: { amount: '310.00' } },
    ])
  })

  it('says that an address is missing', async () => {
    const id = await aSubmitted(approver, [{ productId, quantity: 1 }], {})
    expect(codeOf(await ours.buyer.post(`${url}/${id}/convert`, {}))).toBe(
      'requisitions.address_required',
    )
    expect((await ours.buyer.post(`${url}/${id}/convert`, { shipTo })).body.data.state).toBe(
      'ORDERED',
    )
  })
})

it('buyers get a mail about what is submitted, and its requester about what became of it', async () => {
  await ours.buyer.patch('/api/v1/me', { locale: 'de' })
  const id = await aSubmitted(approver, [{ productId, quantity: 1 }])
  const { number } = (await approver.get(`${url}/${id}`)).body.data
  const submitted = await mailTo(ours.buyer, `die Bedarfsmeldung ${number} eingereicht: Things`)
  expect(submitted).toContain('Der Kommentar: Please.')
  await ours.buyer.post(`${url}/${id}/return`, { comment: 'Which colour?' })
  expect(await mailTo(approver, `Requisition ${number} is with you again`)).toContain(
    'The comment: Which colour?',
  )
  await approver.post(`${url}/${id}/submit`, {})
  const { orderNumber } = (await ours.buyer.post(`${url}/${id}/convert`, {})).body.data
  expect(await mailTo(approver, `Requisition ${number} is ordered`)).toContain(orderNumber)
})

it('the spending limit of its requester pays for it, and not the one of the buyer', async () => {
  const { id: userId } = (await approver.get('/auth/me')).body.data
  const limit = { amount: '150.00', currency: 'EUR' }
  const made = await ours.admin.post('/api/v1/spending-limits', {
    name: 'Ann',
    personId: userId,
    period: 'MONTH',
    limit,
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const first = await aSubmitted(approver, [{ productId, quantity: 1 }])
  expect((await ours.buyer.post(`${url}/${first}/convert`, {})).body.data.state).toBe('ORDERED')
  const second = await aSubmitted(approver, [{ productId, quantity: 1 }])
  expect(codeOf(await ours.buyer.post(`${url}/${second}/convert`, {}))).toBe('budgets.exceeded')
})

it('operators see what a company has submitted', async () => {
  const id = await aSubmitted(approver, [desk])
  const operator = await world.operator()
  const { body } = await operator.get(`/admin/companies/${ours.companyId}/requisitions`)
  expect(body.data).toMatchObject([{ id, state: 'SUBMITTED', lineCount: 1 }])
  const one = await operator.get(`/admin/companies/${ours.companyId}/requisitions/${id}`)
  expect(one.body.data).toMatchObject({ id, lines: [{ what: desk.what, state: 'OPEN' }] })
})

it('a person who is erased takes drafts along, and what was submitted stays', async () => {
  const { email, password, actor } = await aPerson(database, {
    companyId: ours.companyId,
    role: 'buyer',
  })
  const { body } = await world.anybody.post('/auth/login', { email, password })
  const leaver = createClient(world.baseUrl, { bearer: body.data.accessToken })
  const draft = (await leaver.post(url, { title: 'Draft', lines: [desk] })).body.data
  const kept = (await leaver.post(url, { title: 'Kept', lines: [desk] })).body.data
  await leaver.post(`${url}/${kept.id}/submit`, {})
  const erased = await ours.admin.post(`/api/v1/members/${actor.id}/erase`, {})
  expect(erased.status, JSON.stringify(erased.body)).toBeLessThan(300)
  const { rows } = await sql<{ id: string }>`
    select id from requisitions.requisitions where company_id = ${ours.companyId} order by id
  `.execute(database.pool)
  expect(rows.map(({ id }) => id)).not.toContain(draft.id)
  expect(rows.map(({ id }) => id)).toContain(kept.id)
})

async function aBolt(): Promise<string> {
  const product = { supplierCompanyId: supplier.companyId, unitPrice: '100.00', onHand: 100 }
  return (await aProduct(database, product)).id
}

type Mail = { readonly subject: string; readonly text: string }

async function mailsTo(email: string): Promise<readonly Mail[]> {
  const url = `${world.sandboxUrl}/mailbox/messages?to=${encodeURIComponent(email)}`
  return ((await (await fetch(url)).json()) as { messages: Mail[] }).messages
}

async function mailTo(client: Client, subject: string): Promise<string> {
  const { email } = (await client.get('/api/v1/me')).body.data.person
  const find = async () => (await mailsTo(email)).find((mail) => mail.subject.includes(subject))
  await expect.poll(find, { timeout: 60_000 }).toBeDefined()
  return (await find())?.text ?? ''
}
