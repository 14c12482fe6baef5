import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOutbound, type Outbound } from '#platform/net'
import { createMetrics, type Metrics } from '#platform/telemetry'
import { type AgentLimits, defaultAgentLimits } from './agent-limits.ts'
import { type AgentMetrics, createAgentMetrics } from './agent-metrics.ts'
import { extractBrief } from './extract-brief.ts'
import { type AssistedExtraction, degrade, extractWithModel } from './extract-with-model.ts'
import { type ExtractionRequest, RequestRefused, readRequest } from './read-request.ts'

export type AgentOptions = {
  readonly host: string
  readonly port: number
  readonly version: string
  /** The address of the gateway for language models. The companion calls no other address, whatever a request says. */
  readonly gatewayUrl: string
  readonly limits?: Partial<AgentLimits>
}

export type Agent = { readonly url: string; close(): Promise<void> }

const extractPath = '/v1/briefs:extract'

type Deps = {
  readonly options: AgentOptions
  readonly limits: AgentLimits
  readonly outbound: Outbound
  readonly metrics: Metrics
  readonly counts: AgentMetrics
  /** What is under way. */
  readonly load: { receivingBytes: number; modelCalls: number }
}

/**
 * The agent companion: an HTTP server that turns messages into briefs. It keeps nothing, logs no message, and knows neither a
 * database nor a secret.
 */
export async function startAgent(options: AgentOptions): Promise<Agent> {
  const limits = { ...defaultAgentLimits, ...options.limits }
  const metrics = createMetrics({ processMetrics: true })
  const outbound = createOutbound({
    allowPrivate: true,
    userAgent: `Purveyor-agent/${options.version}`,
    headersTimeoutMs: limits.modelMsMax,
  })
  const deps: Deps = {
    options,
    limits,
    outbound,
    metrics,
    counts: createAgentMetrics(metrics),
    load: { receivingBytes: 0, modelCalls: 0 },
  }
  const server = createServer((request, response) => {
    answer(deps, request, response).catch(() => {
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
      await outbound.close()
    },
  }
}

async function answer(
  deps: Deps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, url = '/' } = request
  const path = url.split('?', 1)[0]
  if (path === extractPath) {
    if (method !== 'POST') return refuseMethod(response, 'POST')
    return answerExtraction(deps, request, response)
  }
  const isRead = method === 'GET' || method === 'HEAD'
  if (path === '/healthz' || path === '/health') {
    if (!isRead) return refuseMethod(response, 'GET, HEAD')
    const uptimeSeconds = Math.floor(process.uptime())
    return sendJson(response, 200, { status: 'ok', version: deps.options.version, uptimeSeconds })
  }
  if (path === '/metrics') {
    if (!isRead) return refuseMethod(response, 'GET, HEAD')
    return send(response, 200, deps.metrics.contentType, await deps.metrics.text())
  }
  refuse(response, 404, 'path_unknown', 'There is no such path.')
}

async function answerExtraction(
  deps: Deps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? '')) {
    return refuse(response, 415, 'body_not_json', 'Send application/json.')
  }
  try {
    const { options, limits } = deps
    const body = await receive(request, deps)
    const extraction = readRequest(body, { ...limits, gatewayUrl: options.gatewayUrl })
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    sendJson(response, 200, await extract(deps, extraction, gone.signal))
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error
    deps.counts.refused(error.code)
    if (error.status === 503) response.setHeader('retry-after', '1')
    refuse(response, error.status, error.code, error.message)
  }
}

async function extract(
  { limits, outbound, counts, load }: Deps,
  { input, llm }: ExtractionRequest,
  signal: AbortSignal,
): Promise<AssistedExtraction> {
  const began = performance.now()
  const secondsPassed = () => (performance.now() - began) / 1_000
  if (!llm) {
    const extraction = extractBrief(input)
    counts.extracted('grammar', secondsPassed())
    return extraction
  }
  if (load.modelCalls >= limits.modelCallsMax) {
    counts.degraded('busy')
    return degrade(extractBrief(input), 'busy')
  }
  load.modelCalls += 1
  try {
    const deps = { outbound, timeoutMs: limits.modelMsMax, signal }
    const extraction = await extractWithModel(deps, input, llm)
    counts.extracted('model', secondsPassed())
    if (extraction.degradedReason) counts.degraded(extraction.degradedReason)
    return extraction
  } finally {
    load.modelCalls -= 1
  }
}

/** The body, within the limits of one request and of all that are being received. */
async function receive(request: IncomingMessage, { limits, load }: Deps): Promise<Buffer> {
  const { bodyBytesMax, receivingBytesMax } = limits
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length
      load.receivingBytes += chunk.length
      if (bytes > bodyBytesMax) {
        throw new RequestRefused(413, 'body_too_large', `At most ${bodyBytesMax} bytes.`)
      }
      if (load.receivingBytes > receivingBytesMax) {
        throw new RequestRefused(503, 'busy', 'Too many requests are being received.')
      }
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    load.receivingBytes -= bytes
  }
}

function refuseMethod(response: ServerResponse, allow: string): void {
  response.setHeader('allow', allow)
  refuse(response, 405, 'method_unknown', `Use ${allow}.`)
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  // The rest of a refused body is not read.
  response.setHeader('connection', 'close')
  sendJson(response, status, { code, message })
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  send(response, status, 'application/json', JSON.stringify(body))
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  const bytes = Buffer.from(text)
  response.writeHead(status, {
    'content-type': type,
    'content-length': bytes.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(bytes)
}
