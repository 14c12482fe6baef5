import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('tax', {
  country_unknown: {
    status: 400,
    message: 'The country is unknown. Use a two-letter code of ISO 3166-1, such as DE.',
  },
  days_out_of_order: {
    status: 422,
    message: 'A rate cannot end before the day it is valid from. Give a later validUntil, or none.',
  },
  override_exists: {
    status: 409,
    message:
      'There is a rate for this country, class and first day already. Delete it before you set another.',
  },
  override_not_found: {
    status: 404,
    message: 'There is no such tax rate of an operator. Take the id from the list of tax rates.',
  },
  overrides_limit_reached: {
    status: 422,
    message: 'There are as many rates of operators as can be kept. Delete those that are over.',
  },
})
