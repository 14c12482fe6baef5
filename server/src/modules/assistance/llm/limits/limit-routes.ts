import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { answers, list, ok, PageQuery, type Routes } from '#platform/http'
import { modelLengthMax } from '../accounting/pricing.ts'
import type { Llm } from '../service.ts'
import type { Limit } from './limit-store.ts'
import type { LimitInput } from './put-limit.ts'

const tags = ['Language models']

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

const example = {
  companyId: 'co_01m7xb82dw3khw78phh28dvacd',
  provider: 'A' as const,
  model: 'gpt-5',
  dailyTokens: 2_000_000,
}

const LimitView = record(
  'LanguageModelLimit',
  'A daily limit that an operator has set. Without one the default of the settings applies.',
  {
    ...place,
    dailyTokens: tokens,
    setBy: Type.String(),
    setAt: Type.String({ format: 'date-time' }),
  },
)

const PutLimitBody = record(
  'PutLanguageModelLimit',
  'A daily limit of tokens for a company, or for one person of it.',
  {
    ...place,
    dailyTokens: Type.Union([tokens, Type.Literal('default')], {
      description: '`default` removes the limit: the default of the settings applies again.',
    }),
  },
  { examples: [example] },
)

const PutLimitView = record('LanguageModelLimitSet', 'The limit as it is now.', {
  ...PutLimitBody.properties,
})

const LimitsQuery = Type.Object({
  ...PageQuery.properties,
  companyId: Type.Optional(Type.String({ maxLength: 100 })),
})

export function limitRoutes(llm: Llm): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/api/v1/llm/limits',
      config: { access: 'operator' },
      schema: {
        operationId: 'listLanguageModelLimits',
        summary: 'List the limits of language models',
        description: 'Lists the daily limits that operators have set.',
        tags,
        querystring: LimitsQuery,
        response: list(LimitView, {
          examples: [
            {
              ...example,
              setBy: 'usr_01m7xb82dw3khw78phh28dvacd',
              setAt: '2026-11-23T09:30:00.000Z',
            },
          ],
        }),
      },
      handler: async ({ query, page }) => {
        const after = page.after(Type.Array(Type.String()))
        const found = await llm.listLimits({ companyId: query.companyId, after, limit: page.probe })
        return page.answer(found, viewLimit, (last) => [
          last.companyId,
          last.userId ?? '',
          last.provider,
          last.model,
        ])
      },
    })

    http.route({
      method: 'PUT',
      url: '/api/v1/llm/limits',
      config: {
        access: 'operator',
        fails: ['llm.company_unknown', 'llm.person_unknown', 'llm.family_unknown'],
      },
      schema: {
        operationId: 'putLanguageModelLimit',
        summary: 'Set a limit of language models',
        description:
          'Sets how many tokens a company, or one person of it, may use of a model family on a UTC day. It counts from the next request on.',
        tags,
        body: PutLimitBody,
        response: answers(PutLimitView, { examples: [example] }),
      },
      handler: async ({ actor, body }) => {
        const { userId, provider, dailyTokens, ...rest } = body
        const input = { ...rest, userId, provider, dailyTokens } as LimitInput
        await llm.putLimit(actor, input)
        return ok(body)
      },
    })
  }
}

function viewLimit(limit: Limit): Static<typeof LimitView> {
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
