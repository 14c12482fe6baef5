import { countryForm, currencyForm, isCode } from '#kernel/code-forms'

type Schema = Readonly<Record<string, unknown>>
type Read = (value: unknown) => unknown

/**
 * Writes the currencies and countries of a request in capital letters, in place: `eur` is EUR. Undefined if the schema has no such
 * code, so that most requests are not walked through.
 */
export function capitalCodes(schema: unknown): Read | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  const { pattern, properties, items } = schema as Schema
  if (pattern === currencyForm || pattern === countryForm || isCode in schema) return inCapitals
  const fields = Object.entries((properties ?? {}) as Schema).flatMap(([name, field]) => {
    const read = capitalCodes(field)
    return read ? [[name, read] as const] : []
  })
  const reads = [
    ...(fields.length > 0 ? [(value: unknown) => readFields(value, fields)] : []),
    ...[capitalCodes(items)].flatMap((read) => (read ? [eachWith(read)] : [])),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((keyword) =>
      (((schema as Schema)[keyword] ?? []) as unknown[]).flatMap(
        (part) => capitalCodes(part) ?? [],
      ),
    ),
  ]
  return reads.length === 0 ? undefined : (value) => reads.reduce((read, next) => next(read), value)
}

const letters = /^[A-Za-z]+$/

function inCapitals(value: unknown): unknown {
  return typeof value === 'string' && letters.test(value) ? value.toUpperCase() : value
}

function readFields(value: unknown, fields: readonly (readonly [string, Read])[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  const holder = value as Record<string, unknown>
  for (const [name, read] of fields) {
    if (Object.hasOwn(holder, name)) holder[name] = read(holder[name])
  }
  return value
}

function eachWith(read: Read): Read {
  return (value) => {
    if (!Array.isArray(value)) return value
    value.forEach((entry, index) => {
      value[index] = read(entry)
    })
    return value
  }
}
