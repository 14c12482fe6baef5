import { Type } from 'typebox'

/** For a route with `idempotency: 'required'`. Its absence has a code of its own, and is checked before the schema. */
export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.String({
    description:
      'Identifies one request across retries: 1 to 255 printable characters, kept for 7 days.',
  }),
})
