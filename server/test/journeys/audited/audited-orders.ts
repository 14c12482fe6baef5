import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { buyByCard, fillCart, shipTo } from '../purchase.ts'
import { aCart, aFreshPerson, type Play, type Stage } from './audited-changes.ts'

async function anOrder(stage: Stage): Promise<string> {
  const { client } = await aFreshPerson(stage)
  return (await buyByCard(client, await aCart(stage, client))).orderId
}

async function aShippedOrder(stage: Stage) {
  const path = `/api/v1/orders/${await anOrder(stage)}`
  const { body } = await stage.operator.post(`${path}/shipments`, {})
  return { path, shipmentId: body.data.shipments[0].id as string }
}

/** An order of somebody else, for a product that our company supplies. */
async function aSuppliedOrder(stage: Stage): Promise<string> {
  return (await aSuppliedOrderAndBuyer(stage)).orderId
}

async function aSuppliedOrderAndBuyer(stage: Stage) {
  const { database } = stage.world.parts.platform
  const { client } = await aFreshPerson(stage)
  const { id: productId } = await aProduct(database, {
    supplierCompanyId: stage.ours.companyId,
    unitPrice: '5.00',
  })
  const version = await fillCart(client, [{ productId, quantity: 1 }])
  return { client, orderId: (await buyByCard(client, version)).orderId }
}

/** A supplier waits for stock, and the buyer has not decided. */
async function aProposal(stage: Stage) {
  const { client, orderId } = await aSuppliedOrderAndBuyer(stage)
  const lines = [{ lineNumber: 1, status: 'BACKORDERED', promisedDate: '2999-01-31' }]
  await stage.ours.admin.post(`/api/v1/supplier/orders/${orderId}/response`, { lines })
  const path = `/api/v1/orders/${orderId}/proposals`
  const [proposal] = (await client.get(path)).body.data
  return { client, path: `${path}/${proposal.id}` }
}

/** A buyer requests the end of its line, or something else, and the supplier has not decided. */
async function aChangeRequest(stage: Stage, wish: object = { cancel: true }) {
  const { client, orderId } = await aSuppliedOrderAndBuyer(stage)
  const lines = [{ lineNumber: 1, ...wish }]
  const path = `/api/v1/orders/${orderId}/changes`
  const { body } = await client.post(path, { lines, reason: 'Not needed.' })
  const id = body.data.lines[0].changeRequestId as string
  const supplierPath = `/api/v1/supplier/orders/${orderId}/changes/${id}`
  return { client, path: `${path}/${id}`, supplierPath }
}

const aReturn = { lines: [{ lineNumber: 1, quantity: 1, reason: 'DAMAGED' }] }

async function anAskedReturn(stage: Stage): Promise<string> {
  const { path, shipmentId } = await aShippedOrder(stage)
  await stage.ours.buyer.post(`${path}/deliveries`, { shipmentId })
  const { body } = await stage.ours.buyer.post(`${path}/returns`, aReturn)
  return `${path}/returns/${body.data.returns[0].id}`
}

/** Money of a cancelled order as its provider refuses to pay it back. */
async function aRefusedCredit(stage: Stage): Promise<string> {
  const orderId = await anOrder(stage)
  const { body } = await stage.ours.buyer.post(`/api/v1/orders/${orderId}/cancel`, {})
  const creditId: string = body.data.credits[0].id
  await sql`
    update orders.credits set state = 'REFUSED', settled_at = null, settled_minor = null, refund_id = null,
      lease_token = null, lease_until = null
    where company_id = ${stage.ours.companyId} and id = ${creditId}
  `.execute(stage.world.parts.platform.database.pool)
  return `/admin/orders/${orderId}/credits/${creditId}`
}

/** A payment as if it had been made for nothing, and its provider refused to pay it back. */
async function aRefusedPayment(stage: Stage): Promise<string> {
  const { body } = await stage.ours.buyer.get(`/api/v1/orders/${await anOrder(stage)}`)
  const { paymentId } = body.data
  await sql`
    insert into checkout.unordered_payments
      (company_id, payment_id, state, amount_minor, currency, refusals, created_at, available_at)
    select company_id, id, 'REFUSED', captured_minor, currency, 8, now(), now() from payments.payments
    where company_id = ${stage.ours.companyId} and id = ${paymentId}
  `.execute(stage.world.parts.platform.database.pool)
  return `/admin/orders/checkout/refunds/${paymentId}`
}

