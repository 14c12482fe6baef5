import assert from 'node:assert/strict'
import { recordDescription } from '#kernel/record'

export type Json = Readonly<Record<string, unknown>>

export type SchemaRegistry = {
  /** The schema as plain JSON, with every record in it replaced by a reference to a component. */
  place(schema: unknown): Json
  /** The same, but a record that is no component yet stays where it is. */
  placeKnown(schema: unknown): Json
  components(): Json
}

/** Records become components, so that the types of a client have names: `record('Order', …)` is `#/components/schemas/Order`. */
export function createSchemaRegistry(): SchemaRegistry {
  const placed = new Map<string, Json>()
  let takesNew = true

  function place(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map(place)
    if (!isJson(schema)) return schema
    const plain = Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => [keyword, placeUnder(keyword, value)]),
    )
    const { title } = schema
    const typed = withFormat(withType(plain))
    const isComponent = typeof title === 'string' && (takesNew || placed.has(title))
    return isComponent ? reference(title, schema, typed) : typed
  }

  function placeUnder(keyword: string, value: unknown): unknown {
    if (isData(keyword)) return value
    // The keys of `properties` are names of fields: a field may be called `required`.
    if (keyword !== 'properties' || !isJson(value)) return place(value)
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, place(field)]))
  }

  function reference(name: string, schema: Json, plain: Json): Json {
    const $ref = `#/components/schemas/${name}`
    if (!(recordDescription in schema)) {
      register(name, plain)
      return { $ref }
    }
    register(name, { ...plain, description: schema[recordDescription] })
    return { $ref, description: plain.description }
  }

  /** A record that is both sent and received is one component: the closed one. */
  function register(name: string, schema: Json): void {
    assert(/^[A-Z][A-Za-z0-9]{0,39}$/.test(name), `${name} is not a valid schema name`)
    const known = placed.get(name)
    if (known && textOfOpen(known) !== textOfOpen(schema)) {
      throw new Error(`Two different schemas have the name ${name}`)
    }
    if (!known || isClosed(schema)) placed.set(name, schema)
  }

  return {
    place: (schema) => place(schema) as Json,
    placeKnown: (schema) => {
      takesNew = false
      const plain = place(schema) as Json
      takesNew = true
      return plain
    },
    components: () =>
      Object.fromEntries([...placed].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}

/** Schemas of requests are closed, and schemas of answers are open. This difference alone does not make two records. */
function textOfOpen(schema: Json): string {
  return JSON.stringify(schema, (keyword, value) =>
    isClosing(keyword) && value === false ? undefined : value,
  )
}

const isClosing = (keyword: string): boolean =>
  keyword === 'additionalProperties' || keyword === 'unevaluatedProperties'

function isClosed(schema: Json): boolean {
  return schema.additionalProperties === false || schema.unevaluatedProperties === false
}

/** The values of an enum get a type too: many generators read nothing else. */
function withType(schema: Json): Json {
  if (!Array.isArray(schema.enum) || 'type' in schema) return schema
  const types = [...new Set(schema.enum.map((value) => (value === null ? 'null' : typeof value)))]
  return { type: types.length === 1 ? types[0] : types, ...schema }
}

/** The width of an integer, for clients in languages that need it. */
function withFormat(schema: Json): Json {
  if (schema.type !== 'integer' || 'format' in schema) return schema
  const { minimum, maximum } = schema
  const fits = [minimum, maximum].every((bound) => Math.abs(Number(bound)) < 2 ** 31)
  return { ...schema, format: fits ? 'int32' : 'int64' }
}

/** These keywords hold data and not a schema. */
function isData(keyword: string): boolean {
  return /^(?:const|enum|default|example|examples|required)$/.test(keyword)
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
