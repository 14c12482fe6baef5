import type { TokenUsage } from '../accounting/token-usage.ts'
import type { ChatRequest } from '../answering/chat-request.ts'

/** A choice of a finished answer, in OpenAI's format. */
export type Choice = {
  readonly index: number
  readonly message: Readonly<Record<string, unknown>>
  readonly finish_reason: string | null
  readonly logprobs?: unknown
}

/** A finished answer of a provider. */
export type Answer = {
  readonly choices: readonly Choice[]
  /** Undefined: the provider reported nothing, which is not the same as 0. */
  readonly usage: TokenUsage | undefined
}

/** A piece of a streamed answer, in OpenAI's format. */
export type ChunkChoice = {
  readonly index: number
  readonly delta: Readonly<Record<string, unknown>>
  readonly finish_reason: string | null
  readonly logprobs?: unknown
}

export type StreamEvent = { readonly name: string | undefined; readonly text: string }

/** Reads the events of one streamed answer. */
export type StreamReader = {
  /** The choices that the client gets for this event. Throws `ProviderFailed` for an event that says that the call failed. */
  read(event: StreamEvent): readonly ChunkChoice[]
  /** What the provider has reported so far. */
  usage(): TokenUsage | undefined
  /** Whether that is the usage of the whole answer. */
  isUsageFinal(): boolean
  /** Whether the provider has finished its answer. Otherwise a stream that ends was cut off. */
  isComplete(): boolean
}

/** How one kind of provider is spoken to. Pure functions: the call itself is `call-provider.ts`. */
export type Dialect = {
  readonly path: string
  headers(apiKey: string, request: ChatRequest): Readonly<Record<string, string>>
  /** The name of the first parameter that the provider cannot honour. */
  unsupportedIn(request: ChatRequest): string | undefined
  body(request: ChatRequest, maxTokens: number): object
  /** Undefined if it is no answer of this dialect. */
  readAnswer(body: unknown): Answer | undefined
  streamReader(request: Pick<ChatRequest, 'n'>): StreamReader
  /** The sentence of an error. */
  errorMessage(body: unknown): string | undefined
}

export type ProviderProblem =
  | 'refused'
  | 'key_refused'
  | 'rate_limited'
  | 'provider_error'
  | 'timeout'
  | 'network'
  | 'malformed'
  | 'client_gone'

/** The provider did not answer, or not well. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed'
  readonly problem: ProviderProblem
  /** Whether the provider may charge for the call. */
  readonly maybeCharged: boolean
  readonly retryAfterMs: number | undefined

  constructor(
    problem: ProviderProblem,
    message: string,
    options: ErrorOptions & { maybeCharged?: boolean; retryAfterMs?: number | undefined } = {},
  ) {
    super(message, options)
    this.problem = problem
    this.maybeCharged = options.maybeCharged ?? false
    this.retryAfterMs = options.retryAfterMs
  }
}

type Json = Readonly<Record<string, unknown>>

export function objectIn(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Json)
    : undefined
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ProviderFailed('malformed', 'The provider sent no JSON.', { maybeCharged: true })
  }
}
