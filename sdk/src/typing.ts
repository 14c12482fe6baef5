import type { FetchOptions } from 'openapi-fetch'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** The paths of a document that support a method. */
export type PathsWith<Paths extends object, Name extends Method> = {
  [Path in keyof Paths]: Paths[Path] extends { [Key in Name]: object } ? Path : never
}[keyof Paths] &
  string

export type OperationAt<
  Paths,
  Path extends keyof Paths,
  Name extends Method,
> = Paths[Path] extends { [Key in Name]: infer Operation extends object } ? Operation : never

/** The client sends the headers of the contract by itself, so callers do not pass them. */
type WithoutHeaders<Operation> = Operation extends { parameters: infer Parameters }
  ? Omit<Operation, 'parameters'> & { parameters: Omit<Parameters, 'header'> }
  : Operation

/** A file is sent as text, bytes or a Blob; in the document it is a string. */
type WithFileBody<Operation> = Operation extends {
  requestBody: { content: { 'text/csv': string } }
}
  ? Omit<Operation, 'requestBody'> & {
      requestBody: { content: { 'text/csv': string | Uint8Array | Blob } }
    }
  : Operation

/** The options of a call: `params`, `body`, `headers`, `signal`, and the key under which it may be retried. */
export type CallOptions<Operation> = FetchOptions<WithFileBody<WithoutHeaders<Operation>>> & {
  /** Identifies one request, however often it is sent. Default: a random key. */
  readonly idempotencyKey?: string
  /** An earlier answer to the same read. While it is still the answer, the service sends no body, and the call returns it. */
  readonly earlier?: Answer<DataOfAny<Operation>, MetaOfAny<Operation>>
}

type DataOfAny<Operation> = Operation extends object ? DataOf<Operation> : never
type MetaOfAny<Operation> = Operation extends object ? MetaOf<Operation> : never

/** The pages of a list that `each` has read, by their cursors. Give it to the next reading: pages that did not change are not sent again. */
export type EarlierPages = Map<string, Answer<unknown>>

/** The options of a reading of all pages. */
export type EachOptions<Operation> = Omit<CallOptions<Operation>, 'earlier'> & {
  readonly earlier?: EarlierPages
}

export type RequiredKeys<Shape> = {
  [Key in keyof Shape]-?: object extends Pick<Shape, Key> ? never : Key
}[keyof Shape]

/** The last argument of a call, which is optional if nothing in it is required. */
export type CallArguments<Options> =
  RequiredKeys<Options> extends never ? [options?: Options] : [options: Options]

type Success = 200 | 201 | 202 | 203 | 204 | 206

/** A binary file is a Blob; text is a string. */
type Payload<Content> = Content extends { 'application/pdf': unknown }
  ? Blob
  : Content[keyof Content]

/** The bodies of an operation's successful answers, whatever their media type. */
type Body<Operation extends object> = Operation extends { responses: infer Responses }
  ? {
      [Status in keyof Responses & Success]: Responses[Status] extends { content: infer Content }
        ? Payload<Content>
        : undefined
    }[keyof Responses & Success]
  : never

export type DataOf<Operation extends object> =
  Body<Operation> extends { success: true; data: infer Data } ? Data : Body<Operation>

export type MetaOf<Operation extends object> =
  Body<Operation> extends { success: true; meta: infer Meta } ? Meta : Record<string, unknown>

/** The result of a call: the payload, and what the service says about the answer. */
export type Answer<Data, Meta = Record<string, unknown>> = {
  readonly data: Data
  readonly meta: Meta
  readonly status: number
  readonly requestId: string | undefined
  /** True for the stored answer to an Idempotency-Key that was used before. */
  readonly isReplay: boolean
  /** Names this answer. Undefined: the route has none. */
  readonly etag: string | undefined
  /** True if the answer is the `earlier` one of the caller. */
  readonly isUnchanged: boolean
}

/** The item of a list, whether the payload is the array or an object with one array. */
export type ItemOf<Operation extends object> =
  DataOf<Operation> extends readonly (infer Item)[]
    ? Item
    : DataOf<Operation> extends { readonly [Name in string]: readonly (infer Item)[] }
      ? Item
      : never
