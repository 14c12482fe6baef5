type Schema = Readonly<Record<string, unknown>>

/**
 * Returns the same schema with every object closed, so that a field that the schema does not declare is an error. An object that
 * sets its own rule for further fields (`additionalProperties`, a record) does not change.
 */
export function closeSchema<Given>(schema: Given): Given {
  return close(schema, true) as Given
}

function close(schema: unknown, closing: boolean): unknown {
  if (!isSchema(schema)) return schema
  const copy = copyOf(schema)
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties' || keyword === '$defs') copy[keyword] = closeEach(value)
    else if (keyword === 'items' || keyword === 'not') copy[keyword] = close(value, true)
    else if (keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'prefixItems') {
      copy[keyword] = (value as unknown[]).map((part) => close(part, closing))
    } else if (keyword === 'allOf') {
      // Each part of an intersection sees the fields of the others, so only the whole can be closed.
      copy[keyword] = (value as unknown[]).map((part) => close(part, false))
    }
  }
  if (closing && 'allOf' in schema && !('unevaluatedProperties' in schema)) {
    copy.unevaluatedProperties = false
  } else if (closing && isOpenObject(schema)) copy.additionalProperties = false
  return copy
}

function closeEach(parts: unknown): unknown {
  return Object.fromEntries(
    Object.entries(parts as Schema).map(([name, part]) => [name, close(part, true)]),
  )
}

function isOpenObject(schema: Schema): boolean {
  return (
    'properties' in schema &&
    !('additionalProperties' in schema) &&
    !('patternProperties' in schema) &&
    !('unevaluatedProperties' in schema)
  )
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** TypeBox keeps its own marks in properties that are not enumerable, and refinements need them. */
export function copyOf(schema: Schema): Record<string, unknown> {
  return Object.defineProperties({}, {
    ...Object.getOwnPropertyDescriptors(schema),
  } as PropertyDescriptorMap) as Record<string, unknown>
}
