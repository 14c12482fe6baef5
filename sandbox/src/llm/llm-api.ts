import type { SandboxHttp } from '../http.ts'
import { anthropicApi } from './anthropic-api.ts'
import { openDesk } from './desk.ts'
import { openAiApi } from './openai-api.ts'

export type LlmKeys = { readonly a: string; readonly b: string }

/** Both language-model providers, and what tests ask of them. */
export function llmApi(keys: LlmKeys) {
  const desk = openDesk()
  return async (http: SandboxHttp): Promise<void> => {
    await http.register(openAiApi({ desk, apiKey: keys.a }))
    await http.register(anthropicApi({ desk, apiKey: keys.b }))
    http.get('/llm/test/state', async () => ({
      requests: desk.seen,
      hungUp: desk.hungUp(),
      held: desk.heldCount(),
    }))
    http.post('/llm/test/release', async (_request, reply) => {
      desk.release()
      return reply.code(204).send()
    })
    http.delete('/llm/test/state', async (_request, reply) => {
      desk.clear()
      return reply.code(204).send()
    })
    http.addHook('onClose', async () => desk.release())
  }
}
