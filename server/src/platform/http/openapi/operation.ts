import { closeSchema } from '../reading/close-schema.ts'
import { acceptsLocale, type RegisteredRoute } from '../registration.ts'
import { outcomeOf } from './outcome.ts'
import { isJson, type Json, type SchemaRegistry } from './schemas.ts'
import { describeAccess, securityOf } from './security.ts'

export function operationOf(route: RegisteredRoute, schemas: SchemaRegistry): Json {
  const schema = route.schema ?? {}
  const { operationId = '' } = route
  const stepUp = route.config?.stepUp === true
  const fails = [...(route.config?.fails ?? []), ...(stepUp ? ['identity.step_up_required'] : [])]
  const seen = stepUp ? 'People must have confirmed their identity in the last five minutes.' : ''
  const companions = route.config?.companions ? 'Companions of the service may call it too.' : ''
  const units = route.config?.unitsToo
    ? 'Who has the role for a unit only reaches what is their own, and what belongs to the unit.'
    : ''
  const description = [schema.description, describeAccess(route.access), units, companions, seen]
    .filter(Boolean)
    .join('\n\n')
  return {
    operationId,
    summary: summaryOf(route),
    description,
    tags: tagsOf(route),
    security: securityOf(route.access),
    ...fieldIfPresent('parameters', parametersOf(route, schemas)),
    ...fieldIfPresent('requestBody', requestBodyOf(route, schemas)),
    responses: responsesOf(route, schemas),
    ...fieldIfPresent('x-list', listOf(route)),
    ...fieldIfPresent('x-failure-codes', fails.length > 0 ? fails : undefined),
  }
}

/** What programs can do with a list, and the address of its file. */
function listOf({ url, config }: RegisteredRoute): Json | undefined {
  if (!config?.list) return undefined
  const { isFile = false, ...facts } = config.list
  return { ...facts, ...(isFile && { csv: `${templateOf(url)}.csv` }) }
}

/** The address of a route as OpenAPI writes it: `/orders/:id` becomes `/orders/{id}`. */
export function templateOf(url: string): string {
  return url.replaceAll(/:(\w+)/g, '{$1}')
}

const fieldIfPresent = (name: string, value: unknown) =>
  value === undefined ? {} : { [name]: value }

function summaryOf({ schema, operationId = '' }: RegisteredRoute): string {
  return schema?.summary ?? summaryFrom(operationId)
}

/** `placeOrder` becomes "Place order". */
export function summaryFrom(operationId: string): string {
  const words = operationId.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function tagsOf({ schema, url }: RegisteredRoute): readonly string[] {
  if (schema?.tags) return schema.tags
  const [first = 'service'] = url
    .replace(/^\/api\/v1/, '')
    .replace(/\.csv$/, '')
    .split('/')
    .filter(Boolean)
  return [first.charAt(0).toUpperCase() + first.slice(1).replaceAll('-', ' ')]
}

function parametersOf(route: RegisteredRoute, schemas: SchemaRegistry): unknown[] | undefined {
  const { params, querystring, headers } = route.schema ?? {}
  const parameters: unknown[] = [
    ...parametersIn(params, 'path', schemas),
    ...parametersIn(querystring, 'query', schemas),
    ...parametersIn(withoutIdempotencyKey(headers), 'header', schemas),
  ]
  if (takesIdempotencyKey(route)) {
    const name =
      route.config?.idempotency === 'required' ? 'IdempotencyKey' : 'OptionalIdempotencyKey'
    parameters.push({ $ref: `#/components/parameters/${name}` })
  }
  if (route.config?.isTagged) parameters.push({ $ref: '#/components/parameters/IfNoneMatch' })
  if (acceptsLocale(route)) parameters.push({ $ref: '#/components/parameters/Locale' })
  return parameters.length > 0 ? parameters : undefined
}

function takesIdempotencyKey({ method, access, config }: RegisteredRoute): boolean {
  if (config?.idempotency === 'none') return false
  return method === 'POST' && access !== 'public' && access !== 'signed'
}

function parametersIn(schema: unknown, place: string, schemas: SchemaRegistry): Json[] {
  if (!isJson(schema) || !isJson(schema.properties)) return []
  const required = (schema.required ?? []) as readonly string[]
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description, ...rest } = property as Json
    const isOptional = place !== 'path' && (!required.includes(name) || 'default' in rest)
    return {
      name,
      in: place,
      required: !isOptional,
      ...fieldIfPresent('description', description),
      schema: schemas.place(rest),
    }
  })
}

