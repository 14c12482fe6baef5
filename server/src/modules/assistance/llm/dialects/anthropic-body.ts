import {
  type ChatMessage,
  type ChatRequest,
  imageDataShape,
  textOf,
} from '../answering/chat-request.ts'

type Block = Readonly<Record<string, unknown>>
type Turn = { readonly role: 'user' | 'assistant'; readonly content: Block[] }

/** A request in the format of Anthropic's Messages. */
export function toAnthropicBody(request: ChatRequest, maxTokens: number): object {
  const system = request.messages.flatMap((message) =>
    message.role === 'system' || message.role === 'developer' ? [textOf(message.content)] : [],
  )
  const { stop, response_format: format } = request
  return {
    model: request.model,
    max_tokens: maxTokens,
    ...(system.length > 0 && { system: system.join('\n\n') }),
    messages: turnsOf(request.messages),
    ...(request.tools && { tools: request.tools.map(toTool) }),
    ...toolChoiceOf(request),
    ...(format?.type === 'json_schema' && {
      output_config: {
        format: { type: 'json_schema', schema: format.json_schema.schema ?? { type: 'object' } },
      },
    }),
    ...(request.temperature !== undefined && { temperature: request.temperature }),
    ...(request.top_p !== undefined && { top_p: request.top_p }),
    ...(stop !== undefined && { stop_sequences: [stop].flat() }),
    stream: request.stream === true,
  }
}

/** The first parameter that Messages has no equivalent for. What would be ignored silently is refused instead. */
export function unsupportedByAnthropic(request: ChatRequest): string | undefined {
  const { n, temperature, response_format, tool_choice, tools } = request
  if (n !== undefined && n > 1) return 'n'
  if (temperature !== undefined && temperature > 1) return 'temperature'
  if (response_format?.type === 'json_object') return 'response_format'
  if (tool_choice !== undefined && !tools) return 'tool_choice'
  const unknown = [
    'seed',
    'presence_penalty',
    'frequency_penalty',
    'logprobs',
    'top_logprobs',
    'logit_bias',
    'reasoning_effort',
  ] as const
  return unknown.find((name) => request[name] !== undefined && request[name] !== false)
}

/** Messages alternates between the two roles: neighbours of one role, such as the results of several tools, become one turn. */
function turnsOf(messages: readonly ChatMessage[]): Turn[] {
  const turns: Turn[] = []
  for (const message of messages) {
    const content = blocksOf(message)
    if (content.length === 0) continue
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...content)
    else turns.push({ role, content })
  }
  return turns
}

function blocksOf(message: ChatMessage): Block[] {
  switch (message.role) {
    case 'system':
    case 'developer':
      return []
    case 'user':
      if (typeof message.content === 'string') return textBlock(message.content)
      return message.content.flatMap((part) =>
        part.type === 'text' ? textBlock(part.text) : [imageBlock(part.image_url.url)],
      )
    case 'assistant':
      return [
        ...textBlock(textOf(message.content)),
        ...textBlock(message.refusal ?? ''),
        ...(message.tool_calls ?? []).map((call) => ({
          type: 'tool_use',
          id: call.id,
          name: call.function.name,
          input: argumentsOf(call.function.arguments),
        })),
      ]
    case 'tool':
      return [
        {
          type: 'tool_result',
          tool_use_id: message.tool_call_id,
          content: textOf(message.content),
        },
      ]
  }
}

/** Messages refuses an empty text. */
function textBlock(text: string): Block[] {
  return text === '' ? [] : [{ type: 'text', text }]
}

function imageBlock(url: string): Block {
  const [, mediaType, data] = imageDataShape.exec(url) ?? []
  const source =
    mediaType === undefined ? { type: 'url', url } : { type: 'base64', media_type: mediaType, data }
  return { type: 'image', source }
}

/** Arguments that a model wrote may be no JSON object. Messages takes nothing else. */
function argumentsOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { value }
  } catch {
    return { arguments: text }
  }
}

function toTool({ function: tool }: NonNullable<ChatRequest['tools']>[number]): Block {
  return {
    name: tool.name,
    ...(tool.description !== undefined && { description: tool.description }),
    input_schema: tool.parameters ?? { type: 'object', properties: {} },
    ...(tool.strict === true && { strict: true }),
  }
}

function toolChoiceOf({ tool_choice: choice, parallel_tool_calls: parallel, tools }: ChatRequest) {
  if (!tools || (choice === undefined && parallel !== false)) return {}
  const alone = parallel === false && choice !== 'none' && { disable_parallel_tool_use: true }
  const wanted = choice ?? 'auto'
  const type = typeof wanted === 'string' ? anthropicChoice[wanted] : 'tool'
  const name = typeof wanted === 'string' ? {} : { name: wanted.function.name }
  return { tool_choice: { type, ...name, ...alone } }
}

const anthropicChoice = { none: 'none', auto: 'auto', required: 'any' } as const
