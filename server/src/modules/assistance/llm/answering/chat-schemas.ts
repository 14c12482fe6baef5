import { Type } from 'typebox'
import { record } from '#kernel/record'

const Usage = Type.Object({
  prompt_tokens: Type.Integer(),
  completion_tokens: Type.Integer(),
  total_tokens: Type.Integer(),
  prompt_tokens_details: Type.Object({ cached_tokens: Type.Integer() }),
  completion_tokens_details: Type.Object({ reasoning_tokens: Type.Integer() }),
  usageSource: Type.Enum(['provider_reported', 'estimated'], {
    description: 'Who counted the tokens.',
  }),
})

export const completionExample = {
  id: 'chatcmpl-lla_01m7xb82dw3khw78phh28dvacd',
  object: 'chat.completion',
  created: 1_764_000_000,
  model: 'gpt-5',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'Twelve boxes of gloves.', refusal: null },
      finish_reason: 'stop',
      logprobs: null,
    },
  ],
  usage: {
    prompt_tokens: 21,
    completion_tokens: 6,
    total_tokens: 27,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0 },
    usageSource: 'provider_reported',
  },
}

const ChoiceView = record('ChatChoice', 'One answer of the model.', {
  index: Type.Integer(),
  message: Type.Record(Type.String(), Type.Unknown()),
  finish_reason: Type.Union([Type.String(), Type.Null()]),
  logprobs: Type.Optional(Type.Unknown()),
})

export const CompletionView = record(
  'ChatCompletion',
  'The answer of a language model, in the wire format of OpenAI.',
  {
    id: Type.String(),
    object: Type.Literal('chat.completion'),
    created: Type.Integer(),
    model: Type.String(),
    choices: Type.Array(ChoiceView),
    usage: Usage,
  },
  { examples: [completionExample] },
)

const ModelView = record('LanguageModel', 'A model family.', {
  id: Type.String({ description: 'The name of the family.' }),
  object: Type.Literal('model'),
  created: Type.Integer({ description: 'Always 0: families have no date.' }),
  owned_by: Type.String(),
})

export const ModelsView = record(
  'LanguageModels',
  'The approved model families, in the wire format of OpenAI.',
  {
    object: Type.Literal('list'),
    data: Type.Array(ModelView),
  },
  {
    examples: [
      {
        object: 'list',
        data: [{ id: 'gpt-5', object: 'model', created: 0, owned_by: 'provider-a' }],
      },
    ],
  },
)

export const OpenAiError = record(
  'LanguageModelError',
  'The reason why a request was not carried out, in the wire format of OpenAI.',
  {
    error: Type.Object({
      message: Type.String({ description: 'A sentence that tells a person what to do.' }),
      type: Type.String(),
      param: Type.Union([Type.String(), Type.Null()]),
      code: Type.String({ description: 'A stable code for programs.' }),
      details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    }),
  },
)
