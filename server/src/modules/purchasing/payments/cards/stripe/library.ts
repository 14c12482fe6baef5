import { createRequire } from 'node:module'
import type Stripe from 'stripe'

let loadedLibrary: typeof Stripe | undefined

/** Loads the official client on first use: it would only use memory where nobody pays through Stripe. */
export function stripeLibrary(): typeof Stripe {
  loadedLibrary ??= createRequire(import.meta.url)('stripe') as typeof Stripe
  return loadedLibrary
}
