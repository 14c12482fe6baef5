import { createRequire } from 'node:module'
import type Stripe from 'stripe'

let loaded: typeof Stripe | undefined

/** Loads the official client on first use: it would only use memory where nobody pays through Stripe. */
export function stripeLibrary(): typeof Stripe {
  loaded ??= createRequire(import.meta.url)('stripe') as typeof Stripe
  return loaded
}
