import type { ParseAs } from 'openapi-fetch'
import createFetchClient from 'openapi-fetch'
import type { paths } from './api.generated.ts'
import { readBody, writeBody } from './bodies.ts'
import { assertValidCredential, type CredentialOptions, withCredential } from './credential.ts'
import { errorOf, type FailedRequest, isRecord, PurveyorError } from './errors.ts'
import { type FollowOptions, followSearch, type SearchEvent } from './follow-search.ts'
import { createResources, type Resources } from './resources.ts'
import { fetchWithRetries, sleep } from './retry.ts'
import type {
  Answer,
  CallArguments,
  CallOptions,
  DataOf,
  EachOptions,
  EarlierPages,
  ItemOf,
  MetaOf,
  Method,
  OperationAt,
  PathsWith,
} from './typing.ts'

export type ClientOptions = CredentialOptions & {
  /** The origin of the service: `https://purveyor.example.com`. A trailing `/api/v1` is left out, because the paths have it. */
  readonly baseUrl: string
  readonly fetch?: (request: Request) => Promise<Response>
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** How many times a request may be retried. Default 3. */
  readonly retriesMax?: number
  /** The longest wait before a retry. Default 30 s. */
  readonly waitMaxMs?: number
  /** For each try. Default 30 s. */
  readonly timeoutMs?: number
}

/** One HTTP method, with the paths, parameters, bodies and answers that the OpenAPI document allows. */
export type Call<Paths extends object, Name extends Method> = <Path extends PathsWith<Paths, Name>>(
  path: Path,
  ...options: CallArguments<CallOptions<OperationAt<Paths, Path, Name>>>
) => Promise<Answer<DataOf<OperationAt<Paths, Path, Name>>, MetaOf<OperationAt<Paths, Path, Name>>>>

/** The calls by path, and a method for each operation: `purveyor.orders.place(order)` is `post('/api/v1/orders', …)`. */
export type PurveyorClient<Paths extends object = paths> = Calls<Paths> & Resources

/** The calls by path. */
export type Calls<Paths extends object = paths> = {
  readonly get: Call<Paths, 'get'>
  readonly post: Call<Paths, 'post'>
  readonly put: Call<Paths, 'put'>
  readonly patch: Call<Paths, 'patch'>
  readonly delete: Call<Paths, 'delete'>
  /** Every item of a list, page after page: `for await (const product of client.each('/api/v1/products'))`. */
  readonly each: <Path extends PathsWith<Paths, 'get'>>(
    path: Path,
    ...options: CallArguments<EachOptions<OperationAt<Paths, Path, 'get'>>>
  ) => AsyncGenerator<ItemOf<OperationAt<Paths, Path, 'get'>>, void, undefined>
  /** The events of a search as they arrive, each once, across lost connections: `for await (const event of ...)`. */
  readonly followSearch: (
    searchId: string,
    options?: FollowOptions,
  ) => AsyncGenerator<SearchEvent, void, undefined>
}

/**
 * The client. Its calls return the payload of the envelope, and throw a `PurveyorError` for everything else. POSTs
 * have an Idempotency-Key, and retries of a request have the same one.
 */
export function createClient<Paths extends object = paths>(
  options: ClientOptions,
): PurveyorClient<Paths> {
  const calls = createCalls<Paths>(options)
  const loose = calls as unknown as LooseCalls
  return {
    ...createResources((method, path, init) => loose[method](path, init), loose.each),
    ...calls,
  }
}

/** The client without the methods of the resources, for pages that must stay small: a bundler leaves their table out. */
export function createCalls<Paths extends object = paths>(given: ClientOptions): Calls<Paths> {
  assertValidCredential(given)
  const options = { ...given, baseUrl: originOf(given.baseUrl) }
  const send = sender(options)
  const call = (method: Method) => (path: string, init?: LooseOptions) => send(method, path, init)
  // The only place where the types of the document meet the untyped request underneath.
  return {
    get: call('get'),
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),
    each: (path: string, init?: LooseEachOptions) => eachItem(send, path, init),
    followSearch: (searchId: string, follow?: FollowOptions) =>
      followSearch(options, searchId, follow),
  } as unknown as Calls<Paths>
}

type LooseCalls = Readonly<Record<Method | 'each', (path: string, init: object) => unknown>>

function originOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) {
    throw new TypeError(
      'The baseUrl is not an absolute address, such as https://purveyor.example.com.',
    )
  }
  return baseUrl.replace(/\/+(?:api\/v1\/*)?$/, '')
}

type LooseOptions = {
  readonly params?: { readonly query?: Record<string, unknown> }
  readonly headers?: Record<string, string>
  readonly idempotencyKey?: string
  readonly earlier?: Answer<unknown>
  readonly parseAs?: ParseAs
  readonly signal?: AbortSignal
}

type LooseEachOptions = Omit<LooseOptions, 'earlier'> & { readonly earlier?: EarlierPages }

type Send = (
  method: Method,
  path: string,
  init: LooseOptions | undefined,
) => Promise<Answer<unknown>>

function sender(options: ClientOptions): Send {
  const { retriesMax = 3, waitMaxMs = 30_000, timeoutMs = 30_000 } = options
  const now = () => new Date()
  const fetch = options.fetch ?? ((request) => globalThis.fetch(request))
  const sendRequest = fetchWithRetries(withCredential(fetch, options), {
    retriesMax,
    waitMaxMs,
    timeoutMs,
    now,
    sleep,
  })
  const underneath = createFetchClient<Record<string, Record<Method, object>>>({
    baseUrl: options.baseUrl,
    headers: { accept: 'application/json', ...options.headers },
    bodySerializer: writeBody,
  })
  return async (method, path, init = {}) => {
    const { idempotencyKey, earlier, ...rest } = init
    const known = earlier?.etag === undefined ? {} : { 'if-none-match': earlier.etag }
    const headers = { ...keyHeaders(method, path, idempotencyKey), ...known, ...rest.headers }
    let failed: FailedRequest = { method: method.toUpperCase(), address: options.baseUrl + path }
    const fetch = (request: Request) => {
      const [address = ''] = request.url.split('?')
      failed = { method: request.method, address }
      return sendRequest(request)
    }
    const request = async () => {
      const how = { parseAs: 'stream', ...rest, headers, fetch } as const
      const answer = await underneath.request(method, path, how)
      const isRead = rest.parseAs !== undefined || !answer.response.ok
      return isRead ? answer : { ...answer, data: await readBody(answer.response) }
    }
    const { data, error, response } = await reach(request, () => failed, init.signal)
    if (response.status === 304 && earlier) {
      return { ...earlier, ...factsOf(response), etag: earlier.etag }
    }
    if (!response.ok) throw errorOf(failed, response, error, now())
    return answerOf(response, data)
  }
}

/** Every POST of the API accepts a key, so all of them may be retried, except for signing in. */
function keyHeaders(method: Method, path: string, given: string | undefined) {
  if (given !== undefined) return { 'idempotency-key': given }
  if (method !== 'post' || !path.startsWith('/api/')) return {}
  return { 'idempotency-key': newIdempotencyKey() }
}

/** Store the key with the purpose of the request: then the request has one effect even if this process dies. */
export function newIdempotencyKey(): string {
  return globalThis.crypto.randomUUID()
}

/**
 * Turns transport errors into the one error of this client. If the caller aborts, the caller's own reason is thrown.
 */
async function reach<Result>(
  request: () => Promise<Result>,
  failed: () => FailedRequest,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const lost = (word: string, sentence: string, cause: unknown) =>
    new PurveyorError(sentence, { ...failed(), code: `sdk.${word}`, status: 0, cause })
  try {
    return await request()
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof SyntaxError) {
      throw lost('answer_malformed', 'The answer is not JSON. Is this the right baseUrl?', error)
    }
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      throw lost('timed_out', 'The service did not answer in time.', error)
    }
    if (error instanceof TypeError) {
      throw lost('unreachable', 'The service cannot be reached.', error)
    }
    throw error
  }
}

function answerOf(response: Response, body: unknown): Answer<unknown> {
  const isEnvelope = isRecord(body) && body.success === true
  return {
    data: isEnvelope ? body.data : body,
    meta: isEnvelope && isRecord(body.meta) ? body.meta : {},
    ...factsOf(response),
  }
}

function factsOf({ status, headers }: Response): Omit<Answer<unknown>, 'data' | 'meta'> {
  return {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    isReplay: headers.get('idempotent-replayed') === 'true',
    etag: headers.get('etag') ?? undefined,
    isUnchanged: status === 304,
  }
}

async function* eachItem(
  send: Send,
  path: string,
  { earlier, ...init }: LooseEachOptions = {},
): AsyncGenerator<unknown, void, undefined> {
  let cursor = init.params?.query?.cursor
  const read = new Set<string>()
  do {
    const key = String(cursor ?? '')
    const known = earlier?.get(key)
    const query = { ...init.params?.query, ...(cursor === undefined ? {} : { cursor }) }
    const params = { ...init.params, query }
    const page = await send('get', path, { ...init, ...(known && { earlier: known }), params })
    const items = listIn(page.data)
    if (!items) throw new TypeError(`${path} does not answer with a list.`)
    earlier?.set(key, page)
    read.add(key)
    yield* items
    cursor = page.meta.nextCursor
  } while (cursor !== undefined)
  // Other items have moved these pages, so that nothing leads to them any more.
  for (const key of earlier?.keys() ?? []) if (!read.has(key)) earlier?.delete(key)
}

/** In some lists the payload is the array; in others it is an object with one array: `{budgets: [...]}`. */
function listIn(data: unknown): readonly unknown[] | undefined {
  if (Array.isArray(data)) return data
  const [only, ...others] = isRecord(data) ? Object.values(data) : []
  return Array.isArray(only) && others.length === 0 ? only : undefined
}
