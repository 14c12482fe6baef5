import { OutboundFailed, type StreamAnswer } from '#platform/net'
import type { ChatDeps, Provider } from '../deps.ts'
import { ProviderFailed, type ProviderProblem } from '../dialects/dialect.ts'
import type { ChatRequest } from './chat-request.ts'

const answerBytesMax = 20_000_000
const errorBytesMax = 100_000

export type Call = {
  readonly provider: Provider & { readonly apiKey: string }
  readonly request: ChatRequest
  readonly maxTokens: number
  readonly signal: AbortSignal
}

/** Sends the request. Throws `ProviderFailed` unless the provider begins to answer. */
export async function openCall(
  { outbound, limits }: Pick<ChatDeps, 'outbound' | 'limits'>,
  { provider, request, maxTokens, signal }: Call,
): Promise<StreamAnswer> {
  // A client that left while its tokens were reserved: nothing is sent, so nothing is charged.
  if (signal.aborted) throw new ProviderFailed('client_gone', 'The client has left.')
  const { dialect, baseUrl, apiKey } = provider
  const { timeoutMs, firstByteTimeoutMs, idleTimeoutMs } = limits
  const isStreamed = request.stream === true
  const answer = await outbound
    .stream({
      url: `${baseUrl.replace(/\/$/, '')}${dialect.path}`,
      method: 'POST',
      headers: { ...dialect.headers(apiKey, request), 'content-type': 'application/json' },
      body: JSON.stringify(dialect.body(request, maxTokens)),
      timeoutMs,
      headersTimeoutMs: isStreamed ? firstByteTimeoutMs : timeoutMs,
      idleTimeoutMs: isStreamed ? idleTimeoutMs : timeoutMs,
      audience: 'operator',
      signal,
    })
    .catch((error: unknown) => {
      throw asProviderFailed(error)
    })
  if (answer.status >= 200 && answer.status <= 299) return answer
  throw await refusalOf(answer, provider)
}

/** Reads the whole answer as JSON. */
export async function readJson(answer: StreamAnswer): Promise<unknown> {
  try {
    return JSON.parse((await collect(answer, answerBytesMax)).toString('utf8'))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw asProviderFailed(error)
    throw new ProviderFailed('malformed', 'The provider sent no JSON.', { maybeCharged: true })
  }
}

async function collect({ body }: StreamAnswer, bytesMax: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of body) {
    pieces.push(piece)
    size += piece.length
    if (size > bytesMax) {
      throw new ProviderFailed('malformed', 'The answer is too large.', { maybeCharged: true })
    }
  }
  return Buffer.concat(pieces)
}

/** Providers do not charge for a call that they refuse. */
async function refusalOf(answer: StreamAnswer, { dialect }: Provider): Promise<ProviderFailed> {
  const problem = problemOf(answer.status)
  const text = await collect(answer, errorBytesMax).catch(() => Buffer.alloc(0))
  const message = messageIn(text, dialect.errorMessage) ?? `The provider answered ${answer.status}.`
  return new ProviderFailed(problem, message.slice(0, 500), {
    retryAfterMs: retryAfterMs(answer.headers['retry-after']),
  })
}

function messageIn(text: Buffer, read: (body: unknown) => string | undefined): string | undefined {
  try {
    return read(JSON.parse(text.toString('utf8')))
  } catch {
    return undefined
  }
}

function problemOf(status: number): ProviderProblem {
  if (status === 401 || status === 403) return 'key_refused'
  if (status === 429) return 'rate_limited'
  if (status === 408 || status === 409 || status >= 500 || status < 400) return 'provider_error'
  return 'refused'
}

function retryAfterMs(header: string | undefined): number | undefined {
  return header !== undefined && /^[0-9]{1,6}$/.test(header) ? Number(header) * 1_000 : undefined
}

export function asProviderFailed(error: unknown): ProviderFailed {
  if (error instanceof ProviderFailed) return error
  if (!(error instanceof OutboundFailed)) throw error
  const { reason, maybeReceived: maybeCharged } = error
  const problem =
    reason === 'aborted' ? 'client_gone' : reason === 'timeout' ? 'timeout' : 'network'
  return new ProviderFailed(problem, `The provider did not answer: ${reason}.`, {
    cause: error,
    maybeCharged,
  })
}
