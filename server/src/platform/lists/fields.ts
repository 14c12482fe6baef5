import type { TSchema } from 'typebox'

/** The paths of the fields of a record, as `id` or `records.done`. Money and lists of texts are fields, and so are dates. */
export type PathOf<View> = View extends object
  ? {
      [Name in keyof View & string]: NonNullable<View[Name]> extends Money | readonly unknown[]
        ? Name
        : NonNullable<View[Name]> extends object
          ? `${Name}.${PathOf<NonNullable<View[Name]>>}`
          : Name
    }[keyof View & string]
  : never

type Money = { amount: string; currency: string }

export type FieldKind =
  | 'record'
  | 'text'
  | 'texts'
  | 'state'
  | 'number'
  | 'money'
  | 'instant'
  | 'day'
  | 'flag'

/** One field of the items of a list. `kind` says how to show it. */
export type Field = { readonly path: string; readonly kind: FieldKind }

type Json = { readonly [name: string]: unknown }

/** The fields of a record that one cell can show, in the order of its schema. Lists of records are left out. */
export function fieldsOf(schema: TSchema, before = ''): Field[] {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, TSchema>> }
  return Object.entries(properties).flatMap(([name, given]) => {
    const path = `${before}${name}`
    const inner = withoutNull(given as Json)
    const kind = kindOf(name, inner)
    if (kind !== undefined) return [{ path, kind }]
    return 'properties' in inner ? fieldsOf(inner as TSchema, `${path}.`) : []
  })
}

function withoutNull(schema: Json): Json {
  if (!Array.isArray(schema.anyOf)) return schema
  const others = schema.anyOf.filter(({ type }: Json) => type !== 'null') as Json[]
  const isChoice = others.every((one) => 'const' in one || 'enum' in one)
  return isChoice ? { enum: others } : (others[0] ?? schema)
}

function kindOf(name: string, schema: Json): FieldKind | undefined {
  if ('enum' in schema || 'const' in schema) return 'state'
  if (schema.title === 'Money') return 'money'
  if (schema.type === 'boolean') return 'flag'
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.type === 'array') return isText(schema.items) ? 'texts' : undefined
  if (schema.type !== 'string') return undefined
  if (schema.format === 'date-time') return 'instant'
  if (schema.format === 'date') return 'day'
  return /^id$|Id$|By$/.test(name) ? 'record' : 'text'
}

function isText(items: unknown): boolean {
  const { type, enum: names } = (items ?? {}) as Json
  return type === 'string' || Array.isArray(names)
}

/** The value of a field. Undefined: the item does not have it. */
export function valueAt(item: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Json | null | undefined)?.[name], item)
}
