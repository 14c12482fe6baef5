import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('tax', {
  country_unknown: {
    status: 400,
    message: 'The country is unknown. Use a two-letter code of ISO 3166-1, such as DE.',
    details: { country: Type.String() },
  },
  days_out_of_order: {
    status: 422,
    message: 'The rate ends before it begins. Send a later validUntil, or none.',
  },
  override_exists: {
    status: 409,
    message:
      'This country and tax class already have a rate from this day. Delete it before you set another.',
    details: { country: Type.String(), validFrom: Type.String() },
  },
  override_not_found: {
    status: 404,
    message:
      'There is no such tax rate set by an operator. Take the id from the list of tax rates.',
    details: { overrideId: Type.String() },
  },
  overrides_limit_reached: {
    status: 422,
    message:
      'The maximum number of tax rates set by operators is reached. Delete rates that have ended.',
    details: { limit: Type.Integer() },
  },
})
