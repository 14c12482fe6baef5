export type { PaymentProvider } from './cards/provider.ts'
export { createSandboxProvider } from './cards/sandbox-provider.ts'
export { createStripeProvider } from './cards/stripe/stripe-provider.ts'
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
export type { OfferedMethod } from './offered-methods.ts'
export type { OpenPayment } from './open-payment.ts'
export {
  type Payment,
  type PaymentMethod,
  type PaymentOutcome,
  type PaymentState,
  paymentMethods,
  paymentOutcomeOf,
  paymentStates,
  type Refund,
  type RefundPurpose,
  refundableAmount,
} from './payment.ts'
export { paymentList } from './payment-list.ts'
export type { PaymentStanding } from './payment-store.ts'
export { paymentsModule } from './payments-module.ts'
export type { Refunded } from './refunds/hold-refunded.ts'
export type { RefundAnswer } from './refunds/refund-payment.ts'
export { paymentsRoutes, providerEventsPath } from './routes.ts'
export { RefundView, readAmount, refundExample, viewRefund } from './schemas.ts'
export { createPayments, type Payments } from './service.ts'
export { capturedAfterEnd, chargeReturned } from './step.ts'
