import { Type } from 'typebox'

/** Of a new order, in events. */
export const PromisedBackorder = Type.Object(
  { promisedDate: Type.String({ format: 'date' }) },
  { description: 'The stock does not cover the line: what it lacks waits until then.' },
)
