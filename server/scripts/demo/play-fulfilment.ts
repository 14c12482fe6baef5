import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { LocalAccess } from '../../src/start/seed-local.ts'
import { type Call, type Credential, download } from './call.ts'
import { expect, type Scene } from './scene.ts'
import type { InvoiceAnswer, ProgressAnswer } from './shapes.ts'

/**
 * An operator acts for the supplier: most of the order is shipped and invoiced, the rest is cancelled, and the parcel arrives.
 */
export async function fulfil(
  scene: Scene,
  call: Call,
  { buyer, access }: { buyer: Credential; access: LocalAccess },
  orderId: string,
): Promise<void> {
  const { data: tokens } = await call<{ accessToken: string }>('POST', '/auth/login', {
    body: access.operator,
  })
  const supplier = { bearer: tokens.accessToken }
  const step = (as: Credential, what: string, body?: unknown, expects = 200) =>
    call<ProgressAnswer>('POST', `/api/v1/orders/${orderId}/${what}`, {
      as,
      key: randomUUID(),
      expects,
      ...(body === undefined ? {} : { body }),
    })
  await scene.step(
    'The supplier confirms',
    () => step(supplier, 'confirm'),
    ({ data }) => data.state,
  )
  const parcel = {
    lines: [{ lineNumber: 1, quantity: 3 }],
    carrier: 'DHL',
    trackingNumber: '00340434161094000000',
    trackingUrl: 'https://www.dhl.example/track/00340434161094000000',
  }
  const shipped = await scene.step(
    'and ships 3 of 4',
    () => step(supplier, 'shipments', parcel, 201),
    ({ data }) => `${data.shipments[0]?.id} by ${data.shipments[0]?.carrier}: ${data.state}`,
  )
  await seeInvoice(scene, call, { buyer, access }, orderId)
  await scene.step(
    'The buyer cancels the one that is missing',
    () => step(buyer, 'cancel', { reason: 'Three will do.' }),
    ({ data: { state, credits } }) =>
      `${state}; ${credits[0]?.amount.amount} ${credits[0]?.amount.currency} go back, ${credits[0]?.state}`,
  )
  const shipmentId = shipped.data.shipments[0]?.id
  await scene.step(
    'and says that the parcel has come',
    () => step(buyer, 'deliveries', { shipmentId }, 201),
    ({ data: { state, lines } }) => `${state}: ${lines[0]?.deliveredQuantity} pieces`,
  )
}

const invoicePatienceMs = 20_000

async function seeInvoice(
  scene: Scene,
  call: Call,
  { buyer, access }: { buyer: Credential; access: LocalAccess },
  orderId: string,
): Promise<void> {
  await scene.step(
    'The invoice of what was shipped came',
    async () => {
      const invoice = await waitForInvoice(call, buyer, orderId)
      const address = `${access.baseUrl}/api/v1/invoices/${invoice.id}`
      const pdf = await download(`${address}/pdf`, buyer)
      const ubl = await download(`${address}/ubl`, buyer)
      expect(pdf.subarray(0, 5).toString() === '%PDF-', 'that is no PDF')
      expect(ubl.toString().includes('<cbc:ID>'), 'that is no UBL')
      return { ...invoice, pdf, ubl }
    },
    ({ number, total, pdf, ubl }) =>
      `${number}: ${total.amount} ${total.currency}; PDF of ${pdf.length} bytes, UBL of ${ubl.length}`,
  )
}

async function waitForInvoice(call: Call, as: Credential, orderId: string): Promise<InvoiceAnswer> {
  const until = performance.now() + invoicePatienceMs
  while (performance.now() < until) {
    const path = `/api/v1/invoices?orderId=${orderId}`
    const [invoice] = (await call<InvoiceAnswer[]>('GET', path, { as })).data
    if (invoice?.state === 'ISSUED') return invoice
    await wait(50)
  }
  throw new Error('no invoice was issued in time')
}
