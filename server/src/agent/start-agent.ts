import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AgentLimits, defaultAgentLimits } from './agent-limits.ts'
import { extractBrief } from './extract-brief.ts'
import { RequestRefused, readRequest } from './read-request.ts'

export type AgentOptions = {
  readonly host: string
  readonly port: number
  readonly version: string
  readonly limits?: Partial<AgentLimits>
}

export type Agent = { readonly url: string; close(): Promise<void> }

const extractPath = '/v1/briefs:extract'

/**
 * The agent companion: an HTTP server that turns messages into briefs. It keeps nothing, logs no message, and knows neither a
 * database nor a secret.
 */
export async function startAgent(options: AgentOptions): Promise<Agent> {
  const limits = { ...defaultAgentLimits, ...options.limits }
  const counts = { receivingBytes: 0, extractions: 0, refusals: 0 }
  const server = createServer((request, response) => {
    answer(options, limits, counts, request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else refuse(response, 500, 'internal', 'The companion failed.')
    })
  })
  server.requestTimeout = limits.receiveMsMax
  server.headersTimeout = limits.receiveMsMax
  server.listen(options.port, options.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${options.host}:${port}`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

type Counts = { receivingBytes: number; extractions: number; refusals: number }

async function answer(
  { version }: AgentOptions,
  limits: AgentLimits,
  counts: Counts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, url = '/' } = request
  const path = url.split('?', 1)[0]
  if (path === '/healthz' || path === '/health') {
    if (method !== 'GET' && method !== 'HEAD') return refuseMethod(response, 'GET, HEAD')
    const { extractions, refusals } = counts
    const uptimeSeconds = Math.floor(process.uptime())
    return send(response, 200, { status: 'ok', version, uptimeSeconds, extractions, refusals })
  }
  if (path !== extractPath) return refuse(response, 404, 'path_unknown', 'There is no such path.')
  if (method !== 'POST') return refuseMethod(response, 'POST')
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? '')) {
    return refuse(response, 415, 'body_not_json', 'Send application/json.')
  }
  try {
    const input = readRequest(await receive(request, limits, counts), limits)
    const extraction = extractBrief(input)
    counts.extractions += 1
    send(response, 200, extraction)
  } catch (error) {
    if (error instanceof Busy) {
      response.setHeader('retry-after', '1')
      return refuse(response, 503, 'busy', 'Too many requests are being received.')
    }
    if (!(error instanceof RequestRefused)) throw error
    counts.refusals += 1
    refuse(response, error.status, error.code, error.message)
  }
}

class Busy extends Error {
  override readonly name = 'Busy'
}

/** The body, within the limits of one request and of all that are being received. */
async function receive(
  request: IncomingMessage,
  { bodyBytesMax, receivingBytesMax }: AgentLimits,
  counts: Counts,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length
      counts.receivingBytes += chunk.length
      if (bytes > bodyBytesMax) {
        throw new RequestRefused(413, 'body_too_large', `At most ${bodyBytesMax} bytes.`)
      }
      if (counts.receivingBytes > receivingBytesMax) throw new Busy('too much at once')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    counts.receivingBytes -= bytes
  }
}

function refuseMethod(response: ServerResponse, allow: string): void {
  response.setHeader('allow', allow)
  refuse(response, 405, 'method_unknown', `Use ${allow}.`)
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  // The rest of a refused body is not read.
  response.setHeader('connection', 'close')
  send(response, status, { code, message })
}

function send(response: ServerResponse, status: number, body: object): void {
  const bytes = Buffer.from(JSON.stringify(body))
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': bytes.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(bytes)
}
