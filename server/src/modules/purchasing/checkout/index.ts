export { checkoutModule } from './checkout-module.ts'
export type { CheckoutDeps } from './deps.ts'
export { type Checkout, createCheckout } from './service.ts'
export { checkoutJobs } from './subscribers.ts'
