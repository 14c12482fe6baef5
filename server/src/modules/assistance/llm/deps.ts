import type { Allowance } from '#kernel/actor'
import type { Outbound } from '#platform/net'
import type { AccountingDeps } from './accounting/account.ts'
import type { DefaultLimits } from './accounting/attempt-store.ts'
import type { Family, ProviderName } from './accounting/pricing.ts'
import type { PromptKeeper } from './answering/prompt-store.ts'
import type { Dialect } from './dialects/dialect.ts'

export type Provider = {
  readonly name: ProviderName
  readonly dialect: Dialect
  readonly baseUrl: string
  /** Undefined: the gateway answers 503 for the families of this provider. */
  readonly apiKey: string | undefined
}

export type ChatLimits = {
  readonly timeoutMs: number
  readonly firstByteTimeoutMs: number
  readonly idleTimeoutMs: number
  /** Further attempts after the first. */
  readonly retriesMax: number
  readonly outputTokensDefault: number
}

export type ChatDeps = AccountingDeps & {
  readonly outbound: Pick<Outbound, 'stream'>
  readonly families: readonly Family[]
  readonly providers: Readonly<Record<ProviderName, Provider>>
  /** The id of the price that is valid now, for each family. */
  readonly priceIds: () => Promise<ReadonlyMap<string, string>>
  readonly defaultLimits: DefaultLimits
  readonly limits: ChatLimits
  readonly prompts: PromptKeeper
}

/** Who asks: a person, or a companion or an automation for that person. */
export type ChatCaller = {
  readonly companyId: string
  readonly userId: string
  readonly requestId: string
  /** Of the token of a companion. */
  readonly allowance?: Allowance | undefined
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}
