import { type Family, familyOf } from '../accounting/pricing.ts'
import type { ChatDeps, Provider } from '../deps.ts'
import { fail } from '../failures.ts'
import { badImageIn, type ChatRequest, maxTokensOf } from './chat-request.ts'
import { estimateInput } from './estimate-tokens.ts'

/** A request that a provider can be asked, with its upper bounds. */
export type Plan = {
  readonly request: ChatRequest
  readonly family: Family
  readonly provider: Provider & { readonly apiKey: string }
  readonly priceId: string
  /** For each of the answers that the request asks for. */
  readonly maxTokens: number
  readonly inputAtMost: number
  readonly inputLikely: number
  readonly outputAtMost: number
}

/** Refuses everything that can be refused before a token is reserved. It never moves a request to another provider. */
export async function planCall(deps: ChatDeps, request: ChatRequest): Promise<Plan> {
  const family = familyOf(deps.families, request.model)
  if (!family?.isAllowed) throw fail('model_not_allowed', { param: 'model' })
  const provider = deps.providers[family.provider]
  const { apiKey, dialect } = provider
  if (apiKey === undefined) {
    deps.metrics.refused('not_configured')
    throw fail('provider_not_configured', { provider: family.provider })
  }
  const param = dialect.unsupportedIn(request)
  if (param !== undefined) throw fail('request_unsupported', { param })
  const image = badImageIn(request)
  if (image !== undefined) throw fail('image_invalid', { param: image })

  const priceId = (await failIfNotAccounted(deps, deps.priceIds())).get(family.name)
  if (priceId === undefined) throw fail('model_not_allowed', { param: 'model' })
  const { atMost, likely } = estimateInput(request)
  const maxTokens = maxTokensOf(request) ?? deps.limits.outputTokensDefault
  return {
    request,
    family,
    provider: { ...provider, apiKey },
    priceId,
    maxTokens,
    inputAtMost: atMost,
    inputLikely: likely,
    outputAtMost: maxTokens * (request.n ?? 1),
  }
}

/** Without the counters no model is called. */
export async function failIfNotAccounted<Value>(
  { log, metrics }: Pick<ChatDeps, 'log' | 'metrics'>,
  work: Promise<Value>,
): Promise<Value> {
  try {
    return await work
  } catch (error) {
    log.error({ err: error }, 'The usage of language models cannot be counted.')
    metrics.refused('accounting_unavailable')
    throw fail('accounting_unavailable')
  }
}
