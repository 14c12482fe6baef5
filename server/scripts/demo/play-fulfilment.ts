import { randomUUID } from 'node:crypto'
import type { LocalAccess } from '../../src/start/seed-local.ts'
import type { Call, Credential } from './call.ts'
import type { Scene } from './scene.ts'
import type { ProgressAnswer } from './shapes.ts'

/** An operator stands in for the supplier: most of the order is shipped, the rest is cancelled, the parcel arrives. */
export async function fulfil(
  scene: Scene,
  call: Call,
  { buyer, operator }: { buyer: Credential; operator: LocalAccess['operator'] },
  orderId: string,
): Promise<void> {
  const { data: tokens } = await call<{ accessToken: string }>('POST', '/auth/login', {
    body: operator,
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
