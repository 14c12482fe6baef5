/** The limits that a route's schema sets for one place of a body: how long a list may be there, and what it may contain. */
export type BodyShape = {
  /** Undefined: this place accepts no list. */
  entriesMax: number | undefined
  entry: BodyShape | undefined
  /** The fields of an object. A Map, because clients choose the names that are looked up. */
  readonly fields: Map<string, BodyShape>
  /** The values of an object with names that the client chooses (a record). */
  otherField: BodyShape | undefined
}

type Schema = Readonly<Record<string, unknown>>

/** Undefined if the schema says nothing about lists and objects. */
export function shapeOf(schema: unknown): BodyShape | undefined {
  if (!isSchema(schema)) return undefined
  const shape = emptyShape()
  describe(shape, schema)
  const isEmpty = !shape.entry && !shape.otherField && shape.fields.size === 0
  return isEmpty && shape.entriesMax === undefined ? undefined : shape
}

/** The places of all lists without maxItems, as paths. */
export function unlimitedLists(schema: unknown, path = 'body'): string[] {
  if (!isSchema(schema)) return []
  const own = isList(schema) && schema.maxItems === undefined ? [path] : []
  const parts = partsOf(schema).flatMap((part) => unlimitedLists(part, path))
  const fields = Object.entries((schema.properties ?? {}) as Schema)
  return [
    ...own,
    ...parts,
    ...unlimitedLists(schema.items, `${path}[]`),
    ...fields.flatMap(([name, field]) => unlimitedLists(field, `${path}.${name}`)),
    ...otherFieldsOf(schema).flatMap((field) => unlimitedLists(field, `${path}.*`)),
  ]
}

function emptyShape(): BodyShape {
  return { entriesMax: undefined, entry: undefined, fields: new Map(), otherField: undefined }
}

/** The branches of a union add up: a place may contain what any of them allows. */
function describe(shape: BodyShape, schema: Schema): void {
  if (isList(schema)) {
    const limit = typeof schema.maxItems === 'number' ? schema.maxItems : Number.POSITIVE_INFINITY
    shape.entriesMax = Math.max(shape.entriesMax ?? 0, limit)
    shape.entry = mergeSchema(shape.entry, schema.items)
  }
  for (const [name, field] of Object.entries((schema.properties ?? {}) as Schema)) {
    const known = mergeSchema(shape.fields.get(name), field)
    if (known) shape.fields.set(name, known)
  }
  for (const field of otherFieldsOf(schema)) shape.otherField = mergeSchema(shape.otherField, field)
  for (const part of partsOf(schema)) describe(shape, part)
}

function mergeSchema(known: BodyShape | undefined, schema: unknown): BodyShape | undefined {
  if (!isSchema(schema)) return known
  const shape = known ?? emptyShape()
  describe(shape, schema)
  return shape
}

function isList(schema: Schema): boolean {
  return [schema.type].flat().includes('array') || 'items' in schema
}

function partsOf(schema: Schema): Schema[] {
  return ['anyOf', 'oneOf', 'allOf']
    .flatMap((keyword) => (schema[keyword] ?? []) as unknown[])
    .filter(isSchema)
}

function otherFieldsOf(schema: Schema): Schema[] {
  const patterns = Object.values((schema.patternProperties ?? {}) as Schema)
  return [schema.additionalProperties, ...patterns].filter(isSchema)
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
