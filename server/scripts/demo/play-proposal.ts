import { randomUUID } from 'node:crypto'
import type { LocalAccess } from '../../src/start/seed-local.ts'
import type { Call, Credential } from './call.ts'
import { expect, type Scene } from './scene.ts'
import type { AllocationAnswer, OrderAnswer, ProductAnswer, ProposalAnswer } from './shapes.ts'
import { shipTo } from './ship-to.ts'

const daysMs = 86_400_000

const allocations = [
  { costCenter: 'Workshop', percent: '60' },
  { costCenter: 'Office', percent: '40' },
]

/** A supplier waits for stock and promises a late day. The buyer accepts it. */
export async function agreeOnLaterDay(
  scene: Scene,
  call: Call,
  { buyer, access }: { buyer: Credential; access: LocalAccess },
): Promise<void> {
  const { data: tokens } = await call<{ accessToken: string }>('POST', '/auth/login', {
    body: access.supplier,
  })
  const supplier = { bearer: tokens.accessToken }
  const orderId = await orderFrom(scene, call, { buyer, supplier })
  const promisedDate = new Date(Date.now() + 45 * daysMs).toISOString().slice(0, 10)
  await scene.step(
    'The supplier waits for stock until a late day',
    () =>
      call<OrderAnswer>('POST', `/api/v1/supplier/orders/${orderId}/response`, {
        as: supplier,
        key: randomUUID(),
        body: { lines: [{ lineNumber: 1, status: 'BACKORDERED', promisedDate }] },
      }),
    ({ data }) => `${data.purchaseOrders[0]?.number}: ${data.purchaseOrders[0]?.state}`,
  )
  const path = `/api/v1/orders/${orderId}/proposals`
  const [proposal] = (await call<ProposalAnswer[]>('GET', path, { as: buyer })).data
  expect(proposal !== undefined, 'nothing is proposed')
  await scene.step(
    'The buyer accepts the day',
    () =>
      call<OrderAnswer>('POST', `${path}/${proposal.id}/accept`, {
        as: buyer,
        key: randomUUID(),
        body: { note: 'We can wait.' },
      }),
    ({ data: { state, lines } }) => `${state}: it arrives on ${lines[0]?.promisedDate}`,
  )
  await agreeOnFewer(scene, call, { buyer, supplier }, orderId)
}

/** The buyer requests one piece less, and the supplier accepts it. */
async function agreeOnFewer(
  scene: Scene,
  call: Call,
  { buyer, supplier }: { buyer: Credential; supplier: Credential },
  orderId: string,
): Promise<void> {
  const { data: order } = await scene.step(
    'The buyer requests one piece less',
    () =>
      call<OrderAnswer>('POST', `/api/v1/orders/${orderId}/changes`, {
        as: buyer,
        key: randomUUID(),
        expects: 201,
        body: { lines: [{ lineNumber: 1, quantity: 1 }], reason: 'One is enough.' },
      }),
    ({ data: { lines } }) => `${lines[0]?.changeRequestId} waits for the supplier`,
  )
  const changeRequestId = order.lines[0]?.changeRequestId
  await scene.step(
    'The supplier accepts it',
    () =>
      call<OrderAnswer>(
        'POST',
        `/api/v1/supplier/orders/${orderId}/changes/${changeRequestId}/accept`,
        { as: supplier, key: randomUUID(), body: {} },
      ),
    ({ data: { state, lines } }) => `${state}: ${lines[0]?.cancelledQuantity} piece is cancelled`,
  )
}

async function orderFrom(
  scene: Scene,
  call: Call,
  { buyer, supplier }: { buyer: Credential; supplier: Credential },
): Promise<string> {
  const { data: me } = await call<{ company: { id: string; name: string } }>('GET', '/api/v1/me', {
    as: supplier,
  })
  const search = `/api/v1/products?q=cable&supplier=${me.company.id}&maxPrice=50&currency=EUR&limit=20`
  const { data: found } = await call<ProductAnswer[]>('GET', search, { as: buyer })
  const product = found.find(
    ({ availability, price }) =>
      availability.available >= 10 && price.moq <= 2 && price.multiple === 1,
  )
  expect(product !== undefined, 'this supplier has nothing in stock')
  const { data } = await scene.step(
    'Order 2, shared by two cost centres',
    () =>
      call<{ order: OrderAnswer }>('POST', '/api/v1/orders', {
        as: buyer,
        key: randomUUID(),
        expects: 201,
        body: {
          lines: [{ productId: product.id, quantity: 2, allocations }],
          shipTo,
          payment: { method: 'invoice' },
        },
      }),
    ({ data: { order } }) =>
      `${order.number} at ${me.company.name}: ${order.lines[0]?.allocations?.map(shareText).join(', ')}`,
  )
  return data.order.id
}

const shareText = ({ costCenter, amount }: AllocationAnswer) => `${costCenter} ${amount.amount}`
