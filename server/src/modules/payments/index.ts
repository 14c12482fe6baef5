export {
  PaymentAuthorized,
  PaymentDisputeClosed,
  PaymentDisputed,
  PaymentFailed,
  PaymentRefunded,
  PaymentReopened,
  PaymentRepaid,
  PaymentSucceeded,
  PaymentVoided,
} from './events.ts'
export type { Refunded } from './hold-refunded.ts'
export type { OfferedMethod } from './offered-methods.ts'
export type { OpenPayment } from './open-payment.ts'
export {
  type Payment,
  type PaymentMethod,
  type PaymentState,
  paymentMethods,
  paymentStates,
  type Refund,
  type RefundPurpose,
  refundable,
} from './payment.ts'
export { paymentsModule } from './payments-module.ts'
export type { PaymentProvider } from './provider.ts'
export type { RefundAnswer } from './refund-payment.ts'
export { paymentsRoutes, providerEventsPath } from './routes.ts'
export { createSandboxProvider } from './sandbox-provider.ts'
export { RefundView, readAmount, refundExample, viewRefund } from './schemas.ts'
export { createPayments, type Payments } from './service.ts'
export { capturedAfterEnd, chargeReturned } from './step.ts'
export type { PaymentStanding } from './store.ts'
export { createStripeProvider } from './stripe/stripe-provider.ts'
