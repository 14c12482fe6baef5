import { expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { aKey, type Client, createClient } from './client.ts'
import { atThePage, shipTo, untilEnded } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const ours = await world.company()
const supplier = await world.company()
const { buyer } = ours
const returnUrl = 'https://shop.example/done'

it('the orders that wait for a decision of their buyer, or for a payment, are found', async () => {
  const [proposed, dearer, more] = [await anOrder(), await anOrder(), await anOrder()]
  await anOrder()
  expect([await waiting('DECISION'), await waiting('PAYMENT')]).toEqual([[], []])

  const later = { status: 'BACKORDERED', promisedDate: '2999-01-31' }
  await answer(proposed, later)
  await answer(dearer, { status: 'CHANGED', unitPrice: { amount: '12.00', currency: 'EUR' } })
  expect(await waiting('DECISION')).toEqual([dearer, proposed])
  expect(await waiting('DECISION', '&state=CONFIRMED')).toEqual([])
  expect(await waiting('DECISION', `&q=${proposed}`)).toEqual([proposed])
  const first = await buyer.get('/api/v1/orders?waitsFor=DECISION&limit=1')
  expect(idsOf(first)).toEqual([dearer])
  const next = `/api/v1/orders?waitsFor=DECISION&limit=1&cursor=${first.body.meta.nextCursor}`
  expect(idsOf(await buyer.get(next))).toEqual([proposed])
  expect(await waiting('PAYMENT')).toEqual([])

  await acceptProposal(proposed)
  await acceptProposal(dearer)
  expect(await waiting('DECISION')).toEqual([])
  expect(await waiting('PAYMENT')).toEqual([dearer])

  const changes = `/api/v1/orders/${more}/changes`
  const lines = [{ lineNumber: 1, quantity: 5 }]
  const requested = await buyer.post(changes, { lines, reason: 'We need more.' })
  const { changeRequestId } = requested.body.data.lines[0]
  expect(await waiting('PAYMENT')).toEqual([dearer])
  const path = `/api/v1/supplier/orders/${more}/changes/${changeRequestId}`
  expect((await supplier.integration.post(`${path}/accept`, {})).status).toBe(200)
  expect(await waiting('PAYMENT')).toEqual([more, dearer])

  await buyer.post(`${changes}/${changeRequestId}/withdraw`, {})
  expect(await waiting('PAYMENT')).toEqual([dearer])
})

it('each reader finds only what it may read', async () => {
  const orderId = await anOrder()
  await answer(orderId, { status: 'BACKORDERED', promisedDate: '2999-01-31' })
  const requester = await aMember('requester')
  expect(await waiting('DECISION', '', requester)).toEqual([])
  expect(await waiting('DECISION', '', ours.integration)).toContain(orderId)
  expect(await waiting('DECISION', '', supplier.buyer)).toEqual([])
})

async function waiting(matter: string, more = '', client: Client = buyer): Promise<string[]> {
  return idsOf(await client.get(`/api/v1/orders?waitsFor=${matter}${more}`))
}

const idsOf = ({ body }: { readonly body: { readonly data: readonly { id: string }[] } }) =>
  body.data.map(({ id }) => id)

/** Three pieces of a product of its own, paid by card. */
async function anOrder(): Promise<string> {
  const supplied = { supplierCompanyId: supplier.companyId, unitPrice: '10.00', onHand: 100 }
  const { id: productId } = await aProduct(database, supplied)
  const body = { lines: [{ productId, quantity: 3 }], shipTo, payment: { method: 'card' } }
  const placed = await buyer.post('/api/v1/orders', body, { key: aKey() })
  await atThePage(placed.body.data.payment.redirectUrl, 'pay')
  const { orderId } = await untilEnded(buyer, placed.body.data.checkout.id)
  const read = async () => (await buyer.get(`/api/v1/orders/${orderId}`)).body.data
  await expect.poll(async () => (await read()).paymentState).toBe('PAID')
  return orderId
}

async function answer(orderId: string, line: object): Promise<void> {
  const lines = [{ lineNumber: 1, ...line }]
  const path = `/api/v1/supplier/orders/${orderId}/response`
  expect((await supplier.integration.post(path, { lines })).status).toBe(200)
}

async function acceptProposal(orderId: string): Promise<void> {
  const path = `/api/v1/orders/${orderId}/proposals`
  const [proposal] = (await buyer.get(path)).body.data
  const accepted = await buyer.post(`${path}/${proposal.id}/accept`, { returnUrl }, { key: aKey() })
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200)
}

async function aMember(role: 'requester'): Promise<Client> {
  const { email, password } = await aPerson(database, { companyId: ours.companyId, role })
  const { body } = await world.anybody.post('/auth/login', { email, password })
  return createClient(world.baseUrl, { bearer: body.data.accessToken })
}
