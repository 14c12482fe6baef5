import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { Agent, buildConnector, type Dispatcher, request as send } from 'undici'
import { assertOutsideTransaction } from '#platform/db'
import { mayReach } from './addresses.ts'
import { guardedConnector } from './connector.ts'
import { failureOf, OutboundFailed, UnsafeAddress } from './errors.ts'
import { openStream, type StreamAnswer, type StreamRequest } from './open-stream.ts'
import { createResolve, type Resolve, resolveWithin } from './resolve.ts'
import { hostOf, readUserUrl, type UrlRule } from './user-url.ts'

export type OutboundRequest = {
  readonly url: string
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer | Readable
  /** For the whole call, from the lookup of the name to the last byte. */
  readonly timeoutMs: number
  readonly maxBodyBytes: number
  /** Whether a longer body fails, or is cut off at its limit and the connection closed. */
  readonly longBody?: 'fail' | 'truncate'
  /** Where the address comes from: a user, who may be an attacker, or one of our settings. */
  readonly audience: 'user' | 'operator'
  readonly signal?: AbortSignal
}

export type OutboundAnswer = {
  readonly status: number
  /** Header names are in lower case. Cookies are neither kept nor sent. */
  readonly headers: Readonly<Record<string, string>>
  /** The bytes of the response: the call asks for no compression, and undoes none. */
  readonly body: Buffer
  readonly truncated: boolean
}

/** The head of an answer, and its body as it arrives. */
export type OpenedAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /**
   * Fails with `OutboundFailed` when the body is longer than its limit, or the call takes too long. To leave the loop early closes
   * the connection.
   */
  readonly body: AsyncIterable<Buffer>
  /** Closes the connection without reading the body. */
  discard(): void
}

/** The only way to call other services. A redirect is returned like any other answer and never followed. */
export type Outbound = {
  /** Throws `UnsafeAddress` or `OutboundFailed`. Every status is an answer. */
  request(request: OutboundRequest): Promise<OutboundAnswer>
  /** Like `request`, with the body as it arrives. These calls last long, so they have connections of their own. */
  stream(request: StreamRequest): Promise<StreamAnswer>
  /**
   * Like `request`, for a body that is too large to keep, or that is read only if the head is right. Read the body, or discard it.
   * `longBody` has no effect: a longer body fails.
   */
  open(request: OutboundRequest): Promise<OpenedAnswer>
  /**
   * Throws `UnsafeAddress` for a URL from a user that the service would not call now. Use it only to warn the user early: every
   * call checks again.
   */
  checkUserUrl(url: string): Promise<void>
  close(): Promise<void>
}

export type OutboundOptions = UrlRule & {
  readonly userAgent: string
  readonly dnsTimeoutMs?: number
  readonly connectTimeoutMs?: number
  readonly headersTimeoutMs?: number
  readonly resolve?: Resolve
}

/** The most connections to one host for addresses from our settings. There are few such hosts. */
const operatorsMax = 64
/** Streams of answers stay open for minutes. */
const streamsMax = 1_024
/**
 * The caller limits the running calls of each user. Many users share a host: a limit here would let one user's slow receivers
 * delay the calls of the others.
 */
const usersMax = 2_000

export function createOutbound(options: OutboundOptions): Outbound {
  const { dnsTimeoutMs = 2_000, connectTimeoutMs = 5_000, headersTimeoutMs = 10_000 } = options
  const resolve = resolveWithin(dnsTimeoutMs, options.resolve ?? createResolve(dnsTimeoutMs))
  // Our own agents: calls use neither the global agent nor the proxies of the environment.
  const agentWith = (connect: buildConnector.connector, connections: number) =>
    new Agent({
      connect,
      allowH2: false,
      connections,
      headersTimeout: headersTimeoutMs,
      bodyTimeout: headersTimeoutMs,
      maxHeaderSize: 16_384,
    })
  const agents = {
    user: agentWith(guardedConnector({ rule: options, resolve, connectTimeoutMs }), usersMax),
    operator: agentWith(
      buildConnector({ timeout: connectTimeoutMs, allowH2: false }),
      operatorsMax,
    ),
    streams: agentWith(buildConnector({ timeout: connectTimeoutMs, allowH2: false }), streamsMax),
  }

  const dispatched = (request: OutboundRequest): Dispatched => {
    assertOutsideTransaction('A call over the network')
    const url = request.audience === 'user' ? readUserUrl(request.url, options) : request.url
    return { dispatcher: agents[request.audience], url, userAgent: options.userAgent }
  }

  return {
    request: async (request) => call(dispatched(request), request),
    stream: async (request) => {
      assertOutsideTransaction('A call over the network')
      const headers = headersOf(request, options.userAgent)
      return openStream(agents.streams, request, headers, plainHeaders)
    },
    open: async (request) => open(dispatched(request), request),
    checkUserUrl: async (text) => {
      assertOutsideTransaction('A lookup over the network')
      const host = hostOf(readUserUrl(text, options))
      if (isIP(host) !== 0) return
      const addresses = await resolve(host).catch((error: unknown) => {
        throw new UnsafeAddress('unresolvable', { cause: error })
      })
      if (addresses.length === 0) throw new UnsafeAddress('unresolvable')
      if (!addresses.every(({ address }) => mayReach(address, options))) {
        throw new UnsafeAddress('address')
      }
    },
    close: async () => {
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()))
    },
  }
}

