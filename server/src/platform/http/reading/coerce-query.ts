type Schema = Readonly<Record<string, unknown>>

/**
 * Converts text strictly to the type of the schema: `limit=10` is a number. `1e400`, `NaN`, `0x10`, an empty text and a repeated
 * parameter stay as they are, and the check then refuses them.
 */
export function coerceQuery(schema: Schema, given: unknown): Record<string, unknown> {
  const properties = propertiesOf(schema)
  const result: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given ?? {})) {
    // Defined and not assigned, so that a parameter called __proto__ is a field like any other, and unknown.
    Object.defineProperty(result, name, {
      value: properties.has(name) ? coerce(properties.get(name) as Schema, value) : value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  for (const [name, property] of properties) {
    if (!(name in result) && 'default' in property) result[name] = property.default
  }
  return result
}

function propertiesOf(schema: Schema): Map<string, Schema> {
  const own = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  const parts = (schema.allOf ?? []) as readonly Schema[]
  return new Map([...parts.flatMap((part) => [...propertiesOf(part)]), ...own])
}

function coerce(schema: Schema, value: unknown): unknown {
  if (schema.type === 'array') {
    const items = Array.isArray(value) ? value : [value]
    return items.map((item: unknown) => coerce((schema.items ?? {}) as Schema, item))
  }
  if (typeof value !== 'string') return value
  switch (schema.type) {
    case 'integer':
      return /^-?(?:0|[1-9][0-9]{0,15})$/.test(value) ? Number(value) : value
    case 'number':
      return /^-?(?:0|[1-9][0-9]{0,15})(?:\.[0-9]{1,15})?$/.test(value) ? Number(value) : value
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value
    default:
      return coerceUnion(schema, value)
  }
}

/** The first type that the text fits: `Type.Union([Type.Integer(), Type.Literal('all')])`. */
function coerceUnion(schema: Schema, text: string): unknown {
  for (const part of (schema.anyOf ?? []) as readonly Schema[]) {
    const value = coerce(part, text)
    if (value !== text) return value
  }
  return text
}
