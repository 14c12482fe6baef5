import { randomUUID } from 'node:crypto'

export type Credential = { readonly bearer: string } | { readonly apiKey: string }

export type Reply = {
  readonly status: number
  readonly headers: Headers
  readonly body: Envelope
}

/** What every JSON route answers. `data` is whatever the route says: the test looks at what it is about. */
export type Envelope = {
  readonly success: boolean
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects in it.
  readonly data: any
  readonly meta: Record<string, unknown> & { code?: string; details?: Record<string, unknown> }
  readonly error?: string
}

type Extra = { readonly headers?: Record<string, string>; readonly key?: string }

/** A client that knows nothing of our code: it speaks HTTP. */
export type Client = {
  readonly headers: Readonly<Record<string, string>>
  get(path: string, extra?: Extra): Promise<Reply>
  post(path: string, body?: unknown, extra?: Extra): Promise<Reply>
  put(path: string, body: unknown, extra?: Extra): Promise<Reply>
  patch(path: string, body: unknown, extra?: Extra): Promise<Reply>
  delete(path: string, body?: unknown, extra?: Extra): Promise<Reply>
}

export function createClient(baseUrl: string, credential?: Credential): Client {
  const own = headersOf(credential)
  const send = async (method: string, path: string, body: unknown, extra: Extra = {}) => {
    const { headers = {}, key } = extra
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...own,
        ...(body === undefined ? {} : { 'content-type': typeOf(body) }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const { status } = response
    return { status, headers: response.headers, body: JSON.parse(text) as Envelope }
  }
  return {
    headers: own,
    get: (path, extra) => send('GET', path, undefined, extra),
    post: (path, body, extra) => send('POST', path, body, extra),
    put: (path, body, extra) => send('PUT', path, body, extra),
    patch: (path, body, extra) => send('PATCH', path, body, extra),
    delete: (path, body, extra) => send('DELETE', path, body, extra),
  }
}

/** A file is sent with its own type. */
const typeOf = (body: unknown) => (body instanceof Blob ? body.type : 'application/json')

export const aKey = (): string => randomUUID()

function headersOf(credential: Credential | undefined): Record<string, string> {
  if (!credential) return {}
  if ('bearer' in credential) return { authorization: `Bearer ${credential.bearer}` }
  return { 'x-api-key': credential.apiKey }
}
