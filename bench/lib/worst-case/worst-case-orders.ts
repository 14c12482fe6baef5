import { shipTo } from '../ship-to.ts'
import { type Input, linesOf, type Prepared } from './worst-case-input.ts'
import type { Credentials } from './worst-case-stage.ts'

/** The maximum of an order and a cart. */
export const linesMost = 500

export const orderOf = (prepared: Prepared, count: number) => ({
  lines: linesOf(prepared, count),
  shipTo,
  payment: { method: 'invoice' },
})

async function send(prepared: Prepared, as: Credentials, path: string, body: object = {}) {
  return (await prepared.stage.json({ method: 'POST', path, as, body })).data
}

export async function placedOrder(prepared: Prepared, count = linesMost): Promise<string> {
  const data = await send(prepared, 'buyer', '/api/v1/orders', orderOf(prepared, count))
  return data.id ?? data.order.id
}

const quantities = (count: number) =>
  Array.from({ length: count }, (_unused, at) => ({ lineNumber: at + 1, quantity: 1 }))

const pathOf = (orderId: string, step: string) => `/api/v1/orders/${orderId}/${step}`

async function confirmedOrder(prepared: Prepared): Promise<string> {
  const orderId = await placedOrder(prepared)
  await send(prepared, 'seller', pathOf(orderId, 'confirm'))
  return orderId
}

async function shippedOrder(prepared: Prepared) {
  const orderId = await confirmedOrder(prepared)
  const shipment = await send(prepared, 'seller', pathOf(orderId, 'shipments'), { carrier: 'DHL' })
  const shipmentId = shipment.shipmentId ?? shipment.shipment?.id ?? shipment.shipments?.[0]?.id
  return { orderId, shipmentId: shipmentId ?? shipment.id }
}

export async function deliveredOrder(prepared: Prepared): Promise<string> {
  const { orderId, shipmentId } = await shippedOrder(prepared)
  await send(prepared, 'buyer', pathOf(orderId, 'deliveries'), { shipmentId })
  return orderId
}

async function returnedOrder(prepared: Prepared) {
  const orderId = await deliveredOrder(prepared)
  const made = await send(prepared, 'buyer', pathOf(orderId, 'returns'), returnOf())
  return { orderId, returnId: made.returnId ?? made.returns?.[0]?.id ?? made.id }
}

const returnOf = () => ({
  lines: quantities(linesMost).map((line) => ({ ...line, reason: 'DAMAGED' })),
})

/** A step of a new order with the maximum number of lines, with each line named. */
function step(
  as: Credentials,
  name: string,
  order: (prepared: Prepared) => Promise<string>,
  body: () => object = () => ({}),
): Input {
  return async (prepared) => ({
    method: 'POST',
    path: pathOf(await order(prepared), name),
    as,
    body: JSON.stringify(body()),
  })
}

const returnStep =
  (name: string, body: object): Input =>
  async (prepared) => {
    const { orderId, returnId } = await returnedOrder(prepared)
    const path = pathOf(orderId, `returns/${returnId}/${name}`)
    return { method: 'POST', path, as: 'seller', body: JSON.stringify(body) }
  }

export async function newestPayment({ stage }: Prepared): Promise<string> {
  const path = '/api/v1/payments?limit=1'
  return (await stage.json({ method: 'GET', path, as: 'companyAdmin' })).data[0].id
}

/** A step of a payment that is not captured yet. */
function paymentStep(name: string, body: object): Input {
  return async (prepared) => {
    await placedOrder(prepared)
    const path = `/api/v1/payments/${await newestPayment(prepared)}/${name}`
    return { method: 'POST', path, as: 'operator', body: JSON.stringify(body) }
  }
}

async function heldOrder(prepared: Prepared): Promise<string> {
  const orderId = await placedOrder(prepared)
  await send(prepared, 'companyAdmin', pathOf(orderId, 'hold'), { reason: 'A question' })
  return orderId
}

export const orderInputs: Readonly<Record<string, Input>> = {
  cancelOrder: step('buyer', 'cancel', placedOrder, () => ({ lines: quantities(linesMost) })),
  confirmOrder: step('seller', 'confirm', placedOrder),
  holdOrder: step('companyAdmin', 'hold', placedOrder, () => ({ reason: 'A question' })),
  releaseOrder: step('companyAdmin', 'release', heldOrder),
  shipOrder: step('seller', 'shipments', confirmedOrder, () => ({ lines: quantities(linesMost) })),
  noteDelivery: async (prepared) => {
    const { orderId, shipmentId } = await shippedOrder(prepared)
    const lines = quantities(linesMost).map(({ lineNumber }) => ({ lineNumber, damaged: 1 }))
    const body = JSON.stringify({ shipmentId, lines })
    return { method: 'POST', path: pathOf(orderId, 'deliveries'), as: 'buyer', body }
  },
  requestReturn: step('buyer', 'returns', deliveredOrder, returnOf),
  acceptReturn: returnStep('accept', { restock: true, lines: quantities(linesMost) }),
  refuseReturn: returnStep('refuse', { reason: 'Used' }),
  receiveReturn: async (prepared) => {
    const { orderId, returnId } = await returnedOrder(prepared)
    return { method: 'POST', path: pathOf(orderId, `returns/${returnId}/receive`), as: 'seller' }
  },
  capturePayment: paymentStep('capture', {}),
  voidPayment: paymentStep('void', {}),
  refundPayment: ({ known }) => ({
    method: 'POST',
    path: `/api/v1/payments/${known.paymentId?.[0]}/refunds`,
    as: 'companyAdmin',
    body: JSON.stringify({
      amount: { amount: '1.00', currency: 'EUR' },
      reason: 'Scratched',
      for: { lineNumber: 1 },
    }),
  }),
  grantRefund: async (prepared) => ({
    method: 'POST',
    path: `/api/v1/supplier/orders/${largeOrderOf(prepared)}/refunds`,
    as: 'seller',
    body: JSON.stringify({ amount: { amount: '1.00', currency: 'EUR' }, reason: 'Scratched' }),
  }),
  approveOrder: async (prepared) => decisionOn(prepared, 'approve'),
  rejectOrder: async (prepared) => decisionOn(prepared, 'reject'),
}

