import type { Type } from 'typebox'
import type { EventBodyView, WebhookView } from './endpoints/endpoint-schemas.ts'

/** An example for the API reference. */
export const webhookExample: Type.Static<typeof WebhookView> = {
  id: 'whk_01m7x9v1c40e5rk2m8w3tq6zna',
  name: 'ERP, production',
  url: 'https://erp.example.com/hooks/purveyor',
  events: ['order.*', 'payment.succeeded'],
  state: 'ACTIVE',
  payload: 'full',
  ordered: false,
  health: { lastSuccessAt: '2026-01-02T03:04:05.000Z', failures: 0 },
  createdAt: '2026-01-01T09:00:00.000Z',
  updatedAt: '2026-01-01T09:00:00.000Z',
}

/** All bytes are zero: no endpoint has this secret. */
export const exampleSecret = `whsec_${'A'.repeat(43)}=`

export const examplePublicKey = `whpk_${'A'.repeat(43)}=`

export const eventBodyExample: Type.Static<typeof EventBodyView> = {
  id: 'evt_01m7xb82dw3khw78phh28dvacd',
  type: 'webhook.test',
  version: 1,
  occurredAt: '2026-01-02T03:04:05.000Z',
  companyId: 'co_01m7x9v1c40e5rk2m8w3tq6zna',
  sequence: 42,
  entity: { type: 'webhook', id: 'whk_01m7x9v1c40e5rk2m8w3tq6zna', version: 1 },
  data: {
    endpointId: 'whk_01m7x9v1c40e5rk2m8w3tq6zna',
    message: 'This is a test. Your receiver works if it answers with 2xx.',
  },
}
