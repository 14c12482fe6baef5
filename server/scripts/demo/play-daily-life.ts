import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { LocalAccess } from '../../src/start/seed-local.ts'
import { type Call, type Credential, createCaller } from './call.ts'
import { expect } from './scene.ts'
import type { ProductAnswer } from './shapes.ts'

/** The records that pictures show. */
export type DailyLife = { readonly orderId: string; readonly webhookId: string }

const purchases = [
  { search: 'cat6 patch cable', quantity: 10, poNumber: 'PO-2041', until: 'shipped' },
  { search: 'label', quantity: 500, poNumber: 'PO-2042', until: 'confirmed' },
  { search: 'toner', quantity: 2, poNumber: 'PO-2043', until: 'placed' },
  { search: 'switch', quantity: 4, poNumber: 'PO-2044', until: 'part shipped' },
  { search: 'keyboard', quantity: 3, poNumber: 'PO-2045', until: 'placed' },
] as const

/** A morning of a company through the public API: orders in several states, a ticket, and two receivers in trouble. */
export async function playDailyLife(access: LocalAccess): Promise<DailyLife> {
  const call = createCaller(access.baseUrl)
  const company: Credential = { apiKey: access.apiKey }
  const buyer = await signIn(call, access.buyer)
  const operator = await signIn(call, access.operator)
  const receivers = await openReceivers()
  try {
    const webhookId = await subscribe(call, company, 'ERP', receivers.gone)
    await subscribe(call, company, 'Warehouse', receivers.broken)
    const orders = []
    for (const purchase of purchases) orders.push(await order(call, company, operator, purchase))
    await ask(call, buyer)
    await untilDisabled(call, company, webhookId)
    const orderId = orders[3]
    expect(orderId !== undefined, 'nothing was ordered')
    return { orderId, webhookId }
  } finally {
    receivers.close()
  }
}

async function signIn(call: Call, body: LocalAccess['buyer']): Promise<Credential> {
  const { data } = await call<{ accessToken: string }>('POST', '/auth/login', { body })
  return { bearer: data.accessToken }
}

/** One answers that it is gone for good, the other has an error. */
async function openReceivers() {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/gone' ? 410 : 503
    response.end(request.url === '/gone' ? 'This address is no longer used.' : 'Maintenance.')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return { gone: `${url}/gone`, broken: `${url}/broken`, close: () => server.close() }
}

async function subscribe(call: Call, as: Credential, name: string, url: string): Promise<string> {
  const body = { name, url, events: ['order.created', 'order.shipped'] }
  return (await call<{ id: string }>('POST', '/api/v1/webhooks', { as, body })).data.id
}

const shipTo = {
  name: 'Goods in',
  company: 'Example GmbH',
  line1: 'Werkstraße 12',
  postalCode: '58095',
  city: 'Hagen',
  country: 'DE',
}

async function order(
  call: Call,
  as: Credential,
  operator: Credential,
  { search, quantity, poNumber, until }: (typeof purchases)[number],
): Promise<string> {
  const { data: found } = await call<ProductAnswer[]>(
    'GET',
    `/api/v1/products?q=${encodeURIComponent(search)}&country=DE&limit=20`,
    { as },
  )
  const product = found.find(
    ({ availability, price }) =>
      availability.available >= quantity && price.moq <= quantity && price.multiple === 1,
  )
  expect(product !== undefined, `${search}: nothing is in stock`)
  const lines = [{ productId: product.id, quantity }]
  const { data } = await call<{ order: { id: string } }>('POST', '/api/v1/orders', {
    as,
    key: randomUUID(),
    body: { lines, shipTo, poNumber, payment: { method: 'invoice' } },
    expects: 201,
  })
  const { id } = data.order
  const next = (what: string, expects: number, body?: object) =>
    call('POST', `/api/v1/orders/${id}/${what}`, {
      as: operator,
      key: randomUUID(),
      expects,
      ...(body && { body }),
    })
  if (until !== 'placed') await next('confirm', 200)
  if (until === 'shipped') await next('shipments', 201, { carrier: 'DHL' })
  if (until === 'part shipped') {
    const part = { lines: [{ lineNumber: 1, quantity: 2 }], carrier: 'DHL' }
    await next('shipments', 201, part)
  }
  return id
}

async function ask(call: Call, as: Credential): Promise<void> {
  const subject = 'One of the switches does not start'
  const message = 'The parcel itself looked fine. Can you send another one?'
  const body = { subject, message, priority: 'HIGH' }
  await call('POST', '/api/v1/support/tickets', { as, body, expects: 201 })
}

const patienceMs = 30_000

async function untilDisabled(call: Call, as: Credential, webhookId: string): Promise<void> {
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    const path = `/api/v1/webhooks/${webhookId}`
    const { data } = await call<{ state: string }>('GET', path, { as })
    if (data.state === 'DISABLED') return
    await wait(250)
  }
  throw new Error('The webhook of the receiver that is gone was not disabled.')
}
