import { Type } from 'typebox'

/** For a route that says `idempotency: 'required'`. Its absence is told by its own code, before the schema is looked at. */
export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.String({
    description:
      'Identifies one request across retries: 1 to 255 printable characters, kept for 7 days.',
  }),
})
