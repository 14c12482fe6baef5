import { countIn, type TokenUsage } from '../accounting/token-usage.ts'
import { type ChatRequest, maxTokensOf } from '../answering/chat-request.ts'
import {
  type Answer,
  type ChunkChoice,
  type Dialect,
  listIn,
  objectIn,
  ProviderFailed,
  parseJson,
  type StreamReader,
} from './dialect.ts'

/** The wire format of OpenAI's chat completions. */
export const openAiDialect: Dialect = {
  path: '/chat/completions',
  headers: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  unsupportedIn: () => undefined,
  body: toOpenAiBody,
  readAnswer,
  streamReader,
  errorMessage: (body) => {
    const message = objectIn(objectIn(body)?.error)?.message
    return typeof message === 'string' ? message : undefined
  },
}

/** Who asks stays with us, and no provider is asked to store anything. */
function toOpenAiBody(request: ChatRequest, maxTokens: number): object {
  const {
    user: _user,
    metadata: _metadata,
    store: _store,
    stream_options: _options,
    ...rest
  } = request
  return {
    ...rest,
    stream: request.stream === true,
    ...(maxTokensOf(request) === undefined ? { max_completion_tokens: maxTokens } : {}),
    // Without it a stream reports no usage. The client gets the chunk only if it asked for it.
    ...(request.stream ? { stream_options: { include_usage: true } } : {}),
  }
}

/** Cached tokens are a part of the prompt tokens. Undefined: no usage was reported. */
export function openAiUsage(value: unknown): TokenUsage | undefined {
  const usage = objectIn(value)
  const prompt = countIn(usage?.prompt_tokens)
  const output = countIn(usage?.completion_tokens)
  if (prompt === undefined || output === undefined) return undefined
  const cached = countIn(objectIn(usage?.prompt_tokens_details)?.cached_tokens) ?? 0
  const reasoning = countIn(objectIn(usage?.completion_tokens_details)?.reasoning_tokens) ?? 0
  const cachedInput = Math.min(cached, prompt)
  return {
    uncachedInput: prompt - cachedInput,
    cachedInput,
    cacheWriteInput: 0,
    output,
    reasoning: Math.min(reasoning, output),
  }
}

function readAnswer(body: unknown): Answer | undefined {
  const answer = objectIn(body)
  if (!answer || !Array.isArray(answer.choices)) return undefined
  const choices = answer.choices.map((each: unknown, at) => {
    const choice = objectIn(each)
    return {
      index: countIn(choice?.index) ?? at,
      message: objectIn(choice?.message) ?? { role: 'assistant', content: null },
      finish_reason: textIn(choice?.finish_reason),
      logprobs: choice?.logprobs ?? null,
    }
  })
  return {
    choices,
    usage: openAiUsage(answer.usage),
  }
}

function streamReader({ n }: Pick<ChatRequest, 'n'>): StreamReader {
  let usage: TokenUsage | undefined
  let isDone = false
  const finished = new Set<number>()
  // Some servers of this format close the stream without `[DONE]`.
  const isComplete = () => isDone || finished.size >= (n ?? 1)
  return {
    read: ({ text }) => {
      if (text === '[DONE]') {
        isDone = true
        return []
      }
      const chunk = objectIn(parseJson(text))
      if (chunk?.error !== undefined) {
        const message = objectIn(chunk.error)?.message
        throw new ProviderFailed('provider_error', String(message ?? 'The stream failed.'), {
          maybeCharged: true,
        })
      }
      usage = openAiUsage(chunk?.usage) ?? usage
      return listIn(chunk?.choices).flatMap((each): ChunkChoice[] => {
        const choice = objectIn(each)
        if (!choice) return []
        const index = countIn(choice.index) ?? 0
        const finish = textIn(choice.finish_reason)
        if (finish !== null) finished.add(index)
        return [
          {
            index,
            delta: objectIn(choice.delta) ?? {},
            finish_reason: finish,
            logprobs: choice.logprobs ?? null,
          },
        ]
      })
    },
    usage: () => usage,
    // Some servers report what they have counted so far with each chunk.
    isUsageFinal: () => usage !== undefined && isComplete(),
    isComplete,
  }
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
