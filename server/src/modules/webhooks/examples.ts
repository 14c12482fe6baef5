import type { Type } from 'typebox'
import type { WebhookView } from './schemas.ts'

/** For the reference. */
export const webhookExample: Type.Static<typeof WebhookView> = {
  id: 'whk_01m7x9v1c40e5rk2m8w3tq6zna',
  name: 'ERP, production',
  url: 'https://erp.example.com/hooks/purveyor',
  events: ['order.*', 'payment.succeeded'],
  state: 'ACTIVE',
  health: { lastSuccessAt: '2026-01-02T03:04:05.000Z', failures: 0 },
  createdAt: '2026-01-01T09:00:00.000Z',
  updatedAt: '2026-01-01T09:00:00.000Z',
}

/** All zero bytes: nobody's. */
export const exampleSecret = `whsec_${'A'.repeat(43)}=`
