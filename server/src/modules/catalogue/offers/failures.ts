import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('offers', {
  request_not_found: {
    status: 404,
    message: 'There is no such offer request. Take the id from the list of offer requests.',
    details: { requestId: Type.String() },
  },
  offer_not_found: {
    status: 404,
    message:
      'There is no such external offer. It may have vanished. Search again, and take the id from the search.',
    details: { productId: Type.String() },
  },
  not_external: {
    status: 422,
    message:
      'No external offer is known for this product. Order the product, or ask its supplier in a support ticket.',
    details: { productId: Type.String() },
  },
  quantity_not_whole: {
    status: 422,
    message:
      'The unit of this offer (`details.unit`) is counted. Request a whole quantity, without decimals.',
    details: { unit: Type.String() },
  },
  request_exists: {
    status: 409,
    message:
      'Your company has already requested this offer. Wait for the answer to the request `details.requestId`.',
    details: { requestId: Type.String() },
  },
  requests_too_many: {
    status: 422,
    message:
      'Your company has the maximum number of offer requests that wait for an answer. Wait for the answers.',
    details: { max: Type.Integer() },
  },
  request_over: {
    status: 409,
    message: 'The offer request is already answered, or has expired. Read its state.',
    details: {
      requestId: Type.String(),
      state: Type.Optional(Type.Enum(['EXPIRED', 'CONFIRMED', 'REQUESTED', 'DECLINED'])),
    },
  },
  validity_invalid: {
    status: 400,
    message:
      'The price must be valid until a time in the future. Send a time of at most a year from now.',
  },
})
