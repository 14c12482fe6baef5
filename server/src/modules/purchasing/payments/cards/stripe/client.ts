import type Stripe from 'stripe'
import type { Outbound } from '#platform/net'
import { stripeLibrary } from './library.ts'

export type StripeClientOptions = {
  readonly outbound: Outbound
  /** Scheme, host and port; the official client adds the paths. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly timeoutMs: number
}

const maxBodyBytes = 4_194_304

/** The official client, over the service's outbound connection. It never retries: its callers decide about that. */
export function createStripeClient(options: StripeClientOptions): Stripe {
  const { hostname, port, protocol } = new URL(options.baseUrl)
  const Library = stripeLibrary()
  return new Library(options.apiKey, {
    host: hostname,
    port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
    protocol: protocol === 'http:' ? 'http' : 'https',
    httpClient: Library.createFetchHttpClient(fetchThrough(options)),
    maxNetworkRetries: 0,
    timeout: options.timeoutMs,
    telemetry: false,
  })
}

function fetchThrough({ outbound, timeoutMs }: StripeClientOptions): typeof fetch {
  return async (input, init) => {
    const { method = 'GET', body, signal, headers } = init ?? {}
    const answer = await outbound.request({
      url: String(input),
      method: method as 'GET' | 'POST' | 'DELETE',
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' && body !== '' ? { body } : {}),
      timeoutMs,
      maxBodyBytes,
      audience: 'operator',
      ...(signal ? { signal } : {}),
    })
    const { status } = answer
    const isBodyless = status === 204 || status === 304
    return new Response(isBodyless ? null : new Uint8Array(answer.body), {
      status,
      headers: { ...answer.headers },
    })
  }
}