/** How each step of an order is done well once. */
export const orderPlays: Readonly<Record<string, Play>> = {
  'POST /api/v1/orders': async (stage, send) => {
    const { database } = stage.world.parts.platform
    const { id: productId } = await aProduct(database, { unitPrice: '5.00', onHand: 50 })
    const payment = { method: 'card' }
    const order = { lines: [{ productId, quantity: 1 }], shipTo, payment }
    return send(stage.ours.buyer, 'POST', '/api/v1/orders', order)
  },
  'POST /api/v1/orders/:orderId/confirm': async (stage, send) =>
    send(stage.operator, 'POST', `/api/v1/orders/${await anOrder(stage)}/confirm`),
  'POST /api/v1/orders/:orderId/shipments': async (stage, send) =>
    send(stage.operator, 'POST', `/api/v1/orders/${await anOrder(stage)}/shipments`, {}),
  'POST /api/v1/orders/:orderId/deliveries': async (stage, send) => {
    const { path, shipmentId } = await aShippedOrder(stage)
    return send(stage.ours.buyer, 'POST', `${path}/deliveries`, { shipmentId })
  },
  'POST /api/v1/orders/:orderId/cancel': async (stage, send) =>
    send(stage.ours.buyer, 'POST', `/api/v1/orders/${await anOrder(stage)}/cancel`, {}),
  'POST /api/v1/orders/:orderId/hold': async (stage, send) =>
    send(stage.ours.admin, 'POST', `/api/v1/orders/${await anOrder(stage)}/hold`, {
      reason: 'The address is to be asked for again.',
    }),
  'POST /api/v1/orders/:orderId/release': async (stage, send) => {
    const path = `/api/v1/orders/${await anOrder(stage)}`
    await stage.ours.admin.post(`${path}/hold`, { reason: 'Wait.' })
    return send(stage.ours.admin, 'POST', `${path}/release`, {})
  },
  'POST /admin/orders/:orderId/credits/:creditId/retry': async (stage, send) =>
    send(stage.operator, 'POST', `${await aRefusedCredit(stage)}/retry`, {}),
  'POST /admin/orders/:orderId/credits/:creditId/settle': async (stage, send) =>
    send(stage.operator, 'POST', `${await aRefusedCredit(stage)}/settle`, { note: 'By transfer.' }),
  'POST /admin/orders/checkout/refunds/:paymentId/retry': async (stage, send) =>
    send(stage.operator, 'POST', `${await aRefusedPayment(stage)}/retry`, {}),
  'POST /admin/orders/checkout/refunds/:paymentId/settle': async (stage, send) =>
    send(stage.operator, 'POST', `${await aRefusedPayment(stage)}/settle`, {
      note: 'By transfer.',
    }),
  'POST /api/v1/supplier/orders/:orderId/response': async (stage, send) => {
    const path = `/api/v1/supplier/orders/${await aSuppliedOrder(stage)}/response`
    const lines = [{ lineNumber: 1, status: 'ACCEPTED', promisedDate: '2999-01-31' }]
    return send(stage.ours.admin, 'POST', path, { lines })
  },
  'POST /api/v1/orders/:orderId/proposals/:proposalId/accept': async (stage, send) => {
    const { path, client } = await aProposal(stage)
    return send(client, 'POST', `${path}/accept`, {})
  },
  'POST /api/v1/orders/:orderId/proposals/:proposalId/refuse': async (stage, send) =>
    send(stage.operator, 'POST', `${(await aProposal(stage)).path}/refuse`, {}),
  'POST /api/v1/orders/:orderId/changes': async (stage, send) => {
    const { client, orderId } = await aSuppliedOrderAndBuyer(stage)
    const lines = [{ lineNumber: 1, requestedDate: '2999-01-31' }]
    return send(client, 'POST', `/api/v1/orders/${orderId}/changes`, { lines, reason: 'Later.' })
  },
  'POST /api/v1/orders/:orderId/changes/:changeRequestId/withdraw': async (stage, send) =>
    send(stage.operator, 'POST', `${(await aChangeRequest(stage)).path}/withdraw`, {}),
  'POST /api/v1/orders/:orderId/changes/:changeRequestId/pay': async (stage, send) => {
    const { client, path, supplierPath } = await aChangeRequest(stage, { quantity: 2 })
    await stage.ours.admin.post(`${supplierPath}/accept`, {})
    return send(client, 'POST', `${path}/pay`, {})
  },
  'POST /api/v1/supplier/orders/:orderId/changes/:changeRequestId/accept': async (stage, send) =>
    send(stage.ours.admin, 'POST', `${(await aChangeRequest(stage)).supplierPath}/accept`, {}),
  'POST /api/v1/supplier/orders/:orderId/changes/:changeRequestId/refuse': async (stage, send) =>
    send(stage.ours.admin, 'POST', `${(await aChangeRequest(stage)).supplierPath}/refuse`, {}),
  'POST /api/v1/supplier/orders/:orderId/refunds': async (stage, send) => {
    const path = `/api/v1/supplier/orders/${await aSuppliedOrder(stage)}/refunds`
    const amount = { amount: '1.00', currency: 'EUR' }
    return send(stage.ours.admin, 'POST', path, { amount })
  },
  'POST /api/v1/orders/:orderId/returns': async (stage, send) => {
    const { path, shipmentId } = await aShippedOrder(stage)
    await stage.ours.buyer.post(`${path}/deliveries`, { shipmentId })
    return send(stage.ours.buyer, 'POST', `${path}/returns`, aReturn)
  },
  'POST /api/v1/orders/:orderId/returns/:returnId/receive': async (stage, send) =>
    send(stage.operator, 'POST', `${await anAskedReturn(stage)}/receive`),
  'POST /api/v1/orders/:orderId/returns/:returnId/accept': async (stage, send) =>
    send(stage.operator, 'POST', `${await anAskedReturn(stage)}/accept`, { restock: false }),
  'POST /api/v1/orders/:orderId/returns/:returnId/refuse': async (stage, send) =>
    send(stage.operator, 'POST', `${await anAskedReturn(stage)}/refuse`, { reason: 'No.' }),
}
