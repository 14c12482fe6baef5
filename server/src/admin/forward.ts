import { Readable } from 'node:stream'
import { failPlatform, type Http } from '#platform/http'
import type { Outbound } from '#platform/net'

export const forwardMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export type ForwardMethod = (typeof forwardMethods)[number]

export type ForwardRequest = {
  readonly method: ForwardMethod
  /** The path with its query, as the API gets it. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** A stream: a file that is passed on as it arrives. */
  readonly body?: string | Readable
  /** The address of the client: the API counts sign-ins by address. */
  readonly address: string
}

export type ForwardAnswer<Body = Buffer> = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body
}

/** How the admin runtime reaches the API, which decides everything. Throws `platform.dependency_down`. */
export type Forward = {
  send(request: ForwardRequest): Promise<ForwardAnswer>
  /** Like `send`, with the body as it arrives: for a file that is too large to keep. Read the body, or destroy it. */
  open(request: ForwardRequest): Promise<ForwardAnswer<Readable>>
}

const timeoutMs = 10_000
/** Enough for a gigabyte over a slow line, as the API allows. */
const fileTimeoutMs = 3_600_000
/** An attachment of a ticket has up to 10 MB. */
const largestAnswerBytes = 12_000_000
/** Lists of millions of rows are files of hundreds of megabytes. */
const largestFileBytes = 10_000_000_000

/** Forwards to an API elsewhere. The API trusts the client address only if its TRUST_PROXY names this runtime. */
export function forwardOver(outbound: Outbound, apiBaseUrl: string): Forward {
  const base = apiBaseUrl.replace(/\/+$/, '')
  const requestTo = ({ method, path, headers, body, address }: ForwardRequest) =>
    ({
      url: base + path,
      method,
      headers: { ...headers, 'x-forwarded-for': address },
      ...(body === undefined ? {} : { body }),
      timeoutMs: body instanceof Readable ? fileTimeoutMs : timeoutMs,
      maxBodyBytes: largestAnswerBytes,
      audience: 'operator',
    }) as const
  return {
    send: (request) => outbound.request(requestTo(request)).catch(failAsDown),
    open: async (request) => {
      const file = { timeoutMs: fileTimeoutMs, maxBodyBytes: largestFileBytes }
      const answer = await outbound.open({ ...requestTo(request), ...file }).catch(failAsDown)
      return { ...answer, body: Readable.from(answer.body, { objectMode: false }) }
    },
  }
}

function failAsDown(error: unknown): never {
  if (!isFailedCall(error)) throw error
  throw failPlatform('dependency_down', { dependency: 'api' })
}

function isFailedCall(error: unknown): boolean {
  return error instanceof Error && error.name === 'OutboundFailed'
}

/** Forwards to the API in this same process: without a network, and through every check of a request. */
export function forwardInto(http: Pick<Http, 'inject'>): Forward {
  const inject = (request: ForwardRequest, payloadAsStream: boolean) =>
    http.inject({
      method: request.method,
      url: request.path,
      headers: request.headers,
      remoteAddress: request.address,
      ...(request.body !== undefined && { payload: request.body }),
      payloadAsStream,
    })
  return {
    send: async (request) => {
      const answer = await inject(request, false)
      return { ...headOf(answer), body: answer.rawPayload }
    },
    open: async (request) => {
      const answer = await inject(request, true)
      const body = answer.stream()
      // Without this the API would wait for ever for a reader that has left.
      body.once('close', () => answer.raw.res.destroy())
      return { ...headOf(answer), body }
    },
  }
}

type Injected = Awaited<ReturnType<Http['inject']>>

function headOf({ statusCode, headers }: Injected): Omit<ForwardAnswer, 'body'> {
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
  return { status: statusCode, headers: Object.fromEntries(texts) }
}
