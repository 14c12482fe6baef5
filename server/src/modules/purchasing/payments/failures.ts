import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'
import { paymentMethods, paymentStates } from './payment.ts'

export const fail = defineFailures('payments', {
  amount_exceeds_authorized: {
    status: 422,
    message: 'The amount is more than was authorised. Capture less.',
    details: { paymentId: Type.String(), authorized: Type.String() },
  },
  amount_invalid: {
    status: 422,
    message:
      'The amount is not valid. Use an amount above zero, with no more decimals than its currency has.',
  },
  amount_not_supported: {
    status: 422,
    message:
      'The card provider supports fewer decimals in this currency. Pay by invoice, or change the order so that details.amount ends in a zero.',
    details: { amount: Type.String(), currency: Type.String() },
  },
  belongs_to_order: {
    status: 409,
    message:
      'This payment belongs to the order in details.orderId. Cancel what is open, or request a return of what was delivered: this refunds it.',
    details: {
      paymentId: Type.String(),
      orderId: Type.String(),
      refundable: Type.Optional(Type.String()),
    },
  },
  refund_purpose_required: {
    status: 422,
    message:
      'Several suppliers sell parts of this order. Name in `for` the line, or the part of details.suppliers, that you refund.',
    details: {
      paymentId: Type.String(),
      orderId: Type.String(),
      suppliers: Type.Array(Type.String()),
    },
  },
  refund_part_unknown: {
    status: 422,
    message: 'The order has no such line, or no part of this supplier. Take `for` from the order.',
    details: { paymentId: Type.String(), orderId: Type.String() },
  },
  refund_exceeds_part: {
    status: 422,
    message:
      'The refund is more than this part of the order costs. Refund details.refundable at most, or name another part.',
    details: { paymentId: Type.String(), orderId: Type.String(), refundable: Type.String() },
  },
  capture_below_order: {
    status: 422,
    message:
      'The payment of an order is captured as a whole. Leave the amount out, or first cancel what nobody wants.',
    details: { paymentId: Type.String(), owed: Type.String() },
  },
  company_not_found: {
    status: 404,
    message:
      'There is no such company. Send the id of a company, which begins with co_, and not its name.',
    details: { companyId: Type.String() },
  },
  credit_account_not_found: {
    status: 404,
    message:
      'The company has no credit account in this currency. Choose one from the list of its credit accounts.',
    details: { currency: Type.String() },
  },
  credit_limit_exceeded: {
    status: 422,
    message:
      'The amount exceeds the rest of the credit limit in details.available. Order less, pay by card, or repay something first.',
    details: { currency: Type.String(), requested: Type.String(), available: Type.String() },
  },
  currency_unknown: {
    status: 400,
    message: 'The currency is unknown. Use a three-letter code of ISO 4217, such as EUR.',
    details: { currency: Type.String() },
  },
  currency_mismatch: {
    status: 422,
    message:
      'The amount has another currency than the payment or the account. Use the currency of that.',
    details: {
      paymentId: Type.Optional(Type.String()),
      currency: Type.Optional(Type.String()),
      expected: Type.Optional(Type.String()),
    },
  },
  event_signature_invalid: {
    status: 401,
    message:
      'The signature of the event is missing, wrong or too old. Check the signing secret and the clock.',
  },
  no_credit_account: {
    status: 422,
    message:
      'The company has no open credit account in this currency. Pay by card, or ask the operators to open one.',
    details: { currency: Type.String() },
  },
  not_capturable: {
    status: 409,
    message:
      'Only an authorised payment can be captured, and only once. Read the payment to see its state.',
    details: {
      paymentId: Type.String(),
      state: Type.Enum([...paymentStates]),
      reason: Type.Optional(Type.String()),
    },
  },
  not_refundable: {
    status: 409,
    message:
      'Nothing of this payment can be refunded now. Capture the payment first if it is AUTHORIZED.',
    details: {
      paymentId: Type.String(),
      state: Type.Enum([...paymentStates]),
    },
  },
  not_raisable: {
    status: 409,
    message:
      'Only a payment on net terms that is neither captured nor over can rise with its order. Order the difference separately.',
    details: {
      paymentId: Type.String(),
      method: Type.Enum([...paymentMethods]),
      state: Type.Enum([...paymentStates]),
    },
  },
  not_voidable: {
    status: 409,
    message: 'The payment has ended and cannot be voided. Refund the captured money instead.',
    details: {
      paymentId: Type.String(),
      state: Type.Enum([...paymentStates]),
    },
  },
  order_not_placed: {
    status: 409,
    message:
      'The order of this payment is not placed yet; the payment is captured after the approval. Cancel the order if you do not want it.',
    details: { orderId: Type.Optional(Type.String()), paymentId: Type.String() },
  },
  payment_not_found: {
    status: 404,
    message: 'There is no such payment. Take the id from the list of payments.',
    details: { paymentId: Type.String() },
  },
  provider_not_configured: {
    status: 503,
    message:
      'No payment provider is configured for this. Pay by another method, or tell the operators.',
    retryAfterSeconds: 60,
    details: { provider: Type.Optional(Type.String()), method: Type.Optional(Type.String()) },
  },
  provider_unavailable: {
    status: 503,
    message: 'The payment provider does not answer. Nothing is lost: try again in a moment.',
    retryAfterSeconds: 5,
    details: { paymentId: Type.Optional(Type.String()), provider: Type.Optional(Type.String()) },
  },
  provider_unknown: {
    status: 404,
    message: 'There is no such payment provider. Check the webhook address at the provider.',
  },
  refund_exceeds_captured: {
    status: 422,
    message: 'The refund is more than the captured money that was not refunded yet. Refund less.',
    details: { paymentId: Type.String(), refundable: Type.String() },
  },
  refund_refused: {
    status: 422,
    message:
      'The payment provider refused the refund. Refund the buyer outside Purveyor, or try again later.',
    details: { refundId: Type.String(), reason: Type.Optional(Type.String()) },
  },
  repayment_exceeds_owed: {
    status: 422,
    message:
      'The company owes less than this; details.owed is what it owes. Correct the amount, or send acceptOverpayment to credit the rest to the company.',
    details: { currency: Type.String(), owed: Type.String(), amount: Type.String() },
  },
  repayment_not_found: {
    status: 404,
    message: 'There is no such repayment. Take the id from the statement of the credit account.',
    details: { repaymentId: Type.String() },
  },
  repayment_reversed: {
    status: 409,
    message:
      'The repayment was already reversed. Read the statement of the credit account to see when.',
    details: { repaymentId: Type.String() },
  },
})
