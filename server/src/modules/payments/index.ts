export { creditRoutes } from './credit-routes.ts'
export type { CreditAccount, CreditTerms } from './credit-store.ts'
export type { Deps as PaymentsDeps } from './deps.ts'
export {
  PaymentAuthorized,
  PaymentDisputeClosed,
  PaymentDisputed,
  PaymentFailed,
  PaymentInitiated,
  PaymentRefunded,
  PaymentReopened,
  PaymentRepaid,
  PaymentSucceeded,
  PaymentVoided,
  paymentEvents,
} from './events.ts'
export type { GiveBack, GivenBack } from './give-back.ts'
export type { Refunded } from './hold-refunded.ts'
export type { OfferedMethod } from './offered-methods.ts'
export type { OpenPayment } from './open-payment.ts'
export { paymentOperatorRoutes } from './operator-routes.ts'
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
export { paymentsProbe } from './payments-probe.ts'
export { paymentsData } from './personal-data-store.ts'
export {
  type PaymentProvider,
  ProviderRefused,
  ProviderUnavailable,
} from './provider.ts'
export { paymentQueue } from './redrive.ts'
export type { RefundAnswer } from './refund-payment.ts'
export { refundQueue } from './refund-store.ts'
export { paymentsRoutes, providerEventsPath } from './routes.ts'
export { createSandboxProvider, type SandboxProviderOptions } from './sandbox-provider.ts'
export {
  PaymentView,
  RefundView,
  readAmount,
  refundExample,
  viewPayment,
  viewRefund,
} from './schemas.ts'
export { createPayments, type Payments } from './service.ts'
export { paymentsSettings } from './settings.ts'
export { capturedAfterEnd, chargeReturned } from './step.ts'
export type { PaymentStanding } from './store.ts'
export { createStripeProvider, type StripeProviderOptions } from './stripe/stripe-provider.ts'
export { paymentsJobs, paymentsSchedules, paymentsWorkers } from './workers.ts'
