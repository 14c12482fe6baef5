import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('platform', {
  idempotency_key_required: {
    status: 400,
    message:
      'This request needs an Idempotency-Key header, so that it can be repeated safely. Send one of your own for each request.',
  },
  idempotency_key_invalid: {
    status: 400,
    message: 'The Idempotency-Key is not valid. Use 1 to 255 printable characters.',
  },
  idempotency_in_flight: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still being carried out. Try again.',
    retryAfterSeconds: 1,
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used for another request. Use a new one.',
  },
})
