import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('addresses', {
  address_not_found: {
    status: 404,
    message:
      'There is no such address in the address book. Take the id from the list of addresses.',
    details: { addressId: Type.String() },
  },
  address_not_printable: {
    status: 422,
    message:
      'A field of the address has a line break or a control character, or is blank. Correct the address in the address book.',
    details: { addressId: Type.String() },
  },
  unit_not_yours: {
    status: 403,
    message:
      'You cannot add an address for this unit. Name your own unit or one that you have a role for, or ask an administrator.',
    details: { unitId: Type.String() },
  },
  addresses_limit_reached: {
    status: 422,
    message: 'A company can keep at most 500 addresses. Delete one that you no longer need.',
    details: { limit: Type.Integer() },
  },
  postal_code_invalid: {
    status: 400,
    message:
      'The postal code does not fit its country. Check both: details.forms names the possible forms: 9 stands for a digit, A for a letter, X for either.',
    details: { country: Type.String(), forms: Type.Array(Type.String()) },
  },
  country_unknown: {
    status: 400,
    message:
      'The country of the address is unknown. Use a two-letter code of ISO 3166-1, such as DE.',
    details: { country: Type.String() },
  },
})
