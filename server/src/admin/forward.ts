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

export type ForwardAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** How the admin runtime reaches the API, which decides everything. Throws `platform.dependency_down`. */
export type Forward = (request: ForwardRequest) => Promise<ForwardAnswer>

const timeoutMs = 10_000
/** Enough for a gigabyte over a slow line, as the API allows. */
const uploadTimeoutMs = 3_600_000
/** An attachment of a ticket has up to 10 MB. */
const largestAnswerBytes = 12_000_000

/** Forwards to an API elsewhere. The API trusts the client address only if its TRUST_PROXY names this runtime. */
export function forwardOver(outbound: Outbound, apiBaseUrl: string): Forward {
  const base = apiBaseUrl.replace(/\/+$/, '')
  return async ({ method, path, headers, body, address }) => {
    try {
      return await outbound.request({
        url: base + path,
        method,
        headers: { ...headers, 'x-forwarded-for': address },
        ...(body === undefined ? {} : { body }),
        timeoutMs: body instanceof Readable ? uploadTimeoutMs : timeoutMs,
        maxBodyBytes: largestAnswerBytes,
        audience: 'operator',
      })
    } catch (error) {
      if (!isFailedCall(error)) throw error
      throw failPlatform('dependency_down', { dependency: 'api' })
    }
  }
}

function isFailedCall(error: unknown): boolean {
  return error instanceof Error && error.name === 'OutboundFailed'
}

/** Forwards to the API in this same process: without a network, and through every check of a request. */
export function forwardInto(http: Pick<Http, 'inject'>): Forward {
  return async ({ method, path, headers, body, address }) => {
    const answer = await http.inject({
      method,
      url: path,
      headers,
      remoteAddress: address,
      ...(body === undefined ? {} : { payload: body }),
    })
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: answer.rawPayload,
    }
  }
}
