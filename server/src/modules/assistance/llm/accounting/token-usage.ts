import type { Price } from './pricing.ts'

/** The three inputs are disjoint, however a provider counts them. `output` includes `reasoning`. */
export type TokenUsage = {
  readonly uncachedInput: number
  readonly cachedInput: number
  readonly cacheWriteInput: number
  readonly output: number
  readonly reasoning: number
}

/** `provider_reported`: as the provider counted. `estimated`: from the length of the texts. */
export type UsageSource = 'provider_reported' | 'estimated'

export const noUsage: TokenUsage = {
  uncachedInput: 0,
  cachedInput: 0,
  cacheWriteInput: 0,
  output: 0,
  reasoning: 0,
}

export function inputOf({ uncachedInput, cachedInput, cacheWriteInput }: TokenUsage): number {
  return uncachedInput + cachedInput + cacheWriteInput
}

/** The tokens that count against the daily limits. */
export function tokensOf(usage: TokenUsage): number {
  return inputOf(usage) + usage.output
}

const femtoPerNano = 1_000_000n

/** Nano-dollars, rounded once, half up. Tokens that are written to the provider's cache cost as much as other input. */
export function costNanoOf(usage: TokenUsage, price: Price): bigint {
  const femto =
    BigInt(usage.uncachedInput + usage.cacheWriteInput) * price.inputFemto +
    BigInt(usage.cachedInput) * price.cachedInputFemto +
    BigInt(usage.output) * price.outputFemto
  return (femto + femtoPerNano / 2n) / femtoPerNano
}

/** More than any answer has. With the highest price it still is a whole number of nano-dollars in the database. */
const countMax = 1_000_000_000

/** A count of a provider. Anything but a whole number from 0 on, of a believable size, is no count. */
export function countIn(value: unknown): number | undefined {
  if (!Number.isSafeInteger(value)) return undefined
  const count = value as number
  return count >= 0 && count <= countMax ? count : undefined
}

/** In OpenAI's format, in which the cached tokens are a part of the prompt. */
export function viewUsage(usage: TokenUsage, usageSource: UsageSource) {
  return {
    prompt_tokens: inputOf(usage),
    completion_tokens: usage.output,
    total_tokens: tokensOf(usage),
    prompt_tokens_details: { cached_tokens: usage.cachedInput },
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
    usageSource,
  }
}
