import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { readUserUrl } from '#platform/net'
import { modelLengthMax, modelPattern } from '../accounting/pricing.ts'

const textMax = 4_000_000
const text = Type.String({ maxLength: textMax })
const name = Type.Optional(Type.String({ maxLength: 64 }))
/** A JSON schema of the client. It goes to the provider as it is. */
const freeObject = Type.Record(Type.String(), Type.Unknown())

const TextPart = record('ChatTextPart', 'A text in a message.', {
  type: Type.Literal('text'),
  text,
})
const ImagePart = record('ChatImagePart', 'A picture in a message of the user.', {
  type: Type.Literal('image_url'),
  image_url: Type.Object({
    url: Type.String({
      maxLength: 15_000_000,
      description: 'An address with `https:`, or the picture itself: `data:image/png;base64,…`.',
    }),
    detail: Type.Optional(Type.Enum(['auto', 'low', 'high'])),
  }),
})
const textParts = Type.Array(TextPart, { minItems: 1, maxItems: 100 })
const texts = Type.Union([text, textParts])

const ToolCall = record('ChatToolCall', 'A tool that the model has called.', {
  id: Type.String({ maxLength: 100 }),
  type: Type.Literal('function'),
  function: Type.Object({ name: Type.String({ maxLength: 64 }), arguments: text }),
})

const SystemMessage = record('ChatSystemMessage', 'Instructions for the model.', {
  role: Type.Literal('system'),
  content: texts,
  name,
})
const DeveloperMessage = record('ChatDeveloperMessage', 'Instructions of the application.', {
  role: Type.Literal('developer'),
  content: texts,
  name,
})
const UserMessage = record('ChatUserMessage', 'What the user says and shows.', {
  role: Type.Literal('user'),
  content: Type.Union([
    text,
    Type.Array(Type.Union([TextPart, ImagePart]), { minItems: 1, maxItems: 100 }),
  ]),
  name,
})
const AssistantMessage = record('ChatAssistantMessage', 'An earlier answer of the model.', {
  role: Type.Literal('assistant'),
  content: Type.Optional(Type.Union([text, textParts, Type.Null()])),
  refusal: Type.Optional(Type.Union([text, Type.Null()])),
  tool_calls: Type.Optional(Type.Array(ToolCall, { minItems: 1, maxItems: 128 })),
  name,
})
const ToolMessage = record('ChatToolMessage', 'The result of a tool.', {
  role: Type.Literal('tool'),
  content: texts,
  tool_call_id: Type.String({ maxLength: 100 }),
})

const Message = Type.Union([
  SystemMessage,
  DeveloperMessage,
  UserMessage,
  AssistantMessage,
  ToolMessage,
])

const Tool = record('ChatTool', 'A function that the model may call.', {
  type: Type.Literal('function'),
  function: Type.Object({
    name: Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_-]{1,64}$' }),
    description: Type.Optional(text),
    parameters: Type.Optional(freeObject),
    strict: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  }),
})

const ToolChoice = Type.Union([
  Type.Enum(['none', 'auto', 'required']),
  Type.Object({
    type: Type.Literal('function'),
    function: Type.Object({ name: Type.String({ maxLength: 64 }) }),
  }),
])

const ResponseFormat = Type.Union([
  Type.Object({ type: Type.Literal('text') }),
  Type.Object({ type: Type.Literal('json_object') }),
  Type.Object({
    type: Type.Literal('json_schema'),
    json_schema: Type.Object({
      name: Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_-]{1,64}$' }),
      description: Type.Optional(text),
      schema: Type.Optional(freeObject),
      strict: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    }),
  }),
])

const tokens = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 }))
const stop = Type.String({ minLength: 1, maxLength: 200 })

export const ChatBody = record(
  'CreateChatCompletion',
  'A conversation for a language model, in the wire format of OpenAI.',
  {
    model: Type.String({
      pattern: modelPattern,
      maxLength: modelLengthMax,
      description: 'A model of an approved family.',
    }),
    messages: Type.Array(Message, { minItems: 1, maxItems: 2_000 }),
    tools: Type.Optional(Type.Array(Tool, { minItems: 1, maxItems: 128 })),
    tool_choice: Type.Optional(ToolChoice),
    parallel_tool_calls: Type.Optional(Type.Boolean()),
    response_format: Type.Optional(ResponseFormat),
    stream: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    stream_options: Type.Optional(
      Type.Union([
        Type.Object({
          include_usage: Type.Optional(Type.Boolean()),
          include_obfuscation: Type.Optional(Type.Boolean()),
        }),
        Type.Null(),
      ]),
    ),
    max_tokens: tokens,
    max_completion_tokens: tokens,
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
    top_p: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    n: Type.Optional(Type.Integer({ minimum: 1, maximum: 8 })),
    stop: Type.Optional(Type.Union([stop, Type.Array(stop, { minItems: 1, maxItems: 4 })])),
    seed: Type.Optional(
      Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
    ),
    presence_penalty: Type.Optional(Type.Number({ minimum: -2, maximum: 2 })),
    frequency_penalty: Type.Optional(Type.Number({ minimum: -2, maximum: 2 })),
    logprobs: Type.Optional(Type.Boolean()),
    top_logprobs: Type.Optional(Type.Integer({ minimum: 0, maximum: 20 })),
    logit_bias: Type.Optional(Type.Record(Type.String(), Type.Number())),
    reasoning_effort: Type.Optional(
      Type.Enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']),
    ),
    user: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Accepted and not passed on: the token says who asks.',
      }),
    ),
    metadata: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 512 }), {
        description: 'Accepted and not passed on.',
      }),
    ),
    store: Type.Optional(
      Type.Union([Type.Literal(false), Type.Null()], {
        description: 'Providers are never asked to store a conversation.',
      }),
    ),
  },
  {
    examples: [
      {
        model: 'gpt-5',
        messages: [{ role: 'user', content: 'List what a workshop of five people needs.' }],
      },
    ],
  },
)

export type ChatRequest = Static<typeof ChatBody>
export type ChatMessage = ChatRequest['messages'][number]

/** The most tokens that one answer may have. Undefined: the client leaves it to us. */
export function maxTokensOf(request: ChatRequest): number | undefined {
  return request.max_completion_tokens ?? request.max_tokens
}

export function textOf(content: Static<typeof texts> | null | undefined): string {
  if (typeof content === 'string') return content
  return (content ?? []).map((part) => part.text).join('')
}

export const imageDataShape = /^data:(image\/(?:png|jpeg|gif|webp));base64,([A-Za-z0-9+/]+={0,2})$/

/** The place of an image that is neither a public address with https nor a picture as base64. */
export function badImageIn(request: ChatRequest): string | undefined {
  for (const [at, message] of request.messages.entries()) {
    if (message.role !== 'user' || typeof message.content === 'string') continue
    for (const [part, content] of message.content.entries()) {
      if (content.type !== 'image_url') continue
      const { url } = content.image_url
      if (!imageDataShape.test(url) && !isPublicAddress(url)) {
        return `messages[${at}].content[${part}]`
      }
    }
  }
  return undefined
}

/**
 * The provider fetches such an image, and this service never does. A provider may stand in the network of the operator, so an
 * address that names an inner host is not passed on.
 */
function isPublicAddress(url: string): boolean {
  try {
    return readUserUrl(url, { allowPrivate: false }).protocol === 'https:' && !/\s/.test(url)
  } catch {
    return false
  }
}
