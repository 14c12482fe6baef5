type Schema = Readonly<Record<string, unknown>>

/** Ids and codes of records that exist, by the name of the field that takes them. */
export type Known = Readonly<Record<string, readonly string[]>>

/**
 * The largest value that a schema of the OpenAPI document allows, with existing records where a field names one. Free
 * texts begin with `number`, so that the names of two requests differ.
 */
export function largestOf(
  document: Schema,
  schema: unknown,
  known: Known,
  number: number,
): unknown {
  const make = (given: unknown, name: string, at: number, above: readonly Schema[]): unknown => {
    const found = resolved(document, given)
    if (above.includes(found)) return undefined
    const within = [...above, found]
    if ('const' in found) return found.const
    if (Array.isArray(found.enum)) return found.enum[at % found.enum.length]
    const branches = (found.anyOf ?? found.oneOf) as unknown[] | undefined
    if (branches) return longest(branches.map((branch) => make(branch, name, at, within)))
    if (found.type === 'object' || found.properties) return objectOf(found, at, within)
    if (found.type === 'array') {
      const count = Math.min(Number(found.maxItems ?? 1), entriesMost)
      const entries = Array.from({ length: count }, (_unused, entry) =>
        make(found.items, name, entry, within),
      )
      return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()]
    }
    if (found.type === 'integer' || found.type === 'number') return numberOf(found)
    if (found.type === 'boolean') return true
    return found.type === 'null' ? null : textOf(found, name, at)
  }
  const objectOf = (found: Schema, at: number, within: readonly Schema[]) =>
    Object.fromEntries(
      Object.entries((found.properties ?? {}) as Schema)
        .map(([name, field]) => [name, make(field, name, at, within)])
        .filter(([, value]) => value !== undefined),
    )
  const textOf = (found: Schema, name: string, at: number): string => {
    const own = known[name] ?? known[name.replace(/s$/, '')]
    if (own) return own[at % own.length] ?? ''
    return someText(found, number * entriesMost + at)
  }
  return make(schema, '', 0, [])
}

/** More entries than any of our bodies has: a safety limit of this script. */
const entriesMost = 5_000

export function resolved(document: Schema, given: unknown): Schema {
  let found = (given ?? {}) as Schema
  while (typeof found.$ref === 'string') {
    found = found.$ref
      .split('/')
      .slice(1)
      .reduce((place, step) => place[step] as Schema, document)
  }
  return found
}

function longest(values: readonly unknown[]): unknown {
  const sized = values.map((value) => ({ value, size: JSON.stringify(value)?.length ?? 0 }))
  return sized.sort((one, other) => other.size - one.size)[0]?.value
}

function numberOf({ minimum, maximum }: Schema): number {
  const most = Number(maximum ?? 100)
  // Not a date far in the future, and not more than the stock.
  return most > 1_000 ? Math.max(Number(minimum ?? 0), 1) : most
}

const sample: readonly string[] = [
  '12.50',
  'EUR',
  'DE',
  'de',
  '2026-01-01',
  '09:00',
  '123456',
  'abc',
  'ABC',
  'a.b',
  'https://example.com/a',
]

function someText({ format, pattern, maxLength, examples, example }: Schema, at: number): string {
  if (format === 'date-time') return '2026-01-01T00:00:00Z'
  if (format === 'date') return '2026-01-01'
  if (format === 'email') return `somebody${at}@example.com`
  if (format === 'uri' || format === 'url') return `https://example.com/${at}`
  const length = Math.min(Number(maxLength ?? 100), 60_000)
  const long = `${at}${'x'.repeat(length)}`.slice(0, length)
  if (typeof pattern !== 'string') return long
  const form = new RegExp(pattern, 'u')
  const shown = [example, ...((examples as unknown[]) ?? [])].filter(
    (one) => typeof one === 'string',
  )
  return [...shown, long, 'x'.repeat(length), ...sample].find((text) => form.test(text)) ?? long
}
