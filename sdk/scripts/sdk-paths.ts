/** A JSON Schema of the OpenAPI document: the keywords that decide a type, and those that explain it. */
type Schema = {
  readonly $ref?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly type?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly patternProperties?: Readonly<Record<string, Schema>>
} & Explained

type Explained = {
  readonly summary?: string
  readonly description?: string
  readonly default?: unknown
  readonly example?: unknown
  readonly examples?: readonly unknown[]
}

type Parameter = Explained & {
  readonly $ref?: string
  readonly name: string
  readonly in: 'query' | 'header' | 'path' | 'cookie'
  readonly required?: boolean
  readonly schema: Schema
}

type Content = Readonly<Record<string, Explained & { readonly schema: Schema }>>
type Header = Explained & { readonly $ref?: string; readonly schema: Schema }

type Answer = Explained & {
  readonly $ref?: string
  readonly headers?: Readonly<Record<string, Header>>
  readonly content?: Content
}

type Operation = Explained & {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Answer>>
}

type PathItem = Readonly<Record<string, Operation>>

/** The parts of the OpenAPI document that have types in the client. */
export type TypedParts = {
  readonly paths: Readonly<Record<string, PathItem>>
  readonly webhooks: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Answer>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly headers: Readonly<Record<string, Header>>
  }
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const places = ['query', 'header', 'path', 'cookie'] as const

/** The types that openapi-fetch reads: `paths`, `webhooks`, `components` and `operations`. */
export function writeSdkPaths({ paths, webhooks, components }: TypedParts): string {
  const operations = [...Object.values(paths), ...Object.values(webhooks)]
    .flatMap((item) => Object.values(item))
    .map((operation) => [operation.operationId, operationType(components, operation)] as const)
  const { schemas, responses, parameters, headers } = components
  const partsOf = <Part extends Explained>(
    all: Readonly<Record<string, Part>>,
    typed: (part: Part) => string,
  ) => block(sorted(all).map(([name, part]) => `${commentOf(part)}${quoted(name)}: ${typed(part)}`))
  return [
    `export interface paths ${block(sorted(paths).map(pathField))}`,
    `export interface webhooks ${block(sorted(webhooks).map(pathField))}`,
    `export interface components ${block([
      `schemas: ${partsOf(schemas, typeOf)}`,
      `responses: ${partsOf(responses, answerType)}`,
      `parameters: ${partsOf(parameters, ({ schema }) => typeOf(schema))}`,
      'requestBodies: never',
      `headers: ${partsOf(headers, ({ schema }) => typeOf(schema))}`,
      'pathItems: never',
    ])}`,
    'export type $defs = Record<string, never>',
    `export interface operations ${block(operations.map(([name, type]) => `${name}: ${type}`))}`,
    '',
  ].join('\n')
}

function pathField([address, item]: readonly [string, PathItem]): string {
  const ofMethods = methods.map((method) => {
    const operation = item[method]
    if (!operation) return `${method}?: never`
    return `${commentOf(operation)}${method}: operations[${JSON.stringify(operation.operationId)}]`
  })
  const none = places.map((place) => `${place}?: never`)
  return `${JSON.stringify(address)}: ${block([`parameters: ${block(none)}`, ...ofMethods])}`
}

function operationType(components: TypedParts['components'], operation: Operation): string {
  const { parameters = [], requestBody, responses } = operation
  const resolved = parameters.map((parameter) => {
    const name = parameter.$ref?.split('/').at(-1)
    const found = name === undefined ? parameter : components.parameters[name]
    if (!found) throw new Error(`The document has no parameter ${name}.`)
    return { ...found, type: name === undefined ? typeOf(found.schema) : referenced(parameter) }
  })
  const fields = places.map((place) => {
    const own = resolved.filter((parameter) => parameter.in === place)
    if (own.length === 0) return `${place}?: never`
    const isOptional = own.every(({ required }) => !required)
    const named = own
      .sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1))
      .map((each) => `${commentOf(each)}${quoted(each.name)}${mark(each.required)}: ${each.type}`)
    return `${place}${mark(!isOptional)}: ${block(named)}`
  })
  const answers = sorted(responses).map(
    ([status, answer]) =>
      `${answer.$ref === undefined ? commentOf(answer) : ''}${quoted(status)}: ${answerType(answer)}`,
  )
  return block([
    `parameters: ${block(fields)}`,
    requestBody
      ? `requestBody${mark(requestBody.required)}: ${block([`content: ${contentType(requestBody.content)}`])}`
      : 'requestBody?: never',
    `responses: ${block(answers)}`,
  ])
}

