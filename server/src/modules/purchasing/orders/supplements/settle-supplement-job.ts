import { Type } from 'typebox'
import { defineJob } from '#platform/jobs'

/** Reads supplement and payment again when it runs. */
export const SettleSupplement = defineJob({
  name: 'orders.settle_supplement',
  payload: Type.Object({ companyId: Type.String(), paymentId: Type.String() }),
  // Longer than the slowest answers of a provider to a capture and to a refund.
  leaseSeconds: 120,
  attemptsMax: 12,
  poison: 'retried_slowly',
})
