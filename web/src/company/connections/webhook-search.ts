import type { Delivery } from './webhooks-api.ts'

export const deliveryStates = [
  'PENDING',
  'LEASED',
  'RETRYING',
  'HELD',
  'SUCCEEDED',
  'EXHAUSTED',
  'CANCELLED',
  'EXPIRED',
] as const satisfies readonly Delivery['state'][]

/** The state of the deliveries that the person looks at. It stands in the address of the page. */
export type WebhookSearch = { readonly state?: Delivery['state'] | undefined }

export function readWebhookSearch({ state }: Record<string, unknown>): WebhookSearch {
  const known = deliveryStates.find((name) => name === state)
  return known === undefined ? {} : { state: known }
}
