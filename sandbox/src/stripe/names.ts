/** Stripe has two names for one intent of the book: the session from the start, and the payment intent that the payer creates. */
export function sessionId(intentId: string): string {
  return intentId.replace(/^int_/, 'cs_test_')
}

export function paymentIntentId(intentId: string): string {
  return intentId.replace(/^int_/, 'pi_')
}

/** Turns either name into the name that the book uses. */
export function bookId(name: string): string {
  return name.replace(/^(cs_test|pi|ch)_/, 'int_')
}

export function chargeId(intentId: string): string {
  return intentId.replace(/^int_/, 'ch_')
}

export function refundName(refundId: string): string {
  return refundId.replace(/^rfd_/, 're_')
}
