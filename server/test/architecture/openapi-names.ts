export type Json = Readonly<Record<string, unknown>>

export type Operation = Json & {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly requestBody?: Json
  readonly responses: Readonly<Record<string, Json>>
}

export type Document = Json & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Json>> } & Json
}

/** Every operation of the document, and how a person calls it: `POST /api/v1/orders`. */
export function operationsOf({
  paths,
  webhooks,
}: Document): readonly (readonly [string, Operation])[] {
  return Object.entries({ ...paths, ...webhooks }).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
    ),
  )
}

/** The places where an object has no name: as a body, as an answer, as its `data`, and as the item of any list. */
export function anonymousObjects(document: Document): string[] {
  const inOperations = operationsOf(document).flatMap(([place, { requestBody, responses }]) => [
    ...contentsOf(requestBody).flatMap((schema) => anonymousIn(schema, `${place} body`)),
    ...Object.entries(responses).flatMap(([status, response]) =>
      contentsOf(response).flatMap((schema) => anonymousAnswer(schema, `${place} ${status}`)),
    ),
  ])
  const inComponents = Object.entries(document.components.schemas).flatMap(([name, schema]) => [
    ...anonymousItems(schema, name),
    // The data of an event is in its record.
    ...(name.endsWith('Event') && isJson(schema.properties) && 'data' in schema.properties
      ? anonymousIn(schema.properties.data, `${name}.data`)
      : []),
  ])
  return [...inOperations, ...inComponents]
}

function contentsOf(holder: unknown): Json[] {
  if (!isJson(holder) || !isJson(holder.content)) return []
  return Object.values(holder.content).flatMap((media) =>
    isJson(media) && isJson(media.schema) ? [media.schema] : [],
  )
}

/** The envelope has no name: what counts is its `data`. */
function anonymousAnswer(schema: Json, place: string): string[] {
  const { properties } = schema
  const isEnvelope = isJson(properties) && 'success' in properties && 'data' in properties
  if (!isEnvelope) return anonymousIn(schema, place)
  const { data, ...others } = properties
  return [
    ...anonymousIn(data, `${place} data`),
    ...Object.entries(others).flatMap(([name, part]) => anonymousItems(part, `${place} ${name}`)),
  ]
}

/** Where this itself is an object without a name, or a list of such, or one of several such. */
function anonymousIn(schema: unknown, place: string): string[] {
  if (!isJson(schema) || '$ref' in schema) return []
  const parts = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((some) => some ?? [])
  return [
    ...(isJson(schema.properties) ? [place] : []),
    ...anonymousItems(schema, place),
    ...parts.flatMap((part) => anonymousIn(part, place)),
  ]
}

function anonymousItems(schema: unknown, place: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((part) => anonymousItems(part, place))
  if (!isJson(schema)) return []
  return Object.entries(schema).flatMap(([keyword, part]) => {
    if (/^(?:const|enum|default|examples?|required)$/.test(keyword)) return []
    if (keyword === 'items') return anonymousIn(part, `${place}[]`)
    if (keyword !== 'properties' || !isJson(part)) return anonymousItems(part, place)
    return Object.entries(part).flatMap(([name, field]) =>
      anonymousItems(field, `${place}.${name}`),
    )
  })
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
