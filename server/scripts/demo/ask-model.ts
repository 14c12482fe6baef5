import { type Answer, type Call, type Credential, credentialHeaders } from './call.ts'
import { expect, type Scene } from './scene.ts'
import type { ProductAnswer } from './shapes.ts'

type Completion = {
  readonly choices: readonly { readonly message: { readonly content: string } }[]
  readonly usage: { readonly total_tokens: number; readonly usageSource: string }
}
type Usage = { readonly reported: { readonly requests: number; readonly costNano: string } }

/** Asks in the wire format of OpenAI, as any of its clients does, and reads what it cost. */
export async function askModel(
  scene: Scene,
  { baseUrl, call, as }: { readonly baseUrl: string; readonly call: Call; readonly as: Credential },
  { name }: ProductAnswer,
): Promise<void> {
  await scene.step(
    'Ask a language model about it',
    async () => {
      const response = await fetch(`${baseUrl}/api/v1/llm/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...credentialHeaders(as) },
        body: JSON.stringify({
          model: 'gpt-5',
          messages: [{ role: 'user', content: `What is a ${name} for?` }],
          max_completion_tokens: 200,
        }),
      })
      expect(response.status === 200, `the model answered ${response.status}`)
      return {
        completion: (await response.json()) as Completion,
        costNano: response.headers.get('x-cost-nano') ?? '',
      }
    },
    ({ completion: { choices, usage }, costNano }) =>
      `“${choices[0]?.message.content}”: ${usage.total_tokens} tokens (${usage.usageSource}), ${dollars(costNano)}`,
  )
  await scene.step(
    'Read the usage of today',
    (): Promise<Answer<Usage[]>> => call('GET', '/api/v1/llm/usage?groupBy=model', { as }),
    ({ data: [model] }) =>
      `calls: ${model?.reported.requests}, ${dollars(model?.reported.costNano ?? '')}`,
  )
}

const dollars = (nano: string) => `${(Number(nano) / 1e9).toFixed(7)} USD`
