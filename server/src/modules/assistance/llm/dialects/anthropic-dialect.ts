import { countIn, type TokenUsage } from '../accounting/token-usage.ts'
import type { ChatRequest } from '../answering/chat-request.ts'
import { toAnthropicBody, unsupportedByAnthropic } from './anthropic-body.ts'
import {
  type Answer,
  type ChunkChoice,
  type Dialect,
  objectIn,
  ProviderFailed,
  parseJson,
  type StreamReader,
} from './dialect.ts'

/** The wire format of Anthropic's Messages, translated from and to OpenAI's. */
export const anthropicDialect: Dialect = {
  path: '/v1/messages',
  headers: (apiKey, request) => ({
    'x-api-key': apiKey,
    'anthropic-version': versionFor(request),
  }),
  unsupportedIn: unsupportedByAnthropic,
  body: toAnthropicBody,
  readAnswer,
  streamReader,
  errorMessage: (body) => {
    const message = objectIn(objectIn(body)?.error)?.message
    return typeof message === 'string' ? message : undefined
  },
}

/** The newer version refuses these two parameters, even with their defaults. Otherwise both mean the same for us. */
function versionFor({ temperature, top_p }: ChatRequest): string {
  return temperature === undefined && top_p === undefined ? '2026-10-21' : '2023-06-01'
}

type Reported = Readonly<Record<string, unknown>>

/** Cached tokens are counted beside the input tokens, not in them. Undefined: no usage was reported. */
export function anthropicUsage(value: unknown): TokenUsage | undefined {
  const usage = objectIn(value)
  const uncachedInput = countIn(usage?.input_tokens)
  const output = countIn(usage?.output_tokens)
  if (uncachedInput === undefined || output === undefined) return undefined
  const reasoning = countIn(objectIn(usage?.output_tokens_details)?.thinking_tokens) ?? 0
  return {
    uncachedInput,
    cachedInput: countIn(usage?.cache_read_input_tokens) ?? 0,
    cacheWriteInput: countIn(usage?.cache_creation_input_tokens) ?? 0,
    output,
    reasoning: Math.min(reasoning, output),
  }
}

const finishReasons: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool_calls',
  refusal: 'content_filter',
}

function finishOf(reason: unknown): string | null {
  return typeof reason === 'string' ? (finishReasons[reason] ?? 'stop') : null
}

function readAnswer(body: unknown): Answer | undefined {
  const answer = objectIn(body)
  if (!answer || !Array.isArray(answer.content)) return undefined
  const blocks = (answer.content as unknown[]).flatMap((block): Reported[] => {
    const found = objectIn(block)
    return found ? [found] : []
  })
  const texts = blocks.flatMap(({ type, text }) => (type === 'text' ? [String(text)] : []))
  const calls = blocks.filter(({ type }) => type === 'tool_use').map(toToolCall)
  return {
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: texts.length > 0 ? texts.join('') : null,
          refusal: null,
          ...(calls.length > 0 && { tool_calls: calls }),
        },
        finish_reason: finishOf(answer.stop_reason),
        logprobs: null,
      },
    ],
    usage: anthropicUsage(answer.usage),
  }
}

function toToolCall({ id, name, input }: Reported) {
  return {
    id: String(id),
    type: 'function',
    function: { name: String(name), arguments: JSON.stringify(input ?? {}) },
  }
}

function streamReader(): StreamReader {
  let reported: Reported = {}
  let isUsageFinal = false
  let isComplete = false
  /** The number of each tool call among the calls, by the number of its block among the blocks. */
  const calls = new Map<unknown, number>()

  const read = (event: Reported): readonly ChunkChoice[] => {
    switch (event.type) {
      case 'message_start':
        reported = mergeUsage(reported, objectIn(event.message)?.usage)
        return [chunk({ role: 'assistant', content: '' })]
      case 'content_block_start': {
        const block = objectIn(event.content_block)
        if (block?.type !== 'tool_use') return []
        const index = calls.size
        calls.set(event.index, index)
        const { id, name } = block
        const call = { index, id, type: 'function', function: { name, arguments: '' } }
        return [chunk({ tool_calls: [call] })]
      }
      case 'content_block_delta':
        return deltaOf(objectIn(event.delta), calls.get(event.index))
      case 'message_delta': {
        // The counts are those of the whole message so far: they replace the earlier ones.
        reported = mergeUsage(reported, event.usage)
        const finish = finishOf(objectIn(event.delta)?.stop_reason)
        const isCounted = countIn(objectIn(event.usage)?.output_tokens) !== undefined
        isUsageFinal ||= isCounted && finish !== null
        return finish === null ? [] : [chunk({}, finish)]
      }
      case 'message_stop':
        isComplete = true
        return []
      case 'error':
        throw new ProviderFailed(
          objectIn(event.error)?.type === 'overloaded_error' ? 'rate_limited' : 'provider_error',
          String(objectIn(event.error)?.message ?? 'The stream failed.'),
          { maybeCharged: true },
        )
      default:
        return []
    }
  }
  return {
    read: ({ text }) => read(objectIn(parseJson(text)) ?? {}),
    usage: () => anthropicUsage(reported),
    isUsageFinal: () => isUsageFinal,
    isComplete: () => isComplete,
  }
}

/** Fields that a later event leaves out, or sends as null, keep their value. */
function mergeUsage(before: Reported, usage: unknown): Reported {
  const given = Object.entries(objectIn(usage) ?? {}).filter(([, value]) => value !== null)
  return { ...before, ...Object.fromEntries(given) }
}

function deltaOf(delta: Reported | undefined, call: number | undefined): readonly ChunkChoice[] {
  if (delta?.type === 'text_delta') return [chunk({ content: delta.text })]
  if (delta?.type !== 'input_json_delta' || call === undefined) return []
  return [chunk({ tool_calls: [{ index: call, function: { arguments: delta.partial_json } }] })]
}

function chunk(delta: Reported, finish: string | null = null): ChunkChoice {
  return { index: 0, delta, finish_reason: finish, logprobs: null }
}
