import { describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { anExternalOffer } from '#testing/external-offer'
import { type Approval, approve } from './approvals-client.ts'
import { readAround } from './changed-items.ts'
import type { Client } from './client.ts'
import { checkOut, fillCart, giveCredit, handOver, shipTo, untilEnded } from './purchase.ts'
import { aSupplier } from './suppliers.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()
const supplier = await aSupplier(world)
const operator = await world.operator()
await giveCredit(world, ours.companyId)

describe('a program reads what has changed of', () => {
  it('the orders that a company supplies, also with their filters, and of no other supplier', async () => {
    const [kept, cancelled] = [await anOrder(), await anOrder()]
    const suppliedList = {
      client: supplier.admin,
      url: '/api/v1/supplier/orders',
      table: 'orders.supplied',
      rows: sql`supplier_company_id = ${supplier.id}`,
    }
    const { whole, changed } = await readAround(world, suppliedList, async () => {
      const { status, body } = await ours.buyer.post(`/api/v1/orders/${cancelled}/cancel`, {})
      expect(status, JSON.stringify(body)).toBe(200)
      // A worker voids the payment, which is a change of the order, too.
      const read = async () => (await ours.buyer.get(`/api/v1/orders/${cancelled}`)).body.data
      await expect.poll(async () => (await read()).paymentState).toBe('VOIDED')
    })
    expect(idsOf(whole).toSorted()).toEqual([kept, cancelled].toSorted())
    expect(changed).toMatchObject([
      { id: cancelled, state: 'CANCELLED', lineCount: 1, subtotal: eur('20.00') },
    ])
    const { body } = await supplier.admin.get('/api/v1/supplier/orders')
    const shown = body.data.find(({ id }: { id: string }) => id === cancelled)
    expect(changed).toMatchObject([{ number: shown.number, totals: shown.totals }])

    const filtered = async (query: string) =>
      idsOf(
        (await readAround(world, { ...suppliedList, url: `${suppliedList.url}?${query}` }, nothing))
          .whole,
      )
    expect(await filtered('unanswered=true')).toEqual([kept])
    expect(await filtered('state=CANCELLED')).toEqual([cancelled])
    expect(await filtered(`q=${encodeURIComponent(String(changed[0]?.number))}`)).toEqual([
      cancelled,
    ])

    const other = await aSupplier(world)
    const { body: theirs } = await other.admin.get('/api/v1/supplier/orders?sort=updatedAt')
    expect(theirs.data).toEqual([])
  })

  it('returns', async () => {
    const orderId = await anOrder()
    const path = `/api/v1/orders/${orderId}`
    const { body: shipped } = await operator.post(`${path}/shipments`, {})
    await ours.buyer.post(`${path}/deliveries`, { shipmentId: shipped.data.shipments[0].id })
    const ids: string[] = []
    for (const reason of ['DAMAGED', 'NOT_NEEDED']) {
      const lines = [{ lineNumber: 1, quantity: 1, reason }]
      const { body } = await ours.buyer.post(`${path}/returns`, { lines })
      ids.push(body.data.returns.at(-1).id)
    }
    const returnList = {
      client: ours.integration,
      url: '/api/v1/returns',
      table: 'orders.returns',
      rows: sql`company_id = ${ours.companyId}`,
    }
    const { whole, changed } = await readAround(world, returnList, () =>
      operator.post(`${path}/returns/${ids[0]}/receive`),
    )
    expect(idsOf(whole).toSorted()).toEqual(ids.toSorted())
    expect(changed).toMatchObject([{ id: ids[0], state: 'RECEIVED', orderId }])
  })

  it('approval requests, of which each vote is a change', async () => {
    const asking = await world.company()
    await giveCredit(world, asking.companyId)
    const idOf = async (client: Client): Promise<string> =>
      (await client.get('/auth/me')).body.data.id
    const [approverId, adminId] = [await idOf(asking.approver), await idOf(asking.admin)]
    const steps = [{ mode: 'ALL', people: [approverId, adminId] }]
    await asking.admin.post('/api/v1/approval-rules', { name: 'All', steps })
    const [voted, untouched] = [await aRequest(asking.buyer), await aRequest(asking.buyer)]
    const requested = {
      client: asking.buyer,
      url: '/api/v1/approvals?mine=requested',
      table: 'approvals.requests',
      rows: sql`company_id = ${asking.companyId}`,
    }
    const { whole, changed } = await readAround(world, requested, () =>
      approve(asking.approver, voted),
    )
    expect(idsOf(whole).toSorted()).toEqual([voted.id, untouched.id].toSorted())
    expect(changed).toMatchObject([
      { id: voted.id, state: 'PENDING', steps: [{ votes: [{ personId: approverId }] }] },
    ])

    const toDecide = { ...requested, url: '/api/v1/approvals' }
    const byAdmin = { ...toDecide, client: asking.admin }
    const decision = await readAround(world, byAdmin, () => approve(asking.admin, voted))
    expect(idsOf(decision.whole).toSorted()).toEqual([voted.id, untouched.id].toSorted())
    expect(decision.changed).toEqual([])
    const seen = await readAround(world, { ...toDecide, client: asking.approver }, nothing)
    expect(idsOf(seen.whole)).toEqual([untouched.id])
    const ofOrder = { ...requested, url: `/api/v1/approvals?orderId=${voted.orderId}` }
    expect((await readAround(world, ofOrder, nothing)).whole).toMatchObject([
      { id: voted.id, state: 'APPROVED' },
    ])
  })

  it('members and approval requests, of which each erased person is a change', async () => {
    const { admin, approver, buyer, companyId } = await world.company()
    await giveCredit(world, companyId)
    const { id: approverId } = (await approver.get('/auth/me')).body.data
    const { id: adminId } = (await admin.get('/auth/me')).body.data
    const steps = [{ mode: 'ALL', people: [approverId, adminId] }]
    await admin.post('/api/v1/approval-rules', { name: 'All', steps })
    const { id, contentHash } = await aRequest(buyer)
    await aRequest(buyer)
    const vote = { contentHash, note: 'Cheap enough.' }
    expect((await approver.post(`/api/v1/approvals/${id}/approve`, vote)).status).toBe(200)

    const rows = sql`company_id = ${companyId}`
    const url = '/api/v1/approvals?mine=requested'
    const requested = { client: buyer, url, table: 'approvals.requests', rows }
    const members = { client: admin, url: '/api/v1/members', table: 'identity.memberships', rows }
    const erase = async () => {
      const { status, body } = await operator.post(`/admin/people/${approverId}/erase`)
      expect(status, JSON.stringify(body)).toBe(200)
    }
    const requests: { changed: readonly Readonly<Record<string, unknown>>[] }[] = []
    const { changed } = await readAround(world, members, async () => {
      requests.push(await readAround(world, requested, erase))
    })
    expect(changed).toMatchObject([{ userId: approverId, name: 'Erased person' }])
    // A worker may have changed the other one, whose approver has gone.
    expect(requests[0]?.changed).toContainEqual(expect.objectContaining({ id }))
    expect(JSON.stringify(requests[0]?.changed)).not.toContain(vote.note)
  })

  it('price lists and their prices, of which one that is sent again is no change', async () => {
    const { admin, id } = await aSupplier(world)
    const listOf = async (name: string): Promise<string> =>
      (await admin.post('/api/v1/price-lists', { name, currency: 'EUR' })).body.data.id
    const [listId, untouchedId] = [await listOf('Framework'), await listOf('Another')]
    const { database } = world.parts.platform
    const [cheaper, same] = [
      await aProduct(database, { supplierCompanyId: id }),
      await aProduct(database, { supplierCompanyId: id }),
    ]
    const entriesPath = `/api/v1/price-lists/${listId}/entries`
    const send = (unitPrice: string) =>
      admin.put(entriesPath, {
        entries: [
          { productId: cheaper.id, unitPrice },
          { productId: same.id, unitPrice: '2.00' },
        ],
      })
    await send('3.00')
    const priceLists = {
      client: admin,
      url: '/api/v1/price-lists',
      table: 'products.price_lists',
      rows: sql`supplier_company_id = ${id}`,
    }
    const lists = await readAround(world, priceLists, () => send('3.00'))
    expect(idsOf(lists.whole).toSorted()).toEqual([listId, untouchedId].toSorted())
    expect(idsOf(lists.changed)).toEqual([listId])

    const prices = {
      client: admin,
      url: entriesPath,
      table: 'products.price_entries',
      rows: sql`price_list_id = ${listId}`,
    }
    const { whole, changed } = await readAround(world, prices, () => send('1.50'))
    expect(whole).toHaveLength(2)
    expect(changed).toMatchObject([{ productId: cheaper.id, unitPrice: { amount: '1.50' } }])
  })

  it('contracts, read by the buyer', async () => {
    const { id: supplierId, admin } = await aSupplier(world)
    const [buying, other] = [await world.company(), await world.company()]
    const made = await admin.post('/api/v1/contracts', {
      buyerCompanyId: buying.companyId,
      reference: 'FW-1',
      state: 'ACTIVE',
      orderDiscounts: { currency: 'EUR', tiers: [{ from: '1000', percent: '2' }] },
    })
    const contracts = {
      client: buying.integration,
      url: '/api/v1/contracts',
      table: 'products.contracts',
      rows: sql`supplier_company_id = ${supplierId}`,
    }
    const { id } = made.body.data
    const { whole, changed } = await readAround(world, contracts, () =>
      admin.patch(`/api/v1/contracts/${id}`, { state: 'ENDED' }),
    )
    expect(whole).toMatchObject([{ id, state: 'ACTIVE' }])
    expect(changed).toMatchObject([{ id, state: 'ENDED' }])
    const read = await readAround(world, { ...contracts, client: other.integration }, nothing)
    expect(read.whole).toEqual([])
  })

  it('assortments', async () => {
    const draft = { name: 'Tools', included: { suppliers: [supplier.id] } }
    const { body } = await operator.post('/api/v1/assortments', draft)
    const { id } = body.data
    const assortments = {
      client: operator,
      url: '/api/v1/assortments',
      table: 'products.assortments',
      rows: sql`true`,
    }
    const { changed } = await readAround(world, assortments, () =>
      operator.patch(`/api/v1/assortments/${id}`, { name: 'All tools' }),
    )
    expect(changed).toMatchObject([{ id, name: 'All tools' }])
  })

  it('budgets, spending limits and approval rules, which stand under a name', async () => {
    const { admin, companyId } = await world.company()
    const rows = sql`company_id = ${companyId}`
    const limit = { amount: '5000.00', currency: 'EUR' }
    const budget = { period: 'YEAR', limit }
    const made = async (path: string, record: object): Promise<string> => {
      const { status, body } = await admin.post(path, record)
      expect(status, JSON.stringify(body)).toBe(201)
      return body.data.id
    }
    const budgetOf = (name: string) =>
      made('/api/v1/budgets', { ...budget, name, costCenter: name })
    const [workshop, office] = [await budgetOf('Workshop'), await budgetOf('Office')]
    const spendingLimit = { name: 'Everybody', period: 'MONTH', limit }
    const everybody = await made('/api/v1/spending-limits', spendingLimit)
    const budgets = { client: admin, table: 'budgets.budgets', rows, within: 'budgets' }
    const read = await readAround(world, { ...budgets, url: '/api/v1/budgets' }, () =>
      admin.patch(`/api/v1/budgets/${workshop}`, { limit: '7500.00' }),
    )
    expect(idsOf(read.whole).toSorted()).toEqual([workshop, office].toSorted())
    expect(read.changed).toMatchObject([{ id: workshop, limit: { amount: '7500.00' } }])
    const limits = await readAround(world, { ...budgets, url: '/api/v1/spending-limits' }, () =>
      admin.patch(`/api/v1/spending-limits/${everybody}`, { active: false }),
    )
    expect(limits.changed).toMatchObject([{ id: everybody, active: false }])

    const rule = { name: 'All', position: 3, steps: [{ mode: 'ANY', role: 'approver' }] }
    const ruleId = await made('/api/v1/approval-rules', rule)
    const rules = { client: admin, table: 'approvals.rules', rows, within: 'rules' }
    const { whole, changed } = await readAround(
      world,
      { ...rules, url: '/api/v1/approval-rules' },
      () => admin.put(`/api/v1/approval-rules/${ruleId}`, { ...rule, name: 'Everything' }),
    )
    expect(whole).toMatchObject([{ id: ruleId, name: 'All', position: 3 }])
    expect(changed).toMatchObject([{ id: ruleId, name: 'Everything' }])
  })

  it('members, invitations and addresses', async () => {
    const { admin, approver, integration, companyId } = await world.company()
    const rows = sql`company_id = ${companyId}`
    const { id: approverId } = (await approver.get('/auth/me')).body.data
    const members = { client: admin, url: '/api/v1/members', table: 'identity.memberships', rows }
    const read = await readAround(world, members, () =>
      admin.patch(`/api/v1/members/${approverId}`, { roles: ['approver', 'buyer'] }),
    )
    expect(read.whole.length).toBeGreaterThan(1)
    expect(read.changed).toMatchObject([{ userId: approverId, roles: ['approver', 'buyer'] }])

    const invite = async (name: string): Promise<string> => {
      const email = `${name}@${companyId.replace('_', '-')}.example`
      return (await admin.post('/api/v1/invitations', { email, roles: ['buyer'] })).body.data.id
    }
    const [revoked, open] = [await invite('ada'), await invite('bea')]
    const table = 'identity.invitations'
    const invitations = await readAround(
      world,
      { client: admin, url: '/api/v1/invitations', table, rows },
      () => admin.delete(`/api/v1/invitations/${revoked}`),
    )
    expect(idsOf(invitations.whole).toSorted()).toEqual([revoked, open].toSorted())
    expect(invitations.changed).toMatchObject([{ id: revoked, state: 'REVOKED' }])

    const url = '/api/v1/addresses'
    const { body } = await admin.post(url, { label: 'Works', address: shipTo })
    await admin.post(url, { label: 'Office', address: shipTo })
    const { id } = body.data
    const addresses = { client: integration, url, table: 'addresses.addresses', rows }
    const { whole, changed } = await readAround(world, addresses, () =>
      admin.patch(`${url}/${id}`, { label: 'Main works' }),
    )
    expect(whole).toHaveLength(2)
    expect(changed).toMatchObject([{ id, label: 'Main works' }])
  })

  it('offer requests, of the buyer and of the supplier', async () => {
    const { buyer, companyId } = await world.company()
    const seller = await aSupplier(world)
    const { database } = world.parts.platform
    const named = { companyId, supplier: { id: seller.id, isConfirmed: true } }
    const request = async (): Promise<string> => {
      const path = `/api/v1/products/${await anExternalOffer(database, named)}/offer-requests`
      return (await buyer.post(path, { quantity: 3 })).body.data.id
    }
    const [declined, open] = [await request(), await request()]
    const rows = sql`company_id = ${companyId}`
    const ofBuyer = { client: buyer, url: '/api/v1/offer-requests', table: 'offers.requests', rows }
    const { whole, changed } = await readAround(world, ofBuyer, () =>
      seller.admin.post(`/api/v1/offer-requests/${declined}/decline`),
    )
    expect(idsOf(whole).toSorted()).toEqual([declined, open].toSorted())
    expect(changed).toMatchObject([{ id: declined, state: 'DECLINED' }])
    const url = '/api/v1/supplier/offer-requests'
    const ofSupplier = await readAround(world, { ...ofBuyer, client: seller.admin, url }, nothing)
    expect(idsOf(ofSupplier.whole).toSorted()).toEqual([declined, open].toSorted())
  })

  it('credit accounts, which each purchase on credit changes', async () => {
    const { buyer, admin, companyId } = await world.company()
    await giveCredit(world, companyId)
    const usedBefore = { currency: 'EUR', used: eur('0.00') }
    const accounts = {
      client: admin,
      url: '/api/v1/credit-accounts',
      table: 'payments.credit_accounts',
      rows: sql`company_id = ${companyId}`,
      within: 'accounts',
    }
    const { whole, changed } = await readAround(world, accounts, async () => {
      const { id } = await aProduct(world.parts.platform.database, { unitPrice: '10.00' })
      await orderOnCredit(buyer, id)
    })
    expect(whole).toMatchObject([usedBefore])
    expect(changed).toHaveLength(1)
    expect(changed).not.toMatchObject([usedBefore])
  })

  it('carts, also when a colleague shares one', async () => {
    const { buyer, approver, companyId } = await world.company()
    const { id: approverId } = (await approver.get('/auth/me')).body.data
    const cartOf = async (name: string): Promise<string> =>
      (await buyer.post('/api/v1/carts', { name })).body.data.id
    const [workshop, office] = [await cartOf('Workshop'), await cartOf('Office')]
    const rows = sql`company_id = ${companyId}`
    const carts = { client: buyer, url: '/api/v1/carts', table: 'cart.carts', rows }
    const { whole, changed } = await readAround(world, carts, () =>
      buyer.put(`/api/v1/carts/${workshop}/shares/${approverId}`, { right: 'READ' }),
    )
    expect(idsOf(whole)).toEqual(expect.arrayContaining([workshop, office]))
    expect(idsOf(changed)).toEqual([workshop])
    const shared = await readAround(world, { ...carts, client: approver }, nothing)
    expect(shared.whole).toMatchObject([{ id: workshop, right: 'READ' }])
  })
})

async function anOrder(): Promise<string> {
  const supplied = { supplierCompanyId: supplier.id, unitPrice: '10.00' }
  const { id } = await aProduct(world.parts.platform.database, supplied)
  return (await orderOnCredit(ours.buyer, id, 2)).orderId
}

/** An order on credit that waits for its approval. */
async function aRequest(buyer: Client): Promise<Approval> {
  const { id } = await aProduct(world.parts.platform.database, { unitPrice: '10.00' })
  const { orderId } = await orderOnCredit(buyer, id)
  const { body } = await buyer.get(`/api/v1/approvals?orderId=${orderId}`)
  return body.data[0]
}

/** No payment changes the order later by itself. */
async function orderOnCredit(buyer: Client, productId: string, quantity = 1) {
  const started = await checkOut(buyer, await fillCart(buyer, [{ productId, quantity }]))
  await handOver(buyer, started.body.data.id, { method: 'invoice' })
  return untilEnded(buyer, started.body.data.id)
}

const idsOf = (items: readonly Readonly<Record<string, unknown>>[]) => items.map(({ id }) => id)

const eur = (amount: string) => ({ amount, currency: 'EUR' })

const nothing = () => Promise.resolve()
