import type { Environment } from '@marcbachmann/cel-js'

/** The part of JSON Schema that describes the data of our events. */
export type JsonSchema = {
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
}

/** The CEL type of a place in the data, and the conversion of its values: CEL has another type for whole numbers. */
export type Shaped = { readonly type: string; convert(value: unknown): unknown }

/** Conditions refuse a longer list in an event. */
export const listMax = 1_000

/** Registers a type for every object of the schema, so that an unknown field is found when a rule is saved. */
export function shapeOf(env: Environment, schema: JsonSchema, name: string): Shaped {
  switch (schema.type) {
    case 'string':
      return { type: 'string', convert: (value) => value }
    case 'boolean':
      return { type: 'bool', convert: (value) => value }
    case 'number':
      return { type: 'double', convert: (value) => value }
    case 'integer':
      return { type: 'int', convert: (value) => BigInt(value as number) }
    case 'array':
      return listOf(shapeOf(env, schema.items ?? {}, `${name}_item`))
    case 'object':
      return schema.properties ? objectOf(env, schema.properties, name) : anything
    default:
      return isText(schema) ? { type: 'string', convert: (value) => value } : anything
  }
}

const anything: Shaped = { type: 'dyn', convert: (value) => checkListLength(value) }

function objectOf(
  env: Environment,
  properties: Readonly<Record<string, JsonSchema>>,
  name: string,
): Shaped {
  const shapes = Object.entries(properties).map(([field, schema]) => {
    return [field, shapeOf(env, schema, `${name}_${field}`)] as const
  })
  const fields = Object.fromEntries(shapes.map(([field, { type }]) => [field, type]))
  class Place {}
  env.registerType(name, { ctor: Place, fields })
  return {
    type: name,
    convert: (value) => {
      const source = value as Record<string, unknown>
      const place = new Place() as Record<string, unknown>
      for (const [field, shape] of shapes) {
        const given = source[field]
        if (given !== undefined && given !== null) place[field] = shape.convert(given)
      }
      return place
    },
  }
}

function listOf(item: Shaped): Shaped {
  return {
    type: `list<${item.type}>`,
    convert: (value) => (checkListLength(value) as unknown[]).map((one) => item.convert(one)),
  }
}

function checkListLength(value: unknown): unknown {
  if (Array.isArray(value) && value.length > listMax) {
    throw new Error(`A list of the event has more than ${listMax} entries.`)
  }
  return value
}

function isText({ anyOf, enum: values, const: only }: JsonSchema): boolean {
  if (typeof only === 'string') return true
  if (values) return values.every((value) => typeof value === 'string')
  return anyOf !== undefined && anyOf.length > 0 && anyOf.every(isTextOrString)
}

function isTextOrString(schema: JsonSchema): boolean {
  return schema.type === 'string' || isText(schema)
}
