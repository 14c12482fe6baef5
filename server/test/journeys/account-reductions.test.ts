import { expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { type APerson, aPerson } from '#testing/identity'
import { anAccountBrowser, fieldOf } from './account-browser.ts'
import { aKey } from './client.ts'
import { giveCredit, shipTo } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const ours = await world.company()
await giveCredit(world, ours.companyId, 1_000_000n)

async function signedIn(person: APerson) {
  const own = anAccountBrowser(world.baseUrl)
  expect((await own.signIn(person)).status).toBe(303)
  return own
}

it('an approver lowers quantities on the page of a request, and then decides', async () => {
  const people = [(await ours.admin.get('/auth/me')).body.data.id]
  const steps = [{ mode: 'ANY', people, role: 'approver', mayReduce: true }]
  await ours.admin.post('/api/v1/approval-rules', { name: 'All', steps })
  const product = { unitPrice: '100.00', onHand: 50 }
  const lines = [
    { productId: (await aProduct(database, product)).id, quantity: 12 },
    { productId: (await aProduct(database, product)).id, quantity: 2 },
  ]
  const order = { lines, shipTo, payment: { method: 'invoice' } }
  const placed = await ours.buyer.post('/api/v1/orders', order, { key: aKey() })
  const orderId = placed.body.data.order.id
  const { id } = (await ours.buyer.get(`/api/v1/approvals?orderId=${orderId}`)).body.data[0]
  const path = `/account/approvals/${id}`
  const { companyId } = ours

  const reading = await signedIn(await aPerson(database, { companyId, role: 'company_admin' }))
  expect((await reading.get(path)).html).not.toContain(`${path}/reduce`)

  const deciding = await signedIn(await aPerson(database, { companyId, role: 'approver' }))
  const page = await deciding.get(path)
  expect(page.html).toContain(`action="${path}/reduce"`)
  expect(page.html).toContain('everybody with the role Approver')
  const form = {
    formToken: fieldOf(page, 'formToken'),
    contentHash: fieldOf(page, 'contentHash'),
    step: fieldOf(page, 'step'),
    'quantity-1': '5',
    'quantity-2': '0',
    reason: 'Five will do.',
  }
  const submit = (fields: object) => deciding.submit(`${path}/reduce`, { ...form, ...fields })
  expect((await submit({ formToken: 'none' })).status).toBe(403)
  expect((await submit({ reason: ' ' })).html).toContain('Write a reason for the lower quantities.')
  for (const wrong of ['five', '5.0001']) {
    expect((await submit({ 'quantity-1': wrong })).html).toContain('Enter a number with at most')
  }
  const half = await submit({ 'quantity-1': '0.5' })
  expect([half.status, half.html.includes('Send whole quantities of it.')]).toEqual([422, true])
  const same = await submit({ 'quantity-1': '12', 'quantity-2': '2' })
  expect(same.html).toContain('No quantity is lower than before.')
  const more = await submit({ 'quantity-1': '13' })
  expect(more.status).toBe(409)
  expect(more.html).toContain('value="13"')

  const clicks = await Promise.all([submit({}), submit({})])
  expect(clicks.map(({ status }) => status).sort()).toEqual([303, 409])
  const after = await deciding.get(`${path}?done=reduced`)
  expect(after.html).toContain('The quantities are lowered.')
  expect(after.html).toContain('12 → 5')
  expect(after.html).toContain('before quantities were lowered')
  expect(after.html).toContain('name="quantity-1"')
  expect(after.html).not.toContain('name="quantity-2"')
  const approving = {
    formToken: fieldOf(after, 'formToken'),
    contentHash: fieldOf(after, 'contentHash'),
    step: fieldOf(after, 'step'),
    decision: 'approve',
  }
  expect((await deciding.submit(path, approving)).status).toBe(303)
  expect((await ours.buyer.get(`/api/v1/orders/${orderId}`)).body.data.state).toBe('PLACED')
})
