import { useApart } from './apart.ts'

/** The parts of the official clients of both providers that the tests use. What is sent is checked by who receives it. */
export type OpenAi = {
  readonly chat: {
    readonly completions: {
      create(
        body: ChatQuestion & { readonly stream: true },
        options?: RequestOptions,
      ): Promise<AsyncIterable<ChatChunk>>
      create(body: ChatQuestion, options?: RequestOptions): Promise<ChatCompletion>
      stream(body: ChatQuestion): { finalChatCompletion(): Promise<ChatCompletion> }
    }
  }
}

type RequestOptions = { readonly signal: AbortSignal }

type ChatQuestion = {
  readonly model: string
  readonly messages: readonly object[]
  readonly tools?: readonly object[]
  readonly response_format?: object
  readonly temperature?: number
  readonly top_p?: number
  readonly n?: number
  readonly user?: string
  readonly metadata?: Readonly<Record<string, string>>
  readonly store?: boolean
  readonly stream_options?: { readonly include_usage: boolean }
}

type ChatCompletion = {
  readonly choices: readonly {
    readonly message: {
      readonly content: string | null
      readonly tool_calls?: readonly {
        readonly id: string
        readonly type: string
        readonly function: { readonly name: string; readonly arguments: string }
      }[]
    }
    readonly finish_reason: string
  }[]
  readonly usage?: ChatUsage
}

export type ChatUsage = {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly total_tokens: number
  readonly prompt_tokens_details?: { readonly cached_tokens?: number }
  readonly completion_tokens_details?: { readonly reasoning_tokens?: number }
}

export type ChatChunk = {
  readonly choices: readonly {
    readonly index: number
    readonly delta: { readonly content?: string | null }
    readonly finish_reason: string | null
  }[]
  readonly usage?: ChatUsage | null
}

export type Anthropic = {
  readonly messages: {
    create(body: MessageQuestion): Promise<Message>
    stream(body: MessageQuestion): { finalMessage(): Promise<Message> }
  }
}

type MessageQuestion = {
  readonly model: string
  readonly max_tokens: number
  readonly messages: readonly object[]
  readonly tools?: readonly object[]
}

type Message = {
  readonly content: readonly object[]
  readonly stop_reason: string | null
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number }
}

type ClientOptions = {
  readonly baseURL: string
  readonly apiKey: string
  readonly maxRetries?: number
}

/** A refusal, as the client of OpenAI throws it. */
type ApiError = Error & {
  readonly status: number
  readonly code: string | null
  readonly error: unknown
  readonly headers: Headers
}

const { OpenAI, APIError } = await useApart<{
  readonly OpenAI: new (options: ClientOptions) => OpenAi
  readonly APIError: new () => ApiError
}>('openai')

export { OpenAI }

/** The error with which a client of OpenAI was refused. */
export async function apiErrorOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof APIError) return error
  throw new Error(`no refusal: ${error}`)
}

export const { Anthropic } = await useApart<{
  readonly Anthropic: new (options: ClientOptions) => Anthropic
}>('@anthropic-ai/sdk')
