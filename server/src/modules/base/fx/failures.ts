import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'
import type { RateSet } from './rate-set.ts'

export const fail = defineFailures('fx', {
  rate_unavailable: {
    status: 422,
    message: 'There is no exchange rate between these two currencies. Use another currency.',
    details: {
      to: Type.Optional(Type.String()),
      from: Type.Optional(Type.String()),
      base: Type.Optional(Type.String()),
    },
  },
  rates_expired: {
    status: 422,
    message: 'The exchange rates are too old. Try again when newer rates have arrived.',
    details: { asOf: Type.String(), rateSetId: Type.String() },
  },
  currency_unknown: {
    status: 400,
    message: 'The currency is unknown. Use a three-letter code of ISO 4217, such as EUR.',
    details: { currency: Type.String() },
  },
  held_rate_not_found: {
    status: 404,
    message: 'There is no held exchange rate with this id. Check the id in the list of held rates.',
  },
  held_rate_withdrawn: {
    status: 409,
    message: 'The provider no longer gives this rate. Read the list of held rates again.',
  },
  amount_too_large: {
    status: 422,
    message:
      'The converted amount has more than 15 digits before the decimal point. Convert a smaller amount.',
  },
})

/** `asOf`: of the rate that is too old. */
export const ratesExpired = ({ id }: Pick<RateSet, 'id'>, asOf: Date) =>
  fail('rates_expired', { asOf: asOf.toISOString(), rateSetId: id })
