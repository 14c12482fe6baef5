import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import { Agent, buildConnector, type Dispatcher, request as send } from 'undici'
import { refuseInsideTransaction } from '#platform/db'
import { mayReach } from './addresses.ts'
import { guardedConnector } from './connector.ts'
import { failureOf, OutboundFailed, UnsafeAddress } from './errors.ts'
import { createResolve, type Resolve, within } from './resolve.ts'
import { hostOf, readUserUrl, type UrlRule } from './user-url.ts'

export type OutboundRequest = {
  readonly url: string
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** For all of it, from the lookup of the name to the last byte. */
  readonly timeoutMs: number
  readonly maxBodyBytes: number
  /** What to do with a longer body: fail, or keep its beginning and close the connection. */
  readonly longBody?: 'fail' | 'truncate'
  /** Whose address it is: a user's, who may mean us harm, or one of our settings. */
  readonly audience: 'user' | 'operator'
  readonly signal?: AbortSignal
}

export type OutboundAnswer = {
  readonly status: number
  /** In lower case. No cookies: none is kept and none is sent. */
  readonly headers: Readonly<Record<string, string>>
  /** As it came over the wire: no compression is asked for, and none is undone. */
  readonly body: Buffer
  readonly truncated: boolean
}

/** The only way out. Redirects are answers like any other and are never followed. */
export type Outbound = {
  /** Throws `UnsafeAddress` or `OutboundFailed`. Any status is an answer. */
  request(request: OutboundRequest): Promise<OutboundAnswer>
  /**
   * Throws `UnsafeAddress` when a URL that a user gave is not one we would call now. Good for telling him early, and
   * for nothing else: every call looks again.
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

/** To one host. Operators' are few and their own. */
const operatorsMax = 64
/**
 * Whoever calls for users limits what is under way for each of them. Many of them share a host: a limit here would let
 * those whose receivers hang keep the others' calls waiting.
 */
const usersMax = 2_000

export function createOutbound(options: OutboundOptions): Outbound {
  const { dnsTimeoutMs = 2_000, connectTimeoutMs = 5_000, headersTimeoutMs = 10_000 } = options
  const resolve = within(dnsTimeoutMs, options.resolve ?? createResolve(dnsTimeoutMs))
  // Agents of our own: neither the global one nor the proxies of the environment are asked.
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
  }

  return {
    request: async (request) => {
      refuseInsideTransaction('A call over the network')
      const url = request.audience === 'user' ? readUserUrl(request.url, options) : request.url
      return call(agents[request.audience], url, request, options.userAgent)
    },
    checkUserUrl: async (text) => {
      refuseInsideTransaction('A lookup over the network')
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
      await Promise.all([agents.user.destroy(), agents.operator.destroy()])
    },
  }
}

async function call(
  dispatcher: Dispatcher,
  url: string | URL,
  request: OutboundRequest,
  userAgent: string,
): Promise<OutboundAnswer> {
  const total = AbortSignal.timeout(request.timeoutMs)
  const signal = request.signal ? AbortSignal.any([request.signal, total]) : total
  const headers = headersOf(request, userAgent)
  try {
    const response = await send(url, {
      dispatcher,
      method: request.method,
      headers,
      body: request.body ?? null,
      signal,
    })
    const answer = await readBody(response.body, request)
    return { status: response.statusCode, headers: plainHeaders(response.headers), ...answer }
  } catch (error) {
    throw failureOf(error, total, request.signal)
  }
}

/** What is ours to show goes to addresses of our settings only. No redirect can carry it elsewhere: none is followed. */
const credentials = ['authorization', 'x-api-key']
const notOurs = ['cookie', 'host', 'connection', 'transfer-encoding', 'proxy-authorization']

function headersOf(request: OutboundRequest, userAgent: string): Record<string, string> {
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
    // Leaving the loop closes the connection: the rest is not even received.
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
