/** One entry of the book has two names at Stripe: the session from the start, and the intent that its payer makes. */
export function sessionId(intentId: string): string {
  return intentId.replace(/^int_/, 'cs_test_')
}

export function paymentIntentId(intentId: string): string {
  return intentId.replace(/^int_/, 'pi_')
}

/** Any of their names, to the book's. */
export function bookId(name: string): string {
  return name.replace(/^(cs_test|pi|ch)_/, 'int_')
}

export function chargeId(intentId: string): string {
  return intentId.replace(/^int_/, 'ch_')
}

export function refundName(refundId: string): string {
  return refundId.replace(/^rfd_/, 're_')
}
