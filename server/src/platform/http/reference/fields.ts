import { isJson, type Json } from '../openapi/schemas.ts'

/** One line of the table that explains a shape. */
export type Field = {
  readonly name: string
  readonly depth: number
  readonly type: string
  readonly isRequired: boolean
  readonly description: string
}

const deepest = 6

/** Resolves `#/components/...` references of one document. */
export function resolverOf(document: Json) {
  return (schema: unknown): Json => {
    if (!isJson(schema)) return {}
    if (typeof schema.$ref !== 'string') return schema
    const steps = schema.$ref.split('/').slice(1)
    const found = steps.reduce<unknown>(
      (part, step) => (isJson(part) ? part[step] : undefined),
      document,
    )
    return isJson(found) ? found : {}
  }
}

export type Resolve = ReturnType<typeof resolverOf>

/** The fields of an object and their fields, in order, each with its depth. */
export function fieldsOf(schema: unknown, resolve: Resolve, depth = 0): Field[] {
  if (depth > deepest) return []
  const { properties, required = [], allOf = [] } = resolve(schema)
  const own = Object.entries((properties ?? {}) as Json).flatMap(([name, property]) => [
    {
      name,
      depth,
      type: typeOf(property, resolve),
      isRequired: (required as readonly string[]).includes(name),
      description: describe(resolve(property)),
    },
    ...fieldsOf(innerOf(property, resolve), resolve, depth + 1),
  ])
  return [
    ...(allOf as readonly unknown[]).flatMap((part) => fieldsOf(part, resolve, depth)),
    ...own,
  ]
}

/** The schema whose fields are shown below a field: its own, or that of the items of a list. */
function innerOf(schema: unknown, resolve: Resolve): unknown {
  const resolved = resolve(schema)
  if (resolved.type === 'array') return resolved.items
  const branches = (resolved.anyOf ?? []) as readonly unknown[]
  return branches.find((branch) => isJson(resolve(branch).properties)) ?? schema
}

/** A type as readers see it: `text`, `list of objects`, `"PLACED" or "CANCELLED"`. */
export function typeOf(schema: unknown, resolve: Resolve): string {
  const resolved = resolve(schema)
  const { type, items, anyOf, const: constant, enum: values, format, title } = resolved
  if (constant !== undefined) return JSON.stringify(constant)
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' or ')
  if (Array.isArray(anyOf)) {
    return [...new Set(anyOf.map((branch) => typeOf(branch, resolve)))].join(' or ')
  }
  if (type === 'array') return `list of ${typeOf(items, resolve)}`
  if (type === 'object' && typeof title === 'string') return title
  if (typeof format === 'string') return format
  return typeof type === 'string' ? type : 'anything'
}

const limitWords: readonly (readonly [string, string])[] = [
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['minLength', 'characters at least'],
  ['maxLength', 'characters at most'],
  ['minItems', 'entries at least'],
  ['maxItems', 'entries at most'],
  ['default', 'default'],
]

function describe(schema: Json): string {
  const limits = limitWords
    .filter(([keyword]) => schema[keyword] !== undefined)
    .map(([keyword, words]) => `${words} ${JSON.stringify(schema[keyword])}`)
  const description = typeof schema.description === 'string' ? schema.description : ''
  return [description, limits.join(', ')].filter(Boolean).join(' ')
}
