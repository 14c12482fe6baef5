import { type SdkMethod, sdkMethodsOf } from '@purveyor/sdk/methods'

/** The parts of a JSON schema that our schemas have. */
export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly pattern?: string
  readonly uniqueItems?: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minProperties?: number
  readonly maxProperties?: number
}

export type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
  readonly example?: unknown
}

export type Content = Readonly<
  Record<string, { readonly schema?: Schema; readonly example?: unknown }>
>

export type Answer = {
  readonly description: string
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Content
}

type Reference = { readonly $ref: string }

export type OperationObject = {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Answer | Reference>>
  readonly 'x-failure-codes'?: readonly string[]
}

type FailureCode = {
  readonly status: number
  readonly description: string
  /** The schema of `meta.details`. */
  readonly details?: Schema
}

/** The OpenAPI document as this service writes it. */
export type ApiDocument = {
  readonly info: { readonly description: string; readonly version: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly webhooks?: Readonly<Record<string, { readonly post: OperationObject }>>
  readonly 'x-failure-codes': Readonly<Record<string, FailureCode>>
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly responses: Readonly<Record<string, Answer>>
    readonly schemas: Readonly<Record<string, Schema>>
  }
}

export type Operation = OperationObject & {
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly sdk: SdkMethod | undefined
}

/** The document, and what its pages look up in it. */
export type Api = {
  readonly document: ApiDocument
  readonly operations: readonly Operation[]
  /** The operations of each tag, in the order of the tags. */
  readonly byTag: ReadonlyMap<string, readonly Operation[]>
  readonly events: readonly (readonly [kind: string, operation: OperationObject])[]
}

export function apiOf(document: ApiDocument): Api {
  const sdkMethods = new Map(sdkMethodsOf(document).map((found) => [found.operationId, found]))
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method,
      path,
      tag: operation.tags[0] ?? 'Other',
      sdk: sdkMethods.get(operation.operationId),
    })),
  )
  const tags = new Set([
    ...document.tags.map(({ name }) => name),
    ...operations.map(({ tag }) => tag),
  ])
  const byTag = Map.groupBy(operations, ({ tag }) => tag)
  return {
    document,
    operations,
    byTag: new Map([...tags].map((tag) => [tag, byTag.get(tag) ?? []])),
    events: Object.entries(document.webhooks ?? {}).map(([kind, { post }]) => [kind, post]),
  }
}

export function parametersOf(
  { document }: Api,
  { parameters = [] }: Pick<OperationObject, 'parameters'>,
): Parameter[] {
  return parameters.flatMap((parameter) => {
    if (!('$ref' in parameter)) return [parameter]
    return document.components.parameters[nameOf(parameter.$ref)] ?? []
  })
}

export function answerOf({ document }: Api, answer: Answer | Reference): Answer | undefined {
  return '$ref' in answer ? document.components.responses[nameOf(answer.$ref)] : answer
}

/** The schema itself, if it is a reference to a record. */
export function resolve({ document }: Api, schema: Schema): Schema {
  return schema.$ref === undefined
    ? schema
    : (document.components.schemas[nameOf(schema.$ref)] ?? schema)
}

/** `#/components/schemas/Order` is about `Order`. */
export const nameOf = ($ref: string): string => $ref.split('/').at(-1) ?? ''
