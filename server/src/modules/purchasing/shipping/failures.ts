import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('shipping', {
  amount_invalid: {
    status: 400,
    message:
      'An amount is not valid. Use zero or more, with no more decimals than its currency has, such as 6.90.',
    details: { amount: Type.String(), currency: Type.String() },
  },
  country_unknown: {
    status: 400,
    message:
      'The countries in details.countries are unknown. Use two-letter codes of ISO 3166-1, such as DE.',
    details: { countries: Type.Array(Type.String()) },
  },
  currency_unknown: {
    status: 400,
    message: 'The currency is unknown. Use a three-letter code of ISO 4217, such as EUR.',
    details: { currency: Type.String() },
  },
  method_not_found: {
    status: 404,
    message: 'There is no such shipping method. Take the id from the list of shipping methods.',
    details: { shippingMethodId: Type.String() },
  },
  methods_limit_reached: {
    status: 422,
    message: 'A supplier can have at most 20 shipping methods. Delete or change one of them.',
    details: { limit: Type.Integer() },
  },
  minimum_order_fee_mismatch: {
    status: 422,
    message: 'The fee does not match `below`. Send a fee with FEE, and none with REFUSE.',
  },
  minimum_order_not_found: {
    status: 404,
    message: 'The company has no minimum order value. Set one first.',
  },
  minimum_order_of_nothing: {
    status: 422,
    message:
      'The minimum order value and its fee must be more than zero. Delete the minimum to accept every order.',
  },
  pick_up_costs_nothing: {
    status: 422,
    message:
      'A method for goods that the buyer picks up has no shipping cost. Leave its prices out.',
  },
  tiers_out_of_order: {
    status: 422,
    message:
      'The tiers are not in order. Start the first at 0, and each other tier at a higher value of the goods.',
  },
})
