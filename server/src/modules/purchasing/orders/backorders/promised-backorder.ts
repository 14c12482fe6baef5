import { Type } from 'typebox'

/** What an event about a new order says of a line that waits for stock. */
export const PromisedBackorder = Type.Object(
  { promisedDate: Type.String({ format: 'date' }) },
  { description: 'The stock does not cover the line: what it lacks waits until then.' },
)
