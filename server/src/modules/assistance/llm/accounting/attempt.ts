import type { Id } from '#kernel/id'
import type { ProviderName } from './pricing.ts'

/** One call of a provider, before it is made. */
export type Attempt = {
  readonly id: Id<'lla'>
  readonly requestId: string
  /** 1 for the first attempt of a request. */
  readonly number: number
  readonly companyId: string
  readonly userId: string
  readonly provider: ProviderName
  readonly family: string
  readonly model: string
  readonly priceId: string
  /** The UTC day whose limits count it, even if it ends on the next day. */
  readonly day: string
  readonly isStreamed: boolean
  /** The upper bounds of its tokens. */
  readonly reservedInput: number
  readonly reservedOutput: number
  readonly createdAt: Date
  readonly leaseUntil: Date
}

/** `RELEASED`: the provider charges nothing. `EXPIRED`: the process died, and the sweeper settled the attempt. */
export type EndState = 'SETTLED' | 'RELEASED' | 'EXPIRED'

/** How an attempt ended, in one word: for metrics, the log and the row. */
export type Outcome =
  | 'ok'
  | 'client_gone'
  | 'cut_off'
  | 'timeout'
  | 'network'
  | 'refused'
  | 'rate_limited'
  | 'key_refused'
  | 'provider_error'
  | 'malformed'
  | 'process_died'

/** The begin of the next UTC day: then the limits start again. */
export function resetAfter(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1))
}