const costCenter = 'needs-approval'
let hasRule = false

/** Opens the approval of an order with the maximum number of lines. */
export async function openApproval(
  prepared: Prepared,
): Promise<{ id: string; contentHash: string }> {
  if (!hasRule) {
    await send(prepared, 'companyAdmin', '/api/v1/approval-rules', {
      name: 'Every order of a cost centre',
      conditions: { costCenters: [costCenter] },
      steps: [{ mode: 'ANY', role: 'approver' }],
    })
    hasRule = true
  }
  await send(prepared, 'buyer', '/api/v1/orders', { ...orderOf(prepared, linesMost), costCenter })
  const path = '/api/v1/approvals'
  return (await prepared.stage.json({ method: 'GET', path, as: 'approver' })).data[0]
}

async function decisionOn(prepared: Prepared, decision: 'approve' | 'reject') {
  const { id, contentHash } = await openApproval(prepared)
  const body = JSON.stringify(decision === 'reject' ? { reason: 'No' } : { contentHash })
  const path = `/api/v1/approvals/${id}/${decision}`
  return { method: 'POST', path, as: 'approver' as const, body }
}

/** Empties the cart in the database: the API refuses that for a cart in checkout. */
export async function emptyCart({ stage }: Prepared): Promise<void> {
  await stage.sql.query('delete from cart.items')
  await stage.sql.query('delete from cart.carts')
}

/** Fills the cart with the maximum number of lines. */
export async function fullCart(prepared: Prepared, count = linesMost) {
  await emptyCart(prepared)
  let cart = { snapshotVersion: 0, items: [] as { id: string; itemVersion: number }[] }
  for (let from = 0; from < count; from += 100) {
    const items = linesOf(prepared, count).slice(from, from + 100)
    cart = (await send(prepared, 'buyer', '/api/v1/cart/items/batch', { items })).cart
  }
  return cart
}

export async function startedCheckout(prepared: Prepared): Promise<string> {
  const { snapshotVersion: expectedSnapshotVersion } = await fullCart(prepared)
  return (await send(prepared, 'buyer', '/api/v1/checkout', { expectedSnapshotVersion, shipTo })).id
}

async function onFirstLine(prepared: Prepared) {
  const { items } = await fullCart(prepared)
  return { path: `/api/v1/cart/items/${items[0]?.id}`, expectedItemVersion: 1 }
}

export const cartInputs: Readonly<Record<string, Input>> = {
  addCartItems: async (prepared) => {
    await emptyCart(prepared)
    const body = JSON.stringify({ items: linesOf(prepared, 100) })
    return { method: 'POST', path: '/api/v1/cart/items/batch', as: 'buyer', body }
  },
  getCart: async (prepared) => {
    await fullCart(prepared)
    return { method: 'GET', path: '/api/v1/cart', as: 'buyer' }
  },
  addCartItem: async (prepared) => {
    await fullCart(prepared, linesMost - 1)
    const [productId] = prepared.productIds.slice(linesMost)
    const body = JSON.stringify({ productId, quantity: 1 })
    return { method: 'POST', path: '/api/v1/cart/items', as: 'buyer', body }
  },
  changeCartItem: async (prepared) => {
    const { path, expectedItemVersion } = await onFirstLine(prepared)
    const body = JSON.stringify({ quantity: 2, expectedItemVersion })
    return { method: 'PATCH', path, as: 'buyer', body }
  },
  removeCartItem: async (prepared) => {
    const { path, expectedItemVersion } = await onFirstLine(prepared)
    return { method: 'DELETE', path, as: 'buyer', body: JSON.stringify({ expectedItemVersion }) }
  },
  changeCart: async (prepared) => {
    const { snapshotVersion: expectedSnapshotVersion } = await fullCart(prepared)
    const body = JSON.stringify({ currency: 'USD', expectedSnapshotVersion })
    return { method: 'PATCH', path: '/api/v1/cart', as: 'buyer', body }
  },
  clearCart: async (prepared) => {
    const { snapshotVersion: expectedSnapshotVersion } = await fullCart(prepared)
    const body = JSON.stringify({ expectedSnapshotVersion })
    return { method: 'DELETE', path: '/api/v1/cart', as: 'buyer', body }
  },
  startCheckout: async (prepared) => {
    const { snapshotVersion: expectedSnapshotVersion } = await fullCart(prepared)
    const body = JSON.stringify({ expectedSnapshotVersion, shipTo })
    return { method: 'POST', path: '/api/v1/checkout', as: 'buyer', body }
  },
  cancelCheckout: async (prepared) => ({
    method: 'POST',
    path: `/api/v1/checkout/${await startedCheckout(prepared)}/cancel`,
    as: 'buyer',
  }),
  startPayment: async (prepared) => ({
    method: 'POST',
    path: `/api/v1/checkout/${await startedCheckout(prepared)}/payment`,
    as: 'buyer',
    body: JSON.stringify({ method: 'invoice' }),
  }),
  reorder: async (prepared) => {
    await emptyCart(prepared)
    return { method: 'POST', path: pathOf(largeOrderOf(prepared), 'reorder'), as: 'buyer' }
  },
}

export const largeOrderOf = ({ known }: Prepared) => known.orderId?.[0] ?? ''
