import type Stripe from 'stripe'
import { ProviderForbids, ProviderRefused, ProviderUnavailable } from '../provider.ts'
import { stripeLibrary } from './library.ts'

/**
 * Sorts Stripe's errors into two kinds. A wrong API key is not a refusal of this payment: the payment stays open until
 * an operator has corrected the setting.
 */
export async function callStripe<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (isClearNo(error)) {
      throw new ProviderRefused((error.decline_code || error.code || error.type).slice(0, 100))
    }
    if (error instanceof ProviderRefused || error instanceof ProviderUnavailable) throw error
    if (isForbidden(error)) {
      throw new ProviderForbids('The provider does not let the key do that.', { cause: error })
    }
    throw new ProviderUnavailable('The provider did not answer clearly.', { cause: error })
  }
}

/** The object has ended in another way in the meantime: read it to get the answer. */
export function hasEndedOtherwise(error: unknown): boolean {
  return (
    error instanceof ProviderRefused &&
    (error.reason === 'payment_intent_unexpected_state' ||
      error.reason === 'resource_already_exists' ||
      error.reason === 'charge_already_captured' ||
      error.reason === 'StripeInvalidRequestError')
  )
}

function isForbidden(error: unknown): boolean {
  return error instanceof stripeLibrary().errors.StripePermissionError
}

function isClearNo(error: unknown): error is Stripe.errors.StripeError {
  const { errors } = stripeLibrary()
  const isRefusal =
    error instanceof errors.StripeCardError ||
    error instanceof errors.StripeInvalidRequestError ||
    error instanceof errors.StripeIdempotencyError
  // 409: a request with the same key is still running.
  return isRefusal && error.statusCode !== 409 && error.statusCode !== 429
}
