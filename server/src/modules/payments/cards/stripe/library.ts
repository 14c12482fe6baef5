import { createRequire } from 'node:module'
import type Stripe from 'stripe'

let loaded: typeof Stripe | undefined

/** The official client, loaded when it is first needed: where nobody pays through Stripe it would only hold memory. */
export function stripeLibrary(): typeof Stripe {
  loaded ??= createRequire(import.meta.url)('stripe') as typeof Stripe
  return loaded
}
