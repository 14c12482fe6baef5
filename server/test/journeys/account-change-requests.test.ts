import { describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { anAccountBrowser, fieldOf } from './account-browser.ts'
import { aKey } from './client.ts'
import { giveCredit, shipTo } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const ours = await world.company()
const supplier = await world.company()
await giveCredit(world, ours.companyId, 1_000_000n)

describe('a change that the buyer requests', () => {
  it('is shown to both sides, and each decides on its page of the order', async () => {
    const orderId = await anOrder(4)
    const reason = 'Two are <enough>.'
    const lines = [{ lineNumber: 1, quantity: 2, requestedDate: '2999-01-31' }]
    const request = () => ours.buyer.post(`/api/v1/orders/${orderId}/changes`, { lines, reason })
    expect((await request()).status).toBe(201)
    const buying = await signedIn(ours)
    const path = `/account/orders/${orderId}`
    const page = await buying.get(path)
    const change = '2 instead of 4 and it arrives on 31 Jan 2999'
    expect(page.html).toContain(change)
    const withdrawal = {
      formToken: fieldOf(page, 'formToken'),
      changeRequestId: fieldOf(page, 'changeRequestId'),
      decision: 'withdraw',
    }
    expect(await buying.submit(`${path}/changes`, withdrawal)).toMatchObject({
      status: 303,
      location: path,
    })
    expect((await buying.get(path)).html).not.toContain('name="changeRequestId"')
    expect((await request()).status).toBe(201)
    const selling = await signedIn(supplier)
    const supplied = `/account/supplied-orders/${orderId}`
    const seen = await selling.get(supplied)
    expect(seen.html).toContain(change)
    expect(seen.html).toContain('The buyer writes: Two are &lt;enough&gt;.')
    const form = {
      formToken: fieldOf(seen, 'formToken'),
      changeRequestId: fieldOf(seen, 'changeRequestId'),
      decision: 'accept',
    }
    const other = { ...form, formToken: 'of another page' }
    expect((await selling.submit(`${supplied}/changes`, other)).status).toBe(403)
    expect(await selling.submit(`${supplied}/changes`, form)).toMatchObject({
      status: 303,
      location: supplied,
    })
    const decided = await buying.get(path)
    expect(decided.html).toContain('2 cancelled.')
    expect(decided.html).toContain('Promised for 31 Jan 2999')
    const again = await selling.submit(`${supplied}/changes`, { ...form, decision: 'refuse' })
    expect([again.status, again.html.includes('is decided, withdrawn or lapsed')]).toEqual([
      409,
      true,
    ])
  })
})

it('is requested on the page of the order, line by line', async () => {
  const orderId = await anOrder(4)
  const buying = await signedIn(ours)
  const path = `/account/orders/${orderId}`
  const page = await buying.get(path)
  const form = {
    formToken: fieldOf(page, 'formToken'),
    lineNumber: '1',
    quantity: '4',
    requestedDate: '',
    reason: ' We need less. ',
  }
  const same = await buying.submit(`${path}/request`, form)
  expect([same.status, same.html.includes('The request changes nothing of this line.')]).toEqual([
    422,
    true,
  ])
  const none = { ...form, quantity: '0' }
  const sent = await buying.submit(`${path}/request`, none)
  expect(sent).toMatchObject({ status: 303, location: path })
  const shown = await buying.get(path)
  expect(shown.html).toContain('nothing further')
  expect(shown.html).not.toContain('name="requestedDate"')
  expect((await buying.submit(`${path}/request`, none)).status).toBe(409)
  const selling = await signedIn(supplier)
  const supplied = await selling.get(`/account/supplied-orders/${orderId}`)
  expect(supplied.html).toContain('The buyer writes: We need less.')
  expect(supplied.html).not.toContain('name="requestedDate"')
})

it('is another address of the address book for all that has not left of a parcel', async () => {
  const address = { ...shipTo, name: 'Goods receipt', line1: 'Dock 7' }
  const added = await ours.admin.post('/api/v1/addresses', { label: 'Warehouse', address })
  expect(added.status, JSON.stringify(added.body)).toBe(201)
  const orderId = await anOrder(4)
  const buying = await signedIn(ours)
  const path = `/account/orders/${orderId}`
  const page = await buying.get(path)
  expect(page.html).toContain('Warehouse: Goods receipt, Dock 7, 20457 Hamburg, DE')
  const form = {
    formToken: fieldOf(page, 'formToken'),
    lineNumbers: '1',
    addressId: 'adr_none',
    reason: 'The warehouse is full.',
  }
  const unknown = await buying.submit(`${path}/address`, form)
  expect(unknown.status).toBe(404)
  const known = { ...form, addressId: added.body.data.id }
  const rename = (name: string) =>
    sql`
      update addresses.addresses set address = address || jsonb_build_object('name', ${name}::text)
      where company_id = ${ours.companyId} and id = ${known.addressId}
    `.execute(database.pool)
  await rename('Goods\nreceipt')
  const unfit = await buying.submit(`${path}/address`, known)
  expect(unfit.status).toBe(422)
  expect(unfit.html).toContain('A field of the address has a line break')
  await rename('Goods receipt')
  expect(await buying.submit(`${path}/address`, known)).toMatchObject({
    status: 303,
    location: path,
  })
  expect((await buying.submit(`${path}/address`, known)).status).toBe(409)
  const selling = await signedIn(supplier)
  const supplied = `/account/supplied-orders/${orderId}`
  const seen = await selling.get(supplied)
  expect(seen.html).toContain('it goes to Goods receipt, Dock 7, 20457 Hamburg, DE')
  expect(seen.html).not.toContain('name="addressId"')
  const decision = {
    formToken: fieldOf(seen, 'formToken'),
    changeRequestId: fieldOf(seen, 'changeRequestId'),
    decision: 'accept',
  }
  expect((await selling.submit(`${supplied}/changes`, decision)).status).toBe(303)
  for (const own of [await buying.get(path), await selling.get(supplied)]) {
    expect(own.html).toContain('Dock 7')
    expect(own.html).not.toContain(shipTo.line1)
  }
})

/** An administrator of the company, in a browser. */
async function signedIn({ companyId }: CompanyOfWorld) {
  const own = anAccountBrowser(world.baseUrl)
  const person = await aPerson(database, { companyId, role: 'company_admin' })
  expect((await own.signIn(person)).status).toBe(303)
  return own
}

/** An order on account, at 100 euros a piece. */
async function anOrder(quantity: number): Promise<string> {
  const { companyId: supplierCompanyId } = supplier
  const product = await aProduct(database, { supplierCompanyId, unitPrice: '100.00', onHand: 50 })
  const lines = [{ productId: product.id, quantity }]
  const body = { lines, shipTo, payment: { method: 'invoice' } }
  const placed = await ours.buyer.post('/api/v1/orders', body, { key: aKey() })
  expect(placed.status, JSON.stringify(placed.body)).toBe(201)
  return placed.body.data.order.id
}
