import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { modelLengthMax } from '../accounting/pricing.ts'
import type { Limit } from './limit-store.ts'

const place = {
  companyId: Type.String({ minLength: 1, maxLength: 100 }),
  userId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Absent: the limit is for the total of the company.',
    }),
  ),
  provider: Type.Enum(['A', 'B']),
  model: Type.String({
    minLength: 1,
    maxLength: modelLengthMax,
    description: 'A model family. All its models count together.',
  }),
}

const tokens = Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }), Type.Null()], {
  description: 'Input and output tokens of a UTC day. 0 blocks. null: unlimited.',
})

export const limitExample = {
  companyId: 'co_01m7xb82dw3khw78phh28dvacd',
  provider: 'A' as const,
  model: 'gpt-5',
  dailyTokens: 2_000_000,
}

export const LimitView = record(
  'LanguageModelLimit',
  'A daily limit that an operator has set. Without one the default of the settings applies.',
  {
    ...place,
    dailyTokens: tokens,
    setBy: Type.String(),
    setAt: Type.String({ format: 'date-time' }),
  },
)

export const PutLimitBody = record(
  'PutLanguageModelLimit',
  'A daily limit of tokens for a company, or for one person of it.',
  {
    ...place,
    dailyTokens: Type.Union([tokens, Type.Literal('default')], {
      description: '`default` removes the limit: the default of the settings applies again.',
    }),
  },
  { examples: [limitExample] },
)

export const PutLimitView = record('LanguageModelLimitSet', 'The limit as it is now.', {
  ...PutLimitBody.properties,
})

export function viewLimit(limit: Limit): Static<typeof LimitView> {
  const { companyId, userId, provider, model, dailyTokens, setBy, setAt } = limit
  return {
    companyId,
    ...(userId !== undefined && { userId }),
    provider,
    model,
    dailyTokens,
    setBy,
    setAt: setAt.toISOString(),
  }
}