function withoutIdempotencyKey(headers: unknown): unknown {
  if (!isJson(headers) || !isJson(headers.properties)) return undefined
  const { 'idempotency-key': _key, ...others } = headers.properties
  return { ...headers, properties: others }
}

function requestBodyOf(route: RegisteredRoute, schemas: SchemaRegistry): Json | undefined {
  if (route.access === 'signed') {
    return { required: true, content: { '*/*': { schema: { type: 'string' } } } }
  }
  const { streamed } = route.config ?? {}
  if (streamed) {
    const content = Object.entries(streamed).map(([type, { example }]) => [
      type,
      { schema: { type: 'string', format: 'binary', maxLength: 1_073_741_824 }, example },
    ])
    return { required: true, content: Object.fromEntries(content) }
  }
  const body: unknown = route.schema?.body
  if (!isJson(body)) return undefined
  // TypeBox marks optional properties in a property that is not enumerable.
  const isOptional = '~optional' in body
  const { schema, ...examples } = isOptional ? sentBody(body) : { schema: body }
  return {
    required: !isOptional,
    content: { 'application/json': { schema: schemas.place(closeSchema(schema)), ...examples } },
  }
}

/** An optional body is a record or null, because a request without a body arrives as null. Nobody has to send null. */
function sentBody(body: Json): { readonly schema: Json; readonly example?: unknown } {
  const { anyOf, examples } = body
  const [only, ...others] = Array.isArray(anyOf) ? anyOf.filter(({ type }) => type !== 'null') : []
  if (!isJson(only) || others.length > 0) return { schema: body }
  const [example] = Array.isArray(examples) ? examples : []
  return example === undefined ? { schema: only } : { schema: only, example }
}

function responsesOf(route: RegisteredRoute, schemas: SchemaRegistry): Json {
  const declared = Object.entries((route.schema?.response ?? {}) as Json)
  const successes = declared.filter(([status]) => /^[23][0-9]{2}$/.test(status))
  return {
    ...Object.fromEntries(
      successes.map(([status, schema]) => [status, successOf(route, status, schema, schemas)]),
    ),
    ...(route.config?.isTagged && { '304': { $ref: '#/components/responses/Unchanged' } }),
    ...refusalsOf(route, schemas),
  }
}

function successOf(
  route: RegisteredRoute,
  status: string,
  schema: unknown,
  schemas: SchemaRegistry,
): Json {
  const headers = {
    ...headerRefs(['x-request-id', 'RateLimit', 'RateLimit-Policy']),
    ...(takesIdempotencyKey(route) ? headerRefs(['idempotent-replayed']) : {}),
    ...(route.config?.isTagged ? headerRefs(['ETag']) : {}),
  }
  const own = isJson(schema) && ('content' in schema || status === '204') && schema.description
  const description = typeof own === 'string' ? own : outcomeOf(summaryOf(route))
  if (isJson(schema) && isJson(schema.content)) {
    return { description, headers, content: schemas.place(schema.content) }
  }
  return {
    description,
    headers,
    content: { 'application/json': { schema: schemas.place(schema) } },
  }
}

export function headerRefs(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function refusalsOf(route: RegisteredRoute, schemas: SchemaRegistry): Json {
  const isOpen = route.access === 'public' || route.access === 'signed'
  const { idempotency, refusalText } = route.config ?? {}
  const names = {
    '400': 'Malformed',
    ...(isOpen ? {} : { '401': 'NotSignedIn', '403': 'NotAllowed' }),
    ...(idempotency && idempotency !== 'none' ? { '409': 'Conflict', '422': 'Impossible' } : {}),
    '429': 'TooMany',
    '4XX': 'Refused',
    '500': 'Broken',
    '503': 'Unavailable',
  }
  if (refusalText) return refusalsInOwnFormat(route, Object.keys(names), schemas)
  return Object.fromEntries(
    Object.entries(names).map(([status, name]) => [
      status,
      { $ref: `#/components/responses/${name}` },
    ]),
  )
}

/** For a route whose refusals are not the envelope: the schema that it declares for `4xx`. */
function refusalsInOwnFormat(
  { schema }: RegisteredRoute,
  statuses: readonly string[],
  schemas: SchemaRegistry,
): Json {
  const { '4xx': own } = (schema?.response ?? {}) as Json
  const refusal = (status: string) => ({
    description: 'The request was not carried out.',
    headers: headerRefs([
      'x-request-id',
      'RateLimit',
      'RateLimit-Policy',
      ...(status === '429' ? ['Retry-After'] : []),
    ]),
    content: { 'application/json': { schema: schemas.place(own) } },
  })
  return Object.fromEntries(statuses.map((status) => [status, refusal(status)]))
}
