import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('platform', {
  idempotency_key_required: {
    status: 400,
    message:
      'This request needs an Idempotency-Key header, so that you can repeat it safely. Send a unique key with each operation.',
  },
  idempotency_key_invalid: {
    status: 400,
    message: 'The Idempotency-Key is not valid. Use 1 to 255 printable characters.',
  },
  idempotency_in_flight: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running. Try again shortly.',
    retryAfterSeconds: 1,
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was already used for another request. Use a new one.',
  },
})