function answerType(answer: Answer): string {
  if (answer.$ref !== undefined) return referenced(answer)
  const { headers = {}, content } = answer
  const named = sorted(headers).map(
    ([name, header]) =>
      `${commentOf(header)}${quoted(name)}${header.$ref === undefined ? '?' : ''}: ${header.$ref === undefined ? typeOf(header.schema) : referenced(header)}`,
  )
  return block([
    `headers: ${block([...named, '[name: string]: unknown'])}`,
    content ? `content: ${contentType(content)}` : 'content?: never',
  ])
}

function contentType(content: Content): string {
  return block(
    Object.entries(content).map(
      ([type, { schema }]) => `${JSON.stringify(type)}: ${typeOf(schema)}`,
    ),
  )
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return referenced(schema)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ')
  if (schema.type === 'array') return arrayType(schema.items ? typeOf(schema.items) : 'unknown')
  if (schema.type === 'integer') return 'number'
  if (schema.type === 'object') return objectType(schema)
  return schema.type ?? 'unknown'
}

const arrayType = (items: string) => (items.includes(' | ') ? `(${items})[]` : `${items}[]`)

function objectType(schema: Schema): string {
  const { properties = {}, required = [], additionalProperties, patternProperties } = schema
  const fields = sorted(properties).map(
    ([name, field]) =>
      `${commentOf(field)}${quoted(name)}${mark(required.includes(name))}: ${typeOf(field)}`,
  )
  const others = [
    ...(typeof additionalProperties === 'object' ? [typeOf(additionalProperties)] : []),
    ...(additionalProperties === true ? ['unknown'] : []),
    ...Object.values(patternProperties ?? {}).map(typeOf),
  ]
  const index = others.length > 0 ? block([`[key: string]: ${others.join(' | ')}`]) : undefined
  if (fields.length === 0) return index ?? 'Record<string, unknown>'
  return index === undefined ? block(fields) : `${block(fields)} & ${index}`
}

const mark = (isRequired: boolean | undefined) => (isRequired ? '' : '?')

/** `#/components/schemas/Order` is `components["schemas"]["Order"]`. */
function referenced({ $ref = '' }: { readonly $ref?: string }): string {
  const [, kind, name] = /^#\/components\/(\w+)\/(.+)$/.exec($ref) ?? []
  if (kind === undefined || name === undefined) throw new Error(`${$ref} names no component.`)
  return `components["${kind}"]["${name}"]`
}

const quoted = (name: string) =>
  /^[A-Za-z_$][\w$]*$|^[1-9]\d*$/.test(name) ? name : JSON.stringify(name)

const block = (lines: readonly string[]) =>
  lines.length === 0 ? '{}' : `{\n${lines.join(';\n')};\n}`

function sorted<Value>(all: Readonly<Record<string, Value>>): [string, Value][] {
  return Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1))
}

/** What an editor shows beside a name. */
function commentOf({ summary, description, example, examples, ...rest }: Explained): string {
  const shown = example ?? examples?.[0]
  const lines = [
    summary,
    description,
    rest.default === undefined ? undefined : `@default ${JSON.stringify(rest.default)}`,
    shown === undefined ? undefined : `@example ${JSON.stringify(shown)}`,
  ].filter((line) => line !== undefined)
  if (lines.length === 0) return ''
  const text = lines.join('\n\n').replaceAll('*/', '*\\/')
  return text.includes('\n')
    ? `/**\n * ${text.replaceAll('\n', '\n * ')}\n */\n`
    : `/** ${text} */\n`
}
