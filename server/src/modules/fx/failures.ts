import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('fx', {
  rate_unavailable: {
    status: 422,
    message: 'There is no exchange rate between these two currencies. Use another currency.',
  },
  rates_expired: {
    status: 422,
    message: 'The exchange rates are too old. Try again when newer rates have arrived.',
  },
  currency_unknown: {
    status: 400,
    message: 'The currency is unknown. Use a three-letter code of ISO 4217, such as EUR.',
  },
  amount_too_large: {
    status: 422,
    message:
      'The converted amount has more than 15 digits before the decimal point. Convert a smaller amount.',
  },
})
