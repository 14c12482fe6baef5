import { type TObjectOptions, type TProperties, type TSchema, Type } from 'typebox'

/**
 * An object with a name, in every document and in every client that is generated from it. The name identifies the object (`Order`,
 * `StartCheckout`). The sentence describes it to people.
 */
export function record<const Fields extends TProperties>(
  name: string,
  description: string,
  fields: Fields,
  options: TObjectOptions = {},
) {
  return Type.Object(fields, { ...options, title: name, description })
}

/**
 * `withDescription` keeps the sentence of the record itself here. The property is not enumerable, so no schema that is sent
 * contains it.
 */
export const recordDescription = '~recordDescription'

/** Returns the same record with a sentence about this use of it: `withDescription(MoneyView, 'The refunded amount.')`. */
export function withDescription<Schema extends TSchema>(
  schema: Schema,
  description: string,
): Schema {
  const { description: own } = schema as { description?: string }
  const described = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema))
  Object.defineProperty(described, recordDescription, { value: own })
  return Object.assign(described, { description }) as unknown as Schema
}
