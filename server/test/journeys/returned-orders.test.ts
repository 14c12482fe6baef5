import { beforeEach, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { codeOf } from './approvals-client.ts'
import { aKey, type Client } from './client.ts'
import { checkOut, fillCart, giveCredit, handOver, shipTo } from './purchase.ts'
import { aSubmitted } from './requisitions-client.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const requisitions = '/api/v1/requisitions'
const world = await useWorld()
const supplier = await world.company()
let ours: CompanyOfWorld
let productId: string

beforeEach(async () => {
  ours = await world.company()
  await giveCredit(world, ours.companyId, 1_000_000n)
  const product = { supplierCompanyId: supplier.companyId, unitPrice: '100.00', onHand: 100 }
  productId = (await aProduct(world.parts.platform.database, product)).id
  const people = [(await ours.admin.get('/auth/me')).body.data.id]
  const rule = { name: 'All', steps: [{ mode: 'ANY', people }] }
  const made = await ours.admin.post('/api/v1/approval-rules', rule)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
})

it('an order of a requisition is not submitted again past it by a requester who is the buyer, too', async () => {
  const id = await aSubmitted(ours.buyer, [{ productId, quantity: 1 }])
  const convert = async () => (await ours.buyer.post(`${requisitions}/${id}/convert`, {})).body.data
  const approval = await approvalOf(ours.buyer, (await convert()).orderId)
  await giveBack(approval)
  const seen = await ours.buyer.get(`/api/v1/approvals/${approval.id}`)
  expect(seen.body.data.mayRevise).toBe(false)
  const lines = [{ productId, quantity: 1 }]
  const order = { lines, shipTo, payment: { method: 'invoice' }, revises: approval.id }
  const beside = await ours.buyer.post('/api/v1/orders', order, { key: aKey() })
  expect(codeOf(beside)).toBe('approvals.order_of_requisition')

  const state = async () => (await ours.buyer.get(`${requisitions}/${id}`)).body.data.state
  await expect.poll(state).toBe('RETURNED')
  await ours.buyer.post(`${requisitions}/${id}/submit`, {})
  const next = await approvalOf(ours.buyer, (await convert()).orderId)
  expect(next).toMatchObject({ revises: approval.id })
})

it('an order that a colleague paid is submitted again by its owner', async () => {
  const owner = ours.approver
  const cart = await fillCart(owner, [{ productId, quantity: 2 }])
  const { id } = (await checkOut(owner, cart)).body.data
  const paid = await handOver(ours.buyer, id, { method: 'invoice' })
  const approval = await approvalOf(owner, paid.body.data.checkout.orderId)
  await giveBack(approval)
  const seen = await owner.get(`/api/v1/approvals/${approval.id}`)
  expect(seen.body.data.mayRevise).toBe(true)
  const next = await fillCart(owner, [{ productId, quantity: 1 }])
  const again = await checkOut(owner, next, { revises: approval.id })
  expect(again.status, JSON.stringify(again.body)).toBe(201)
})

async function approvalOf(client: Client, orderId: string) {
  return (await client.get(`/api/v1/approvals?orderId=${orderId}`)).body.data[0]
}

async function giveBack({ id, contentHash }: { id: string; contentHash: string }): Promise<void> {
  const body = { comment: 'Fewer.', contentHash }
  const { status } = await ours.admin.post(`/api/v1/approvals/${id}/return`, body)
  expect(status).toBe(200)
}
