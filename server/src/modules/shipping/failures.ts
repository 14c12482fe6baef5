import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('shipping', {
  amount_invalid: {
    status: 400,
    message:
      'An amount is not zero or more with as many decimals as its currency has. Write it like 6.90.',
  },
  country_unknown: {
    status: 400,
    message: 'A country is not a code of ISO 3166-1: details.countries names it.',
  },
  currency_unknown: { status: 400, message: 'The currency is not a code of ISO 4217.' },
  method_not_found: { status: 404, message: 'There is no such shipping method.' },
  methods_limit_reached: {
    status: 422,
    message: 'A supplier has at most 20 shipping methods. Delete or change one of them.',
  },
  pick_up_costs_nothing: {
    status: 422,
    message: 'Who picks goods up pays no carriage. Leave the prices of the method away.',
  },
  tiers_out_of_order: {
    status: 422,
    message: 'The tiers must rise in what the goods are worth, and the first must be from 0.',
  },
})
