import type { ProviderName } from '../accounting/pricing.ts'
import { type UsageSource, viewUsage } from '../accounting/token-usage.ts'
import type { ChatCaller, ChatDeps } from '../deps.ts'
import { type Answer, type Choice, ProviderFailed } from '../dialects/dialect.ts'
import { openCall, readJson } from './call-provider.ts'
import type { ChatRequest } from './chat-request.ts'
import { tokensIn } from './estimate-tokens.ts'
import { type Plan, planCall } from './plan-call.ts'
import { settleAttempt, type Used, usedSoFar, withAttempts } from './with-attempts.ts'

export type Completed = {
  /** In OpenAI's format. */
  readonly completion: { readonly choices: readonly Choice[]; readonly [field: string]: unknown }
  readonly provider: ProviderName
  readonly attempts: number
  readonly usageSource: UsageSource
  /** Undefined: it is not settled yet. */
  readonly costNano: bigint | undefined
}

/** Asks a model and waits for the whole answer. */
export async function completeChat(
  deps: ChatDeps,
  caller: ChatCaller,
  request: ChatRequest,
): Promise<Completed> {
  const plan = await planCall(deps, request)
  const { provider, maxTokens } = plan
  const { attempt, begun: answer } = await withAttempts(deps, caller, plan, async () => {
    const call = { provider, request, maxTokens, signal: caller.signal }
    const answered = provider.dialect.readAnswer(await readJson(await openCall(deps, call)))
    if (answered) return answered
    throw new ProviderFailed('malformed', 'The provider sent no answer.', { maybeCharged: true })
  })
  const used = usedBy(plan, answer)
  const costNano = await settleAttempt(deps, plan, attempt, used, 'ok')
  await deps.prompts.keep(attempt, request, answer.choices)
  return {
    completion: {
      id: `chatcmpl-${attempt.id}`,
      object: 'chat.completion',
      created: Math.floor(attempt.createdAt.getTime() / 1_000),
      model: request.model,
      choices: answer.choices,
      usage: viewUsage(used.usage, used.usageSource),
    },
    provider: provider.name,
    attempts: attempt.number,
    usageSource: used.usageSource,
    costNano,
  }
}

/** A reported usage of 0 is a report. */
function usedBy(plan: Plan, { usage, choices }: Answer): Used {
  if (usage) return { usage, usageSource: 'provider_reported' }
  const bytes = Buffer.byteLength(JSON.stringify(choices.map(({ message }) => message)))
  return usedSoFar(plan, undefined, tokensIn(bytes))
}
