import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('images', {
  signature_invalid: {
    status: 403,
    message: 'The address of the picture is not valid. Take it from the product.',
  },
  picture_empty: { status: 400, message: 'The body is empty. Send the picture as the body.' },
  picture_too_large: {
    status: 413,
    message: 'The picture is too large. Send a smaller file: `details.maxBytes` is the limit.',
    details: { maxBytes: Type.Integer() },
  },
  picture_type_unsupported: {
    status: 415,
    message:
      'The type of the picture is not supported. Send a JPEG, PNG, WebP or GIF with its own media type.',
    details: { sent: Type.String(), found: Type.String() },
  },
  picture_unreadable: {
    status: 422,
    message:
      'The service cannot read the picture: it is damaged, or has more than 40 million pixels. Send another picture.',
  },
  store_unavailable: {
    status: 503,
    message:
      'The service could not store the picture, and the product keeps its present one. Send the new picture again in a minute.',
    retryAfterSeconds: 60,
  },
})
