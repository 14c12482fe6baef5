import { answers, ok, type Routes } from '#platform/http'
import type { Llm } from '../service.ts'
import { limitExample, PutLimitBody, PutLimitView } from './limit-schemas.ts'
import type { LimitInput } from './put-limit.ts'

const tags = ['Language models']

export function limitRoutes(llm: Llm): Routes {
  return async (http) => {
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
        response: answers(PutLimitView, { examples: [limitExample] }),
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
