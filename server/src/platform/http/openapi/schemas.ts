export type Json = Readonly<Record<string, unknown>>

/** Which way a shape travels. What comes in is closed, what goes out may grow. */
export type Direction = 'in' | 'out'

export type SchemaRegistry = {
  /** The schema as plain JSON, with every titled part replaced by a reference to a component. */
  place(schema: unknown, direction: Direction): Json
  components(): Json
}

/** Titled schemas become components, so that a client's types have names: `title: 'Order'` is `#/components/schemas/Order`. */
export function createSchemaRegistry(): SchemaRegistry {
  const placed: Record<Direction, Map<string, Json>> = { in: new Map(), out: new Map() }

  function place(schema: unknown, direction: Direction): unknown {
    if (Array.isArray(schema)) return schema.map((part) => place(part, direction))
    if (!isJson(schema)) return schema
    const plain = Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => [
        keyword,
        isData(keyword) ? value : place(value, direction),
      ]),
    )
    const { title } = schema
    if (typeof title !== 'string') return withFormat(plain)
    return { $ref: `#/components/schemas/${register(title, plain, direction)}` }
  }

  function register(title: string, schema: Json, direction: Direction): string {
    const name = componentName(title, direction, placed)
    const known = placed[direction].get(name)
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two schemas are both called ${name}, and differ`)
    }
    placed[direction].set(name, schema)
    return name
  }

  return {
    place: (schema, direction) => place(schema, direction) as Json,
    components: () =>
      Object.fromEntries(
        [...placed.out, ...placed.in].sort(([one], [other]) => (one < other ? -1 : 1)),
      ),
  }
}

/** The same words for a shape that goes out and for its closed form coming in would be two things of one name. */
function componentName(
  title: string,
  direction: Direction,
  placed: Record<Direction, Map<string, Json>>,
): string {
  const name = title.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) =>
    (next ?? '').toUpperCase(),
  )
  return direction === 'in' && placed.out.has(name) ? `${name}Input` : name
}

/** How wide an integer is, for clients in languages that have to know. */
function withFormat(schema: Json): Json {
  if (schema.type !== 'integer' || 'format' in schema) return schema
  const { minimum, maximum } = schema
  const fits = [minimum, maximum].every((bound) => Math.abs(Number(bound)) < 2 ** 31)
  return { ...schema, format: fits ? 'int32' : 'int64' }
}

/** Under these stands data and not a schema. */
function isData(keyword: string): boolean {
  return /^(?:const|enum|default|example|examples|required)$/.test(keyword)
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
