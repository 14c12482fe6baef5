import { randomUUID } from 'node:crypto'
import type { Section } from './flows.ts'
import type { Scene } from './prepare-scene.ts'
import { functionOf, recordStatements, type Sent } from './record-statements.ts'
import { until } from './until.ts'

const shipTo = {
  name: 'Bea Buyer',
  line1: 'Hafenstr. 7',
  city: 'Hamburg',
  postalCode: '20457',
  country: 'DE',
}
const lineCount = 2

/** One order on invoice, and one by card: it is paid, and the order is left to a worker. */
export async function recordOrders(
  scene: Scene,
): Promise<{ readonly sections: readonly Section[]; readonly checkoutId: string }> {
  const onInvoice = await startCheckout(scene)
  const invoice = await pay(scene, onInvoice.id, 'invoice')
  const byCard = await startCheckout(scene)
  const card = await pay(scene, byCard.id, 'card')
  const event = await recordStatements((soFar) => payAtPage(card.redirectUrl, soFar))
  const payment = 'POST /api/v1/checkout/{checkoutId}/payment'
  return {
    checkoutId: byCard.id,
    sections: [
      { title: 'POST /api/v1/checkout: reserves the stock', statements: onInvoice.statements },
      { title: `${payment} by invoice: makes the order`, statements: invoice.statements },
      { title: `${payment} by card: opens a payment`, statements: card.statements },
      { title: "The payment provider's event: the buyer has paid", statements: event },
    ],
  }
}

async function startCheckout({ call, buyer, products }: Scene) {
  let expectedSnapshotVersion = 0
  for (const { id: productId } of products.slice(0, lineCount)) {
    const options = { as: buyer, body: { productId, quantity: 3 }, expects: 201 }
    const { data } = await call<{ snapshotVersion: number }>('POST', '/api/v1/cart/items', options)
    expectedSnapshotVersion = data.snapshotVersion
  }
  let id = ''
  const statements = await recordStatements(async () => {
    const body = { expectedSnapshotVersion, shipTo, poNumber: 'PO-4711' }
    const options = { as: buyer, body, key: randomUUID(), expects: 201 }
    id = (await call<{ id: string }>('POST', '/api/v1/checkout', options)).data.id
  })
  return { id, statements }
}

type Handoff = { readonly payment: { readonly redirectUrl?: string } }

async function pay({ call, buyer }: Scene, checkoutId: string, method: 'invoice' | 'card') {
  let redirectUrl = ''
  const statements = await recordStatements(async () => {
    const path = `/api/v1/checkout/${checkoutId}/payment`
    const options = { as: buyer, body: { method }, key: randomUUID() }
    redirectUrl = (await call<Handoff>('POST', path, options)).data.payment.redirectUrl ?? ''
  })
  return { redirectUrl, statements }
}

/** The buyer presses the button, and the provider sends its event to the service. */
async function payAtPage(redirectUrl: string, soFar: () => readonly Sent[]): Promise<void> {
  const body = new URLSearchParams({ choice: 'pay' })
  await fetch(redirectUrl, { method: 'POST', body, redirect: 'manual' })
  const isLast = (sent: Sent) => functionOf(sent).name === 'receiveEvent' && sent.commits
  await until(() => soFar().some(isLast), 'the event of the payment provider')
}