type Dispatched = {
  readonly dispatcher: Dispatcher
  readonly url: string | URL
  readonly userAgent: string
}

async function call(dispatched: Dispatched, request: OutboundRequest): Promise<OutboundAnswer> {
  const { response, failed } = await begin(dispatched, request)
  try {
    const answer = await readBody(response.body, request)
    return { status: response.statusCode, headers: plainHeaders(response.headers), ...answer }
  } catch (error) {
    throw failed(error)
  }
}

async function open(dispatched: Dispatched, request: OutboundRequest): Promise<OpenedAnswer> {
  const { response, failed } = await begin(dispatched, request)
  // An answer that is discarded or aborted after its head has no other reader of its error.
  response.body.on('error', () => undefined)
  return {
    status: response.statusCode,
    headers: plainHeaders(response.headers),
    body: limitedBody(response.body, request.maxBodyBytes, failed),
    discard: () => void response.body.destroy(),
  }
}

async function* limitedBody(
  body: AsyncIterable<Buffer>,
  maxBodyBytes: number,
  failed: (error: unknown) => Error,
): AsyncIterable<Buffer> {
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.length
      if (size > maxBodyBytes) throw new OutboundFailed('too_large', true)
      yield chunk
    }
  } catch (error) {
    throw failed(error)
  }
}

async function begin({ dispatcher, url, userAgent }: Dispatched, request: OutboundRequest) {
  const total = AbortSignal.timeout(request.timeoutMs)
  const signal = request.signal ? AbortSignal.any([request.signal, total]) : total
  const failed = (error: unknown) => failureOf(error, total, request.signal)
  const headers = headersOf(request, userAgent)
  try {
    const response = await send(url, {
      dispatcher,
      method: request.method,
      headers,
      body: request.body ?? null,
      signal,
    })
    return { response, failed }
  } catch (error) {
    throw failed(error)
  }
}

/**
 * Our credentials are sent only to addresses from our settings. No redirect can carry them elsewhere, because none is followed.
 */
const credentials = ['authorization', 'x-api-key']
const notOurs = ['cookie', 'host', 'connection', 'transfer-encoding', 'proxy-authorization']

function headersOf(
  request: Pick<OutboundRequest, 'headers' | 'audience'>,
  userAgent: string,
): Record<string, string> {
  const given = Object.entries(request.headers ?? {}).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  )
  const refused = request.audience === 'user' ? [...notOurs, ...credentials] : notOurs
  for (const [name] of given) assert(!refused.includes(name), `this call does not carry ${name}`)
  return { 'user-agent': userAgent, 'accept-encoding': 'identity', ...Object.fromEntries(given) }
}

async function readBody(
  body: Dispatcher.ResponseData['body'],
  { maxBodyBytes, longBody = 'fail' }: OutboundRequest,
): Promise<{ body: Buffer; truncated: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    // Leaving the loop closes the connection, so the rest is not received.
    if (size > maxBodyBytes) break
  }
  if (size > maxBodyBytes && longBody === 'fail') throw new OutboundFailed('too_large', true)
  return {
    body: Buffer.concat(chunks).subarray(0, maxBodyBytes),
    truncated: size > maxBodyBytes,
  }
}

function plainHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || name === 'set-cookie'
        ? []
        : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
}
